// What a finished game shows: the car leaves, a celebration in the board, the stars and why there are that many.

import { count, h, icon, reducedMotion, s } from './dom.js';
import { CELL } from './board.js';
import { solved } from './sound.js';

/** Creates the icons of a number of stars. They are hidden from screen readers, which get the number as text. */
export const stars = (number) =>
  h(
    'span',
    { class: 'stars', 'aria-hidden': 'true' },
    [1, 2, 3].map((index) => h('span', { class: index <= number ? 'on' : '' }, icon('star'))),
  );

const WORDS = ['No stars', 'One star', 'Two stars', 'Three stars'];

/** Returns why a finished game has its number of stars. */
export function reason({ state, shown }) {
  const unit = state.board.rules.metric;
  if (shown) return 'No stars: the solution was shown. Restart to play for stars.';
  if (state.par === null) return 'One star: the shortest solution is unknown.';
  const over = state.cost - state.par;
  const word = WORDS[state.stars ?? 1];
  if (over <= 0 && state.stars === 3) return 'Three stars. No solution is shorter.';
  if (over <= 0) return `${word}: no solution is shorter, but a hint showed a move.`;
  const two = state.two_stars ? `, two need at most ${state.two_stars}` : '';
  return `${word}: ${count(over, unit)} over par. Three stars need ${state.par}${two}.`;
}

/** Creates the sentence about the result. */
export const result = ({ state }) => `Solved in ${count(state.cost, state.board.rules.metric)}!`;

/** Lets the primary drive out, and celebrates in the board. */
export function celebrate(view, isCurrent) {
  solved();
  if (reducedMotion()) return;
  setTimeout(() => {
    if (!isCurrent()) return;
    view.driveOut();
    confetti(view);
  }, 160);
}

/** Throws pieces of paper from the exit. */
function confetti(view) {
  const { board, layer } = view;
  const { side, line } = board.exit;
  const flat = side === 'left' || side === 'right';
  const far = { right: board.width, left: 0, top: 0, bottom: board.height }[side];
  const [x, y] = (flat ? [far, line + 0.5] : [line + 0.5, far]).map((cells) => cells * CELL);
  const colours = [...new Set(board.vehicles.map(({ colour }) => colour))];
  const inward = { right: Math.PI, left: 0, top: Math.PI / 2, bottom: -Math.PI / 2 }[side];
  const pieces = Array.from({ length: 36 }, (_, index) => {
    const angle = inward + ((index % 12) / 11 - 0.5) * 2.4;
    const distance = CELL * (1.5 + ((index * 7) % 11) * 0.42);
    const piece = s('rect', {
      class: 'confetti',
      x: x - 4,
      y: y - 4,
      width: 9,
      height: 6,
      rx: 1,
      fill: colours[index % colours.length],
    });
    piece.style.setProperty(
      '--to',
      `translate(${Math.cos(angle) * distance}px, ${Math.sin(angle) * distance + CELL}px) rotate(${index * 67}deg)`,
    );
    piece.style.animationDelay = `${(index % 6) * 30}ms`;
    return piece;
  });
  layer.replaceChildren(...pieces);
  setTimeout(() => pieces.forEach((piece) => piece.remove()), 1800);
}
