// The requests of the page. A request is carried out by the lab, which has two hosts: Web Workers (lab-workers.js) and
// the server (lab-http.js). docs/page.md explains which of them gets a request.

import { isAborted } from './lab-error.js';
import * as http from './lab-http.js';
import { LabWorkers } from './lab-workers.js';

export { isAborted, LabError } from './lab-error.js';

/** Whether the page comes from `rushlab serve`. A static site says that it does not. */
export const hasServer = document.querySelector('meta[name="rushlab-host"]')?.getAttribute('content') !== 'static';

const starting = LabWorkers.start().catch((error) => {
  if (hasServer) return null;
  throw new Error(`the page cannot start: ${error.message}; reload it, or use another browser`);
});
// The first request reports the error.
starting.catch(() => null);

/**
 * Carries out a request of the lab; calls `onEvent(name, data)` for each event of a live search. The signal aborts it.
 * Requests that take milliseconds, and all that belong to play, need no network. The others are searches: the server
 * has native code.
 */
export async function request(name, body = {}, options = {}) {
  const workers = await starting;
  if (!workers) return http.request(name, body, options);
  if (!hasServer || workers.kindOf(name) === 'instant') return workers.request(name, body, options);
  try {
    return await http.request(name, body, options);
  } catch (error) {
    // The server has ended: the page continues without it.
    if (isAborted(error) || error.status !== 0) throw error;
    return workers.request(name, body, options);
  }
}
