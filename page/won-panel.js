// The panel after a win: the stars and why there are that many, the move that left the shortest path, the next puzzle.

import { LEVELS } from './address.js';
import { addressOf, following } from './collections.js';
import { days, recordDaily, resultButton } from './daily.js';
import { announce, button, count, h } from './dom.js';
import * as lab from './lab.js';
import { recordResult } from './saves.js';
import { shareResult } from './share.js';
import { reason, result, stars } from './win.js';

/**
 * Creates the panel. `demonstration` shows solutions, `random(level)` opens another puzzle, `current()` returns the
 * game that is shown, `onNext()` is called before the next puzzle is opened.
 */
export function wonPanel(app, { demonstration, random, say, current, onNext }) {
  const root = h('div', { class: 'won', hidden: true });
  let nextButton = null;

  /** Returns what comes after this puzzle: the next of its collection, the next level of the day, or a random one. */
  async function find() {
    const { id, key, level, source } = app.current;
    if (source.kind === 'daily') {
      const [date, harder] = [source.value.split('/')[0], LEVELS[LEVELS.indexOf(level) + 1]];
      if (harder)
        return {
          text: `Next: ${harder}`,
          run: () => app.go({ tab: 'play', puzzle: { kind: 'daily', value: `${date}/${harder}` } }),
        };
      return { text: 'All puzzles', run: () => app.go({ tab: 'levels' }) };
    }
    const index = app.puzzles.findIndex((puzzle) => puzzle.id === id);
    const builtIn = index >= 0 ? app.puzzles[index + 1] : undefined;
    if (builtIn) return { text: `Next: ${builtIn.name}`, run: () => app.openPuzzle(builtIn.id) };
    const { collection, entry } = (await following(key)) ?? {};
    if (entry)
      return { text: `Next: ${entry.name ?? 'the next puzzle'}`, run: () => (location.hash = addressOf(entry)) };
    if (collection) return { text: 'All puzzles', run: () => app.go({ tab: 'levels', collection }) };
    return { text: 'Another puzzle', run: () => random(level) };
  }

  /** Opens the next puzzle, which gets the focus. */
  async function next() {
    const { run } = await find();
    onNext();
    await run();
  }

  /** Shows the move that left the shortest solutions. */
  async function compare(review, game) {
    const { game: line } = game.state;
    const response = await lab.request('game', { game: line, action: 'review' }).catch(() => null);
    const detour = response?.detour;
    if (!detour || current() !== game || game.state.game !== line) return;
    const words = ({ label, direction, cells }) => `${label} ${direction} ${cells}`;
    review.textContent = `You left the shortest path at move ${detour.index + 1}, ${words(detour.played)}; ${words(detour.shortest)} was on it. `;
    review.append(
      button(
        'Show it from there',
        async () => {
          const before = await lab.request('game', { game: detour.game, action: 'solution' }).catch(() => null);
          if (before && current() === game) demonstration.start(before, before.solution);
        },
        { symbol: 'solve' },
      ),
    );
  }

  const earned = ({ state, shown }) => (shown ? 0 : (state.stars ?? 1));

  /** Returns the date of the daily puzzle that a game has solved, if it has. */
  function dailyDate({ shown }) {
    const { source, rules, metric } = app.current;
    return source.kind === 'daily' && !rules && !metric && !shown ? source.value : undefined;
  }

  /** Stores the result of a finished game. */
  function record(game) {
    const { state, seconds, shown } = game;
    if (shown) return;
    const entry = {
      stars: earned(game),
      cost: state.cost,
      seconds: Math.round(seconds),
      par: state.par,
      level: app.current.level,
      hints: state.hints,
    };
    recordResult(state.board, entry);
    if (dailyDate(game)) recordDaily(dailyDate(game), entry);
    announce(`${result(game)} ${reason(game)} ${count(earned(game), 'stars')}.`);
  }

  /** Shows the result of a finished game. */
  function show(game) {
    const { state, shown } = game;
    const daily = dailyDate(game);
    nextButton = button('Next puzzle', next, { variant: 'strong', 'aria-keyshortcuts': 'Enter N' });
    const [mine, text] = [nextButton, nextButton.querySelector('span')];
    find().then((found) => mine === nextButton && (text.textContent = found.text));
    const review = h('p', { class: 'small review' });
    root.replaceChildren(
      stars(earned(game)),
      h('p', null, result(game)),
      h('p', { class: 'small' }, reason(game)),
      review,
      h(
        'div',
        { class: 'tools' },
        daily && days()[daily]
          ? resultButton(daily, say)
          : button('Share the result', () => shareResult(app, game, say), { symbol: 'share' }),
        nextButton,
      ),
    );
    root.hidden = false;
    say('');
    if (!shown && state.par !== null && state.cost > state.par) compare(review, game);
  }

  return { root, next, record, earned, show, focus: () => nextButton.focus() };
}
