// A solution on a board: the playback control, and the list of moves.

import { h } from './dom.js';
import { makePlayback } from './play-button.js';

/** Writes a move: `A right 2`. */
export const moveText = (move) => `${move.label} ${move.direction} ${move.cells}`;

/** Plays a list of positions on a board. */
export class Player {
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
  }

  /** Sets the board, the positions, and the moves between them; shows the start, or the position with an index. */
  load(board, positions, moves, index = 0) {
    Object.assign(this, { board, positions, moves });
    this.list.replaceChildren(...moves.map((move, at) => h('li', null,
      h('button', { type: 'button', onclick: () => this.go(at + 1) }, h('small', null, at + 1), moveText(move)))));
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
