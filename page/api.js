// The requests of the page. A request is carried out by the lab, which has two hosts: Web Workers (lab-workers.js) and the server
// (lab-http.js). docs/page.md explains which of them gets a request.

import { isAborted } from './lab-error.js';
import * as http from './lab-http.js';
import { LabWorkers } from './lab-workers.js';

export { ApiError, isAborted } from './lab-error.js';

/** Requests that the page carries out itself, so that play needs no network. The others are searches: the server has native code. */
const OWN = ['menu', 'puzzles', 'puzzle', 'read', 'write', 'check', 'game'];

/** Whether the page comes from `rushlab serve`. A static site says that it does not. */
const hasServer = document.querySelector('meta[name="rushlab-host"]')?.content !== 'static';

const workers = LabWorkers.start().catch((error) => {
  if (hasServer) return null;
  throw new Error(`the page cannot start: ${error.message}; reload it, or use another browser`);
});
// The first request reports the error.
workers.catch(() => null);

// A static site works without a network after the first visit. `rushlab serve` has its own version of the page in each program.
if (!hasServer) addEventListener('load', () => navigator.serviceWorker?.register(new URL('service-worker.js', import.meta.url)).catch(() => null));

/** Returns the name of the request at a path of the API, and its fields: `api/random?seed=7` is `['random', { seed: 7 }]`. */
function parsePath(path) {
  const url = new URL(path, 'http://api/');
  const [, , name, id] = url.pathname.split('/');
  const body = Object.fromEntries([...url.searchParams].map(([key, value]) => [key, /^\d+$/.test(value) ? Number(value) : value]));
  return id === undefined ? [name, body] : ['puzzle', { id: decodeURIComponent(id) }];
}

/** Carries out a request in the host that it belongs to. `overHttp` sends it to the server. */
async function request([name, body], options, overHttp) {
  const lab = await workers;
  if (!lab) return overHttp();
  if (!hasServer || OWN.includes(name)) return lab.request(name, body, options);
  try {
    return await overHttp();
  } catch (error) {
    // The server has ended: the page continues without it.
    if (isAborted(error) || error.status !== 0) throw error;
    return lab.request(name, body, options);
  }
}

/** Sends a request without a body. */
export const get = (path, signal) => request(parsePath(path), { signal }, () => http.get(path, signal));

/** Sends a request. The signal aborts it. */
export const post = (path, body, signal) => request([parsePath(path)[0], body], { signal }, () => http.post(path, body, signal));

/** Sends a request and calls `onEvent(name, data)` for each event, until the last one or until the signal aborts it. */
export const stream = (path, body, onEvent, signal) =>
  request([parsePath(path)[0], body], { onEvent, signal }, () => http.stream(path, body, onEvent, signal));
