// A Web Worker that runs the lab (crates/rushlab-wasm), one request at a time. To cancel a request, the page terminates
// the worker.
//
// Messages from the page: first `{ module, reserved }`, then requests `{ name, body, onlyInstant }`. Messages to the
// page: `{ event, data, due }`, and once for each request `{ status, data, memory }`, or `{ declined }` if it is not
// instant. `data` is JSON text.

const PAGE = 65_536;

let memory = null;
let lab = null;

const decoder = new TextDecoder();
const text = (at, length) => decoder.decode(new Uint8Array(memory.buffer, at, length));
const post = (message) => self.postMessage(message);

const imports = {
  now: () => performance.now(),
  emit: (name, nameLength, data, length, due) => post({ event: text(name, nameLength), data: text(data, length), due }),
  answer: (status, data, length) => post({ status, data: text(data, length), memory: memory.buffer.byteLength }),
  decline: () => post({ declined: true }),
};

async function start({ module, reserved }) {
  const { exports } = /** @type {any} */ (await WebAssembly.instantiate(module, { worker: imports }));
  memory = exports.memory;
  memory.grow(reserved);
  return exports;
}

/** Returns whether the memory cannot double, as a growing table needs it to. */
function isFull() {
  try {
    memory.grow(memory.buffer.byteLength / PAGE);
    return false;
  } catch {
    return true;
  }
}

async function run({ name, body, onlyInstant }) {
  try {
    const exports = await lab;
    const request = new TextEncoder().encode(`${name} ${body}`);
    // The buffer may need more memory, which replaces `memory.buffer`.
    const at = exports.buffer(request.length);
    new Uint8Array(memory.buffer, at, request.length).set(request);
    exports.run(onlyInstant);
  } catch (error) {
    // A trap. The memory is either full, or the browser does not give more; every other trap is a bug.
    const full = error instanceof RangeError || (memory !== null && isFull());
    const sentence = full
      ? 'there is not enough memory in this browser for this search; try a smaller puzzle, or the program on a computer'
      : `the search failed because of a bug in rushlab; please report it (${error.message})`;
    post({ status: full ? 422 : 500, data: JSON.stringify({ error: sentence }), trap: true });
  }
}

self.addEventListener('message', ({ data }) => (data.module ? (lab = start(data)) : run(data)));
