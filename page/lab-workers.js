// The lab in Web Workers: one for requests that take milliseconds, and one for each search, so that play never waits for a search.

import { ApiError, aborted } from './lab-error.js';

/** The most memory of a worker, in pages of 64 KiB: 1 GiB. */
const MAXIMUM = 16_384;

/** A worker with more memory than this after a search is not used again, because WebAssembly cannot give memory back. */
const KEEP_MEMORY = 64 << 20;

/** The number of searches at the same time. */
const MAX_SEARCHES = 8;

/** The interval between the `progress` events of a race, in milliseconds. */
const PROGRESS_INTERVAL = 100;

/** Requests that take milliseconds. */
const INSTANT = ['menu', 'puzzles', 'puzzle', 'read', 'write', 'check'];

/** Actions of a game that take milliseconds; a move is an object. The others search. */
const INSTANT_ACTIONS = ['look', 'undo', 'redo', 'reset'];

const isInstantAction = (action) => action === undefined || typeof action === 'object' || INSTANT_ACTIONS.includes(action);

/** Returns whether a request takes milliseconds. */
const isInstant = (name, body) => INSTANT.includes(name) || (name === 'game' && isInstantAction(body.action));

/** Compiles the module; returns null if the server has none. */
async function compile() {
  const response = await fetch(new URL('rushlab.wasm', import.meta.url));
  if (!response.ok || response.status === 204) return null;
  // Some hosts send the wrong content type, which the streaming function rejects.
  const streams = response.headers.get('content-type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** One worker. It carries out one request at a time. */
class LabWorker {
  constructor(module, maximum) {
    this.worker = new Worker(new URL('lab-worker.js', import.meta.url), { type: 'module' });
    this.worker.postMessage({ module, maximum });
    this.usable = true;
  }

  terminate() {
    this.usable = false;
    this.worker.terminate();
    this.reject?.(aborted());
  }

  /** Carries out a request; calls `onEvent(name, data)` for each event when it is due. */
  async run(name, body, onEvent) {
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
      this.worker.onerror = (error) => resolve({ status: 500, data: JSON.stringify({ error: `the lab cannot start: ${error.message}` }), trap: true });
      this.worker.postMessage({ name, body: JSON.stringify(body) });
    });
    this.reject = null;
    if (answer.trap || answer.memory > KEEP_MEMORY) this.terminate();
    if (answer.status !== 200) throw new ApiError(answer.status, JSON.parse(answer.data));
    return JSON.parse(answer.data);
  }
}

/** All workers of the page. */
export class LabWorkers {
  /** Starts the lab; returns null if there is no module. */
  static async start({ maximum = MAXIMUM } = {}) {
    const module = await compile();
    return module && new LabWorkers(module, maximum);
  }

  constructor(module, maximum) {
    this.newWorker = () => new LabWorker(module, maximum);
    this.instant = this.newWorker();
    this.queue = Promise.resolve();
    this.idle = [];
    this.searches = 0;
    this.waiting = [];
  }

  /** Carries out a request. The signal cancels it. */
  async request(name, body, { signal, onEvent } = {}) {
    if (signal?.aborted) throw aborted();
    if (name === 'race' && body.entrants?.length > 1) return this.race(body, onEvent, signal);
    return isInstant(name, body) ? this.runInstant(name, body, signal) : this.search(name, body, onEvent, signal);
  }

  runInstant(name, body, signal) {
    const answer = this.queue.then(() => {
      if (signal?.aborted) throw aborted();
      if (!this.instant.usable) this.instant = this.newWorker();
      return this.instant.run(name, body);
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
      return await worker.run(name, body, onEvent);
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.searches--;
      this.waiting.shift()?.();
      // One worker stays ready for the next search.
      if (this.idle.length) worker.terminate();
      else this.idle.push(worker.usable ? worker : this.newWorker());
    }
  }

  /** Runs each entrant of a race in a worker of its own, and joins their events. */
  async race(body, onEvent, signal) {
    const cancel = new AbortController();
    const stop = () => cancel.abort();
    signal?.addEventListener('abort', stop);
    const started = performance.now();
    const count = body.entrants.length;
    const starts = Array(count).fill(null);
    const snapshots = Array(count).fill(null);
    let finished = [];
    let ticks = null;
    const tick = () => {
      onEvent('progress', { seconds: (performance.now() - started) / 1000, entrants: snapshots });
      for (const finish of finished) onEvent('finish', finish);
      finished = [];
    };
    const handlers = (entrant) => ({
      start: (data) => {
        starts[entrant] = data;
        snapshots[entrant] = { expanded: 0, open: 0, f: 0, g: 0, h: 0, position: null };
        if (starts.includes(null)) return;
        onEvent('start', { board: data.board, entrants: starts.flatMap((start) => start.entrants) });
        ticks = setInterval(tick, PROGRESS_INTERVAL);
      },
      progress: (data) => {
        [snapshots[entrant]] = data.entrants;
      },
      finish: (data) => finished.push({ ...data, entrant }),
      end: () => {},
    });
    try {
      await Promise.all(body.entrants.map((options, entrant) => {
        const handle = handlers(entrant);
        return this.search('race', { ...body, entrants: [options] }, (event, data) => handle[event](data), cancel.signal);
      }));
      tick();
      onEvent('end', null);
      return null;
    } catch (error) {
      cancel.abort();
      throw error;
    } finally {
      clearInterval(ticks);
      signal?.removeEventListener('abort', stop);
    }
  }
}
