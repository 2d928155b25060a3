// The tab Solve: solves with any algorithm, plays the solution, shows the search tree, and offers experiments.

import { format } from './address.js';
import { BoardView } from './board.js';
import { announce, button, capital, count, figureRows, followPuzzle, h, reducedMotion, sentenceCard } from './dom.js';
import { experimentCard } from './experiments.js';
import * as lab from './lab.js';
import { Player } from './player.js';
import { start } from './puzzle.js';
import { outdatedLine, searchMenus } from './search-menus.js';
import { solveSentences } from './sentences.js';
import { copyText } from './share.js';
import { load, save } from './store.js';
import { TreeView } from './tree.js';

export function mount(app, root) {
  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, { label: 'Board of the solution' });
  const player = new Player(view);
  const menus = searchMenus(app, load('search', {}), (changed) => save('search', changed.options()));
  const verdict = h('p', { class: 'message', role: 'status' });
  const outdated = outdatedLine(app, menus);
  const figures = h('dl', { class: 'figures' });
  const seen = sentenceCard();
  const tree = new TreeView(app, menus);
  const go = button('Solve', solve, { variant: 'strong', symbol: 'solve' });
  const share = button('Copy a link to this search', copyLink, { symbol: 'share' });
  const stop = button('Stop', () => search?.abort(), { disabled: true });
  let search = null;

  root.append(
    h(
      'div',
      { class: 'stage' },
      host,
      h(
        'div',
        { class: 'side' },
        h(
          'div',
          { class: 'card' },
          h('h1', { id: 'solve-title' }, 'Solve'),
          app.puzzleMenu(),
          menus.element,
          h('div', { class: 'tools' }, go, stop, share),
        ),
        h('div', { class: 'card' }, verdict, outdated.element, figures, player.bar, player.tools, player.list),
        seen.element,
      ),
    ),
    h('div', { class: 'below' }, tree.element, experimentCard(app, menus, tree)),
  );

  /** Copies a link that opens the puzzle with the selected search. */
  function copyLink() {
    const { algorithm, heuristic } = menus.options();
    const hash = format({ ...app.parts(), tab: 'solve', algorithm, heuristic });
    return copyText(
      `${location.origin}${location.pathname}${hash}`,
      (words) => (verdict.textContent = words),
      'The link',
    );
  }

  /** Selects the search of the address that was opened. */
  function enter() {
    const { algorithm, heuristic } = app.search ?? {};
    app.search = null;
    const isKnown = (list, wanted) => list.some(({ name }) => name === wanted);
    if (!isKnown(app.menu.algorithms, algorithm)) return;
    menus.set({ algorithm, heuristic: isKnown(app.menu.heuristics, heuristic) ? heuristic : undefined });
  }

  async function solve() {
    search?.abort();
    const request = (search = new AbortController());
    verdict.textContent = 'Searching …';
    verdict.className = 'message';
    seen.set([]);
    outdated.set(null);
    stop.disabled = false;
    const options = menus.options();
    const asked = { about: menus.about(), estimate: menus.estimate() };
    try {
      const response = await lab.request(
        'solve',
        { puzzle: app.current.board.puzzle, search: options },
        { signal: request.signal },
      );
      if (search !== request) return;
      outdated.set(options);
      verdict.textContent = `${capital(response.text)}.`;
      announce(verdict.textContent);
      figures.replaceChildren(
        ...figureRows([
          ['Moves', response.moves],
          ['Steps', response.steps],
          ['Expanded', response.expanded],
          ['Generated', response.generated],
          ['Stored', response.states],
          ['Milliseconds', Number((response.seconds * 1000).toFixed(response.seconds < 0.1 ? 2 : 0))],
        ]),
      );
      seen.set(solveSentences(response, response.board.rules.metric, asked));
      player.load(response.board, response.positions ?? [start(response.board)], response.solution);
      if (response.solution.length && !reducedMotion()) player.play();
    } catch (error) {
      if (search !== request) return;
      verdict.textContent = lab.isAborted(error) ? 'Stopped.' : `${error.message}.`;
      verdict.classList.toggle('bad', !lab.isAborted(error));
    }
    stop.disabled = true;
  }

  function reset() {
    search?.abort();
    search = null;
    stop.disabled = true;
    const { board } = app.current;
    player.load(board, [start(board)], []);
    figures.replaceChildren();
    outdated.set(null);
    seen.set([]);
    tree.reset();
    verdict.className = 'message';
    verdict.textContent = `${count(board.vehicles.length, 'vehicles')} on ${board.width}×${board.height}.`;
  }
  followPuzzle(app, reset);
  reset();
  return {
    enter,
    leave: () => {
      player.stop();
      tree.leave();
    },
  };
}
