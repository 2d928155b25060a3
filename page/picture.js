// Pictures of a board as files: SVG, PNG, PDF, and the solution as an animated GIF. The board is drawn as on the page.

import { BoardView } from './board.js';
import { h } from './dom.js';
import { encodeGif } from './gif.js';
import * as lab from './lab.js';
import { encodePdf } from './pdf.js';

const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'display',
  'transform',
];

/** Returns a board as the text of an SVG file that needs no style sheet. */
export function svgText(svg) {
  const copy = svg.cloneNode(true);
  const [originals, copies] = [svg, copy].map((root) => [root, ...root.querySelectorAll('*')]);
  // The policy of the page forbids style attributes, so each property becomes an attribute of SVG.
  originals.forEach((element, index) => {
    const style = getComputedStyle(element);
    const target = copies[index];
    for (const name of ['class', 'style', 'tabindex', 'role', 'aria-label']) target.removeAttribute(name);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value !== 'none' || name !== 'transform') target.setAttribute(name, value);
    }
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  return new XMLSerializer().serializeToString(copy);
}

/** Draws a board on a canvas of the given scale. */
async function rasterise(svg, scale) {
  const { width, height } = svg.viewBox.baseVal;
  const canvas = h('canvas', { width: Math.round(width * scale), height: Math.round(height * scale) });
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svgText(svg)], { type: 'image/svg+xml' }));
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns a board as a PNG file. */
export async function png(svg) {
  const canvas = await rasterise(svg, 2);
  return new Promise((done, failed) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('this browser cannot draw the picture'))),
      'image/png',
    ),
  );
}

/** Returns a board as a PDF file with a title. */
export const pdf = (svg, title) => new Blob([encodePdf(svg, title)], { type: 'application/pdf' });

/** The longest solution that becomes an animation, in moves. */
const MAX_MOVES = 200;

/** Returns the shortest solution of a board as an animated GIF. */
export async function solutionGif(board, signal) {
  const found = await lab.request('solve', { puzzle: board.puzzle }, { signal });
  if (found.status !== 'solved') throw new Error(`There is no animation: ${found.text}`);
  if (found.positions.length > MAX_MOVES)
    throw new Error(`The solution has more than ${MAX_MOVES} moves, too many for an animation`);
  const host = h('div', { class: 'offscreen' });
  document.body.append(host);
  try {
    const view = new BoardView(host);
    /** @type {any} */
    const frames = [];
    const size = Math.min(1, 360 / Math.max(board.width * 64, board.height * 64));
    for (const [index, position] of found.positions.entries()) {
      view.show(found.board, position);
      const canvas = await rasterise(view.svg, size);
      if (signal.aborted) throw new DOMException('', 'AbortError');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const end = index === 0 || index === found.positions.length - 1;
      frames.push({ data, delay: end ? 120 : 45 });
      Object.assign(frames, { width: canvas.width, height: canvas.height });
    }
    return new Blob([encodeGif(frames.width, frames.height, frames)], { type: 'image/gif' });
  } finally {
    host.remove();
  }
}
