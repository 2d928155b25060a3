// The lab over HTTP: the API of `rushlab serve`.

import { ApiError } from './lab-error.js';

async function parse(response) {
  const content = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, content);
  return content;
}

/** Sends a request. An error with status 0 means that there is no server. */
async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, { error: 'the server does not respond; is rushlab serve still running?' });
  }
}

const json = (body, signal) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal });

export const get = async (path, signal) => parse(await send(path, { signal }));

export const post = async (path, body, signal) => parse(await send(path, json(body, signal)));

/** Sends a request and calls `onEvent(name, data)` for each server-sent event, until the stream ends or the signal aborts it. */
export async function stream(path, body, onEvent, signal) {
  const response = await send(path, json(body, signal));
  if (!response.ok) return parse(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return undefined;
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
