// The server's API. Errors carry its sentence.

/** What the server says is wrong. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.error ?? `the server answered ${status}`);
    this.status = status;
    this.problems = answer?.problems ?? [];
  }
}

async function answer(response) {
  const said = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, said);
  return said;
}

async function ask(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refused(0, { error: 'the server does not answer; is rushlab serve still running?' });
  }
}

const sent = (body, signal) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal });

export const get = async (path) => answer(await ask(path));

export const post = async (path, body, signal) => answer(await ask(path, sent(body, signal)));

/** Sends a request and hands on the events of the answer, `each(name, data)`, until it ends or the signal aborts it. */
export async function stream(path, body, each, signal) {
  const response = await ask(path, sent(body, signal));
  if (!response.ok) return answer(response);
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
      if (name && data) each(name, JSON.parse(data));
    }
  }
}

/** Whether an error only says that nobody waits any more. */
export const aborted = (error) => error.name === 'AbortError';
