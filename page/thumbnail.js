// A small picture of a board, with few shapes, for lists of puzzles.

import { s } from './dom.js';

/** Creates the picture. */
export function thumbnail({ width, height, vehicles, walls, exit }) {
  const cell = 10;
  const [across, down] = [width * cell, height * cell];
  const mark = {
    right: [across, exit.line * cell + 1, 4, 8],
    left: [-4, exit.line * cell + 1, 4, 8],
    top: [exit.line * cell + 1, -4, 8, 4],
    bottom: [exit.line * cell + 1, down, 8, 4],
  }[exit.side];
  const rect = ([x, y, w, t], rest) => s('rect', { x, y, width: w, height: t, ...rest });
  return s(
    'svg',
    { class: 'thumbnail', viewBox: `-5 -5 ${across + 10} ${down + 10}`, 'aria-hidden': 'true' },
    rect([-2, -2, across + 4, down + 4], { class: 'floor', rx: 3 }),
    rect(mark, { class: 'thumbnail-exit' }),
    walls.map(([row, column]) =>
      rect([column * cell + 0.5, row * cell + 0.5, 9, 9], { class: 'thumbnail-wall', rx: 1.5 }),
    ),
    vehicles.map(({ horizontal, line, offset, length, colour, rim }) => {
      const [x, y] = horizontal ? [offset, line] : [line, offset];
      const [w, t] = horizontal ? [length, 1] : [1, length];
      return rect([x * cell + 0.8, y * cell + 0.8, w * cell - 1.6, t * cell - 1.6], {
        rx: 2.5,
        fill: colour,
        stroke: rim,
        'stroke-width': 0.6,
      });
    }),
  );
}
