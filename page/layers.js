// The layered picture of a cluster of any size: how many positions are at each distance from the start and from the
// exit.

import { h, s } from './dom.js';

/** The largest area of the squares and the largest square, in pixels; the name of the axis needs a height. */
const [WIDTH, HEIGHT, CELL, MIN_HEIGHT] = [660, 480, 28, 110];
const [LEFT, TOP, RIGHT, BOTTOM] = [50, 12, 10, 42];

/**
 * Creates the picture. `layers[from][to]` is the number of positions `from` moves from the start and `to` moves from
 * the exit.
 */
export function layeredPicture(layers, start, unit) {
  const columns = layers.length;
  const rows = Math.max(1, ...layers.map((layer) => layer.length));
  const cell = Math.min(CELL, WIDTH / columns, HEIGHT / rows);
  const tall = Math.max(MIN_HEIGHT, rows * cell);
  const [width, height] = [LEFT + Math.max(MIN_HEIGHT, columns * cell) + RIGHT, TOP + tall + BOTTOM];
  const greatest = Math.max(1, ...layers.flat());
  const x = (from) => LEFT + from * cell;
  const y = (to) => TOP + tall - (to + 1) * cell;
  // The area of a square grows with the logarithm of the count.
  const side = (count) => cell * Math.sqrt(0.06 + (0.94 * Math.log(1 + count)) / Math.log(1 + greatest));
  const squares = layers.flatMap((layer, from) =>
    layer.map(
      (count, to) =>
        count > 0 &&
        s(
          'rect',
          {
            class: to ? 'layer-cell' : 'layer-cell goals',
            x: x(from) + (cell - side(count)) / 2,
            y: y(to) + (cell - side(count)) / 2,
            width: side(count),
            height: side(count),
          },
          s(
            'title',
            null,
            `${count.toLocaleString('en')} positions: ${from} ${unit} from the start, ${to} from the exit`,
          ),
        ),
    ),
  );
  const every = (count) => Math.max(1, Math.ceil(count / 10));
  const marks = [
    ...Array.from(
      { length: columns },
      (_, from) =>
        from % every(columns) === 0 &&
        s('text', { x: x(from) + cell / 2, y: height - BOTTOM + 15, 'text-anchor': 'middle' }, from),
    ),
    ...Array.from(
      { length: rows },
      (_, to) =>
        to % every(rows) === 0 && s('text', { x: LEFT - 6, y: y(to) + cell / 2 + 4, 'text-anchor': 'end' }, to),
    ),
    s(
      'text',
      { x: LEFT + Math.max(MIN_HEIGHT, columns * cell) / 2, y: height - 6, 'text-anchor': 'middle' },
      `${unit} from the start`,
    ),
    s(
      'text',
      { x: 0, y: 0, transform: `translate(12 ${TOP + tall / 2}) rotate(-90)`, 'text-anchor': 'middle' },
      `${unit} to the exit`,
    ),
  ];
  const ring =
    start !== null &&
    start !== undefined &&
    s('rect', { class: 'layer-start', x: x(0) - 1, y: y(start) - 1, width: cell + 2, height: cell + 2, rx: 3 });
  const svg = s(
    'svg',
    {
      class: 'plot layers',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': `Positions by ${unit} from the start and to the exit`,
    },
    marks,
    squares,
    ring,
  );
  return h(
    'figure',
    { class: 'layer-figure' },
    svg,
    h(
      'ul',
      { class: 'key' },
      h(
        'li',
        null,
        h('span', { class: 'swatch layer-cell' }),
        `positions; the area grows with the logarithm of their number, up to ${greatest.toLocaleString('en')}`,
      ),
      h('li', null, h('span', { class: 'swatch layer-cell goals' }), 'solved positions'),
      h('li', null, h('span', { class: 'swatch ring-start' }), 'the start'),
    ),
  );
}
