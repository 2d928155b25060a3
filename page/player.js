// A solution on a board: the playback control, and the list of moves.

import { button, h, select } from './dom.js';
import { makePlayback } from './play-button.js';
import { bind, setting, watch } from './settings.js';
import { copyText } from './share.js';

/** Writes a move: `A right 2`. */
export const moveText = (move) => `${move.label} ${move.direction} ${move.cells}`;

const COMPASS = { up: 'N', right: 'E', down: 'S', left: 'W' };

/** Writes a move from a position in Schlegel's notation: `((4 3) N 1)`, with the row and column of the first cell. */
export function schlegelText({ vehicles }, { offsets }, { vehicle, direction, cells }) {
  const { horizontal, line } = vehicles[vehicle];
  const [row, column] = horizontal ? [line, offsets[vehicle]] : [offsets[vehicle], line];
  return `((${row + 1} ${column + 1}) ${COMPASS[direction]} ${cells})`;
}

/** The notations in which a list of moves is shown. */
const NOTATIONS = [
  { value: 'words', text: 'A right 2' },
  { value: 'schlegel', text: '((3 1) E 2) (Schlegel)' },
];

/** Plays a list of positions on a board. */
export class Player {
  /** @type {any} */ board;

  constructor(view) {
    this.view = view;
    this.positions = [];
    this.moves = [];
    this.playback = makePlayback({
      onShow: (index) => this.show(index),
      describe: (index) => (index && this.moves[index - 1] ? `${index}: ${moveText(this.moves[index - 1])}` : 'Start'),
    });
    this.bar = this.playback.element;
    this.list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
    const notation = bind(select(NOTATIONS, 'words'), 'notation');
    notation.setAttribute('aria-label', 'Notation of the moves');
    const status = h('span', { class: 'small', role: 'status' });
    const say = (words) => (status.textContent = words);
    /** The notation of the moves, and a button that copies all. */
    this.tools = h(
      'div',
      { class: 'tools minor', hidden: true },
      notation,
      button('Copy the moves', () => copyText(this.text(), say, 'The list'), { symbol: 'copy' }),
      status,
    );
    watch('notation', () => this.draw());
  }

  /** Writes a move of the list. */
  write(at) {
    return setting('notation') === 'schlegel'
      ? schlegelText(this.board, this.positions[at], this.moves[at])
      : moveText(this.moves[at]);
  }

  /** Writes all moves. */
  text() {
    const all = this.moves.slice(0, this.positions.length).map((_, at) => this.write(at));
    return setting('notation') === 'schlegel' ? `(${all.join(' ')})` : all.join(', ');
  }

  /** Draws the list. */
  draw() {
    this.tools.hidden = !this.moves.length;
    this.list.replaceChildren(
      ...this.moves
        .slice(0, this.positions.length)
        .map((_, at) =>
          h(
            'li',
            null,
            h('button', { type: 'button', onclick: () => this.go(at + 1) }, h('small', null, at + 1), this.write(at)),
          ),
        ),
    );
  }

  /** Sets the board, the positions, and the moves between them; shows the start, or the position with an index. */
  load(board, positions, moves, index = 0) {
    Object.assign(this, { board, positions, moves });
    this.draw();
    this.bar.hidden = positions.length < 2;
    this.playback.load(positions.length, index);
  }

  go(index) {
    this.playback.pause();
    this.playback.show(index);
  }

  show(index) {
    if (!this.positions.length) return;
    this.view.show(this.board, this.positions[index]);
    this.view.mark(index < this.moves.length ? this.moves[index].vehicle : -1);
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const entry = this.list.children[index - 1]?.firstChild;
    entry?.setAttribute('aria-current', 'step');
    if (entry) this.list.scrollTop = entry.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  play() {
    this.playback.play();
  }

  stop() {
    this.playback.pause();
  }
}
