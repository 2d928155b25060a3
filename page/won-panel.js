// The panel after a win: the stars and why there are that many, the move that left the shortest path, the next puzzle.

import { days, recordDaily, resultButton } from './daily.js';
import { announce, button, count, h } from './dom.js';
import * as lab from './lab.js';
import { recordResult } from './saves.js';
import { reason, result, stars } from './win.js';

/**
 * Creates the panel. `demonstration` shows solutions, `random(level)` opens another puzzle, `current()` returns the
 * game that is shown.
 */
export function wonPanel(app, { demonstration, random, say, current }) {
  const root = h('div', { class: 'won', hidden: true });
  let nextButton = null;

  /** Returns what comes after this puzzle. */
  function next() {
    const index = app.puzzles.findIndex((puzzle) => puzzle.id === app.current.id);
    const following = index >= 0 ? app.puzzles[index + 1] : undefined;
    if (following) return { text: `Next: ${following.name}`, run: () => app.openPuzzle(following.id) };
    if (app.current.source.kind === 'daily') return { text: 'All puzzles', run: () => app.go({ tab: 'levels' }) };
    return { text: 'Another puzzle', run: () => random(app.current.level) };
  }

  /** Shows the move that left the shortest solutions. */
  async function compare(review, game) {
    const { game: line } = game.state;
    const response = await lab.request('game', { game: line, action: 'review' }).catch(() => null);
    const detour = response?.detour;
    if (!detour || current() !== game || game.state.game !== line) return;
    const words = ({ label, direction, cells }) => `${label} ${direction} ${cells}`;
    review.textContent = `You left the shortest path at move ${detour.index + 1}, ${words(detour.played)}; ${words(detour.shortest)} was on it. `;
    review.append(button('Show it from there', async () => {
      const before = await lab.request('game', { game: detour.game, action: 'solution' }).catch(() => null);
      if (before && current() === game) demonstration.start(before, before.solution);
    }, { symbol: 'solve' }));
  }

  const earned = ({ state, shown }) => (shown ? 0 : state.stars ?? 1);

  /** Returns the date of the daily puzzle that a game has solved, if it has. */
  function dailyDate({ shown }) {
    const { source, rules, metric } = app.current;
    return source.kind === 'daily' && !rules && !metric && !shown ? source.value : undefined;
  }

  /** Stores the result of a finished game. */
  function record(game) {
    const { state, seconds, shown } = game;
    if (shown) return;
    const entry = { stars: earned(game), cost: state.cost, seconds: Math.round(seconds), par: state.par };
    recordResult(state.board, entry);
    if (dailyDate(game)) recordDaily(dailyDate(game), entry);
    announce(`${result(game)} ${reason(game)} ${count(earned(game), 'stars')}.`);
  }

  /** Shows the result of a finished game. */
  function show(game) {
    const { state, shown } = game;
    const daily = dailyDate(game);
    const following = next();
    nextButton = button(following.text, following.run, { variant: 'strong', 'aria-keyshortcuts': 'Enter N' });
    const review = h('p', { class: 'small review' });
    root.replaceChildren(stars(earned(game)), h('p', null, result(game)), h('p', { class: 'small' }, reason(game)), review,
      h('div', { class: 'tools' }, daily && days()[daily] && resultButton(app, daily, say), nextButton));
    root.hidden = false;
    say('');
    if (!shown && state.par !== null && state.cost > state.par) compare(review, game);
  }

  return { root, next, record, show, focus: () => nextButton.focus() };
}
