// Computes the layout of a graph in a Web Worker, so that the page stays responsive. It sends coordinates from time to
// time, and the last ones with `settled`.

import { Layout } from './graph.js';

/** The time between two messages, in milliseconds. */
const INTERVAL = 120;

addEventListener('message', ({ data: { size, edges } }) => {
  const layout = new Layout(size, edges);
  const send = (settled) => {
    const [x, y] = [Float32Array.from(layout.x), Float32Array.from(layout.y)];
    postMessage({ x, y, bounds: layout.bounds(), settled }, { transfer: [x.buffer, y.buffer] });
  };
  send(false);
  let next = performance.now() + INTERVAL;
  while (layout.step()) {
    if (performance.now() < next) continue;
    send(false);
    next = performance.now() + INTERVAL;
  }
  send(true);
});
