// The lab over HTTP: the API of `rushlab serve`. No other module knows its methods and paths.

import { LabError } from './lab-error.js';

/**
 * The paths of the requests that are sent with GET; their other fields are the query. All others are sent as JSON to
 * `api/<name>`.
 */
const GET = {
  menu: 'api/menu',
  puzzles: 'api/puzzles',
  random: 'api/random',
  daily: 'api/daily',
  puzzle: 'api/puzzles/{id}',
};

/** Returns a path with its parts filled in, and the query. */
function address(path, body) {
  const query = new URLSearchParams(Object.entries(body).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = query.get(name);
    query.delete(name);
    return encodeURIComponent(value);
  });
  return `${query}` ? `${filled}?${query}` : filled;
}

/** Sends a request. An error with status 0 means that there is no server. */
async function send(name, body, signal) {
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await (GET[name] ? fetch(address(GET[name], body), { signal }) : fetch(`api/${name}`, { ...json, signal }));
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new LabError(0, { error: 'the server does not respond; is rushlab serve still running?' });
  }
}

/** Calls `onEvent(name, data)` for each server-sent event, until the stream ends. */
async function readEvents(response, onEvent) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) {
      const name = /^event: ?(.*)$/m.exec(event)?.[1];
      const data = /^data: ?(.*)$/m.exec(event)?.[1];
      if (name && data) onEvent(name, JSON.parse(data));
    }
  }
}

/**
 * Carries out a request; calls `onEvent(name, data)` for each event. The signal aborts it.
 * @param {string} name
 * @param {any} body
 * @param {{onEvent?: (name: string, data: any) => void, signal?: AbortSignal}} [options]
 */
export async function request(name, body, { onEvent, signal } = {}) {
  const response = await send(name, body, signal);
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await readEvents(response, onEvent);
    return null;
  }
  const content = await response.json().catch(() => null);
  if (!response.ok) throw new LabError(response.status, content);
  return content;
}
