// A Web Worker that runs the lab (crates/rushlab-wasm), one request at a time. To cancel a request, the page terminates the worker.
//
// Messages from the page: first `{ module, maximum }`, then requests `{ name, body }`. Messages to the page: `{ event, data, due }`,
// and once for each request `{ status, data, memory }`. `data` is JSON text.

const PAGE = 65_536;
/** The memory at the start, in pages of 64 KiB; build.rs of the crate has the same number, in bytes. */
const INITIAL = 64;

let memory = null;
let lab = null;
let maximum = 0;

const decoder = new TextDecoder();
const text = (at, length) => decoder.decode(new Uint8Array(memory.buffer, at, length));
const post = (message) => self.postMessage(message);

const imports = {
  now: () => performance.now(),
  emit: (name, nameLength, data, length, due) => post({ event: text(name, nameLength), data: text(data, length), due }),
  answer: (status, data, length) => post({ status, data: text(data, length), memory: memory.buffer.byteLength }),
};

function start(message) {
  maximum = message.maximum;
  memory = new WebAssembly.Memory({ initial: INITIAL, maximum });
  lab = WebAssembly.instantiate(message.module, { env: { memory }, worker: imports });
}

async function run({ name, body }) {
  try {
    const { exports } = await lab;
    const request = new TextEncoder().encode(`${name} ${body}`);
    // The buffer may need more memory, which replaces `memory.buffer`.
    const at = exports.buffer(request.length);
    new Uint8Array(memory.buffer, at, request.length).set(request);
    exports.run();
  } catch (error) {
    // A trap. The memory is either full, or the browser does not give more; every other trap is a bug.
    const full = memory !== null && memory.buffer.byteLength >= (maximum * PAGE) / 2;
    const sentence = full || error instanceof RangeError
      ? 'there is not enough memory in this browser for this search; try a smaller puzzle, or the program on a computer'
      : `the search failed because of a bug in rushlab; please report it (${error.message})`;
    post({ status: full ? 422 : 500, data: JSON.stringify({ error: sentence }), trap: true });
  }
}

self.addEventListener('message', ({ data }) => (data.module ? start(data) : run(data)));
