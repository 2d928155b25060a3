// The line that says whether the shortest solution can still be reached.

import { h } from './dom.js';
import * as lab from './lab.js';
import { setting, watch } from './settings.js';

/** Creates the line, which is shown if the user wants it. `current()` returns the game that is played. */
export function pathLine(current) {
  const element = h('p', { class: 'small path', role: 'status', hidden: true });

  async function show() {
    const game = current();
    const { state } = game;
    element.hidden = !setting('path') || state.finished;
    if (element.hidden) return;
    const { error, remaining, par } = await lab
      .request('game', { game: state.game, action: 'remaining' })
      .catch((problem) => ({ error: problem }));
    if (game !== current() || state !== game.state) return;
    const over = error || remaining === null ? null : state.cost + remaining - par;
    element.textContent = error
      ? `${error.message}.`
      : over === null
        ? `The exit cannot be reached from here${state.can_undo ? ': undo a move' : ''}.`
        : over > 0
          ? `Not on a shortest path: ${over} more than par.`
          : 'Still on a shortest path.';
    element.classList.toggle('good', over === 0);
  }

  watch('path', () => current()?.state && show());
  return { element, show, hide: () => (element.hidden = true) };
}
