// The figures of a game: moves or steps, par, time, the best result. The time runs while the game does.

import { h } from './dom.js';
import { best } from './saves.js';
import { stars } from './win.js';

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

export class GameFigures {
  /** `running()` returns the game whose time runs, if there is one. */
  constructor(running) {
    this.values = Object.fromEntries(['Moves', 'Par', 'Time', 'Best'].map((name) => [name, h('dd')]));
    this.element = h(
      'dl',
      { class: 'figures' },
      Object.entries(this.values).map(([name, value]) => h('div', null, h('dt', null, name), value)),
    );
    setInterval(() => {
      const game = running();
      if (!game) return;
      game.seconds += 1;
      this.showTime(game);
    }, 1000);
  }

  showTime({ seconds }) {
    this.values.Time.textContent = clock(seconds);
  }

  /** Shows a game; `par` is the cost of a shortest solution, or null if it is not known. */
  show(game, par) {
    const { Moves, Par, Best } = this.values;
    const { board, cost, par: found } = game.state;
    Moves.previousSibling.textContent = board.rules.metric === 'steps' ? 'Steps' : 'Moves';
    Moves.textContent = cost;
    Par.textContent = found ?? par ?? '–';
    this.showTime(game);
    const record = best(board);
    Best.replaceChildren(record ? `${record.cost} ` : '–', record ? stars(record.stars) : '');
  }
}
