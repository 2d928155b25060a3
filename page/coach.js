// The first minute: what to do, shown on the board once, and one idea on each of the first three puzzles.

import { CELL } from './board.js';
import { h, reducedMotion, s } from './dom.js';
import * as lab from './lab.js';
import { best } from './saves.js';

const LESSONS = {
  1: ['Get the red car out. Drag the cars.', 'Par is the smallest number of moves that solves the puzzle.'],
  2: [
    'Stuck? Press Hint: first it says how many moves are left, then which car, then the move.',
    'You can undo every move.',
  ],
  3: ['Solve it in par for three stars. A few moves more leave two.', 'A hint that shows the move costs one star.'],
};

/** Returns what to say at a puzzle that was not solved yet; undefined at all others. */
export function lesson({ id, board }) {
  return best(board) ? undefined : LESSONS[id];
}

/** Creates the lines of a lesson. */
export const lessonLines = ([first, second]) => [h('p', null, h('b', null, first)), h('p', { class: 'small' }, second)];

/**
 * Returns the move to show: the first one of the solution that is possible at the start and clears the way of the
 * primary.
 */
function firstDrag({ board, reach }, solution) {
  const { line, horizontal } = board.vehicles.find((vehicle) => vehicle.primary);
  const isInTheWay = (vehicle) =>
    vehicle.horizontal !== horizontal && vehicle.offset <= line && line < vehicle.offset + vehicle.length;
  const isPossible = ({ vehicle, direction, cells }) =>
    reach[vehicle][['left', 'up'].includes(direction) ? 0 : 1] >= cells;
  return solution.find((move) => isInTheWay(board.vehicles[move.vehicle]) && isPossible(move)) ?? solution[0];
}

/** Shows one drag on the board at the start of a game, and back. `isCurrent` says whether it is still wanted. */
export async function showDrag(view, state, isCurrent) {
  const { board } = state;
  const found = await lab.request('solve', { puzzle: board.puzzle, brief: true }).catch(() => null);
  if (!found?.solution?.length || !isCurrent()) return;
  const move = firstDrag(state, found.solution);
  const vehicle = board.vehicles[move.vehicle];
  const sign = ['left', 'up'].includes(move.direction) ? -1 : 1;
  const [row, column] = vehicle.horizontal ? [vehicle.line, vehicle.offset] : [vehicle.offset, vehicle.line];
  const middle = (vehicle.length * CELL) / 2;
  const from = [
    column * CELL + (vehicle.horizontal ? middle : CELL / 2),
    row * CELL + (vehicle.horizontal ? CELL / 2 : middle),
  ];
  const by = vehicle.horizontal ? [sign * move.cells * CELL, 0] : [0, sign * move.cells * CELL];
  const hand = s(
    'g',
    { class: 'hand', 'aria-hidden': 'true' },
    s('circle', { r: 20 }),
    s('path', {
      d: 'M0 0v-3a4 4 0 0 1 8 0v14l3-1c4-1 9 1 10 5l1 9c0 6-4 11-10 11H5c-3 0-6-2-7-5l-6-13c-1-4 3-5 5-2l3 4z',
    }),
  );
  const at = (/** @type {number[]} */ [x, y]) => `translate(${x}px, ${y}px)`;
  hand.style.transform = at(from);
  view.layer.replaceChildren(hand);
  // A vehicle that the user takes follows the pointer at once.
  view.svg.addEventListener('pointerdown', () => endDrag(view), { capture: true, once: true });
  if (reducedMotion()) return;
  const to = [from[0] + by[0], from[1] + by[1]];
  const timing = { duration: 2600, easing: 'ease-in-out', delay: 500 };
  const frames = (start, end) => [
    { transform: at(start) },
    { transform: at(end), offset: 0.45 },
    { transform: at(end), offset: 0.6 },
    { transform: at(start) },
  ];
  const cell = [column * CELL, row * CELL];
  const moving = view.groups[move.vehicle].animate(frames(cell, [cell[0] + by[0], cell[1] + by[1]]), timing);
  hand.animate(frames(from, to), timing);
  moving.finished.then(
    () => hand.remove(),
    () => hand.remove(),
  );
}

/** Ends the drag. */
export function endDrag(view) {
  view.layer?.replaceChildren();
  view.groups?.forEach((group) =>
    group
      .getAnimations()
      .filter((animation) => animation.effect.getTiming().duration === 2600)
      .forEach((animation) => animation.cancel()),
  );
}
