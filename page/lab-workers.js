// The lab in Web Workers: one for requests that take milliseconds, and one for each search, so that play never waits
// for a search.

import { LabError, aborted } from './lab-error.js';

/**
 * A worker with more memory than this after a search is not used again, because WebAssembly cannot give memory back.
 */
const KEEP_MEMORY = 64 << 20;

/** The number of searches at the same time. */
const MAX_SEARCHES = 8;

/** Compiles the module; returns null if the server has none. */
async function compile() {
  const response = await fetch(new URL('rushlab.wasm', import.meta.url), { priority: 'low' });
  if (!response.ok || response.status === 204) return null;
  // Some hosts send the wrong content type, which the streaming function rejects.
  const streams = response.headers.get('content-type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Returns an address of the code of the workers that stays when the server has ended. */
async function workerAddress() {
  const response = await fetch(new URL('lab-worker.js', import.meta.url));
  return URL.createObjectURL(new Blob([await response.text()], { type: 'text/javascript' }));
}

/** One worker. It carries out one request at a time. */
class LabWorker {
  constructor(address, module, reserved) {
    this.worker = new Worker(address, { type: 'module' });
    this.worker.postMessage({ module, reserved });
    this.usable = true;
  }

  terminate() {
    this.usable = false;
    this.worker.terminate();
    this.reject?.(aborted());
  }

  /**
   * Carries out a request; calls `onEvent(name, data)` for each event when it is due. With `onlyInstant`, the result is
   * undefined if the request needs a search.
   * @param {string} name
   * @param {any} body
   * @param {{onEvent?: (name: string, data: any) => void, onlyInstant?: boolean}} [options]
   */
  async run(name, body, { onEvent, onlyInstant = false } = {}) {
    const started = performance.now();
    // Events are delivered in order. The answer comes after the last one.
    let delivered = Promise.resolve();
    const deliver = async (before, { event, data, due }) => {
      await before;
      const early = started + due - performance.now();
      if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
      if (this.usable) onEvent(event, JSON.parse(data));
    };
    const answer = await new Promise((resolve, reject) => {
      this.reject = reject;
      this.worker.onmessage = ({ data: message }) => {
        if (message.event) delivered = deliver(delivered, message);
        else delivered.then(() => resolve(message), reject);
      };
      this.worker.onerror = (error) =>
        resolve({ status: 500, data: JSON.stringify({ error: `the lab cannot start: ${error.message}` }), trap: true });
      this.worker.postMessage({ name, body: JSON.stringify(body), onlyInstant });
    });
    this.reject = null;
    if (answer.declined) return undefined;
    if (answer.trap || answer.memory > KEEP_MEMORY) this.terminate();
    if (answer.status !== 200) throw new LabError(answer.status, JSON.parse(answer.data));
    return JSON.parse(answer.data);
  }
}

/** All workers of the page. */
export class LabWorkers {
  /** @type {any} */ kinds;

  /** Starts the lab; returns null if there is no module. Each worker has `reserved` pages of 64 KiB less memory. */
  static async start({ reserved = 0 } = {}) {
    const [module, address] = await Promise.all([compile(), workerAddress()]);
    if (!module) return null;
    const workers = new LabWorkers(address, module, reserved);
    const { requests } = await workers.runInstant('menu', {});
    workers.kinds = new Map(requests.map(({ name, kind }) => [name, kind]));
    return workers;
  }

  constructor(address, module, reserved) {
    this.newWorker = () => new LabWorker(address, module, reserved);
    this.instant = this.newWorker();
    this.queue = Promise.resolve();
    this.idle = [];
    this.searches = 0;
    this.waiting = [];
  }

  /** Returns the kind of a request: `instant`, `search` or `stream`. */
  kindOf(name) {
    return this.kinds.get(name);
  }

  /**
   * Carries out a request. The signal cancels it.
   * @param {string} name
   * @param {any} body
   * @param {{onEvent?: (name: string, data: any) => void, signal?: AbortSignal}} [options]
   */
  async request(name, body, { signal, onEvent } = {}) {
    if (signal?.aborted) throw aborted();
    if (name === 'race') return this.race(body, onEvent, signal);
    const answer = this.kindOf(name) === 'instant' ? await this.runInstant(name, body, signal) : undefined;
    return answer === undefined ? this.search(name, body, onEvent, signal) : answer;
  }

  /** Carries out a request that takes milliseconds; the result is undefined if it needs a search. */
  runInstant(name, body, signal) {
    const answer = this.queue.then(() => {
      if (signal?.aborted) throw aborted();
      if (!this.instant.usable) this.instant = this.newWorker();
      return this.instant.run(name, body, { onlyInstant: true });
    });
    this.queue = answer.catch(() => null);
    return answer;
  }

  async search(name, body, onEvent, signal) {
    while (this.searches >= MAX_SEARCHES) await new Promise((resolve) => this.waiting.push(resolve));
    if (signal?.aborted) throw aborted();
    this.searches++;
    const worker = this.idle.pop() ?? this.newWorker();
    const cancel = () => worker.terminate();
    signal?.addEventListener('abort', cancel);
    try {
      return await worker.run(name, body, { onEvent });
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.searches--;
      this.waiting.shift()?.();
      // One worker stays ready for the next search.
      if (this.idle.length) worker.terminate();
      else this.idle.push(worker.usable ? worker : this.newWorker());
    }
  }

  /**
   * Gives each entrant of a race a worker of its own. Every worker sends the start and the end of the race, and the
   * events of its entrant.
   */
  async race(body, onEvent, signal) {
    const cancel = new AbortController();
    const stop = () => cancel.abort();
    signal?.addEventListener('abort', stop);
    let started = false;
    const forward = (event, data) => {
      if (event === 'end' || (event === 'start' && started)) return;
      started = true;
      onEvent(event, data);
    };
    try {
      // A race without entrants gets its error.
      const entrants = body.entrants?.length ? [...body.entrants.keys()] : [undefined];
      await Promise.all(entrants.map((only) => this.search('race', { ...body, only }, forward, cancel.signal)));
      onEvent('end', null);
      return null;
    } catch (error) {
      cancel.abort();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}
