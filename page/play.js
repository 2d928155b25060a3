// The tab Play: the board and the actions of the game, from its beginning to its end.

import { BoardView } from './board.js';
import { solved as challengeSolved } from './challenge.js';
import { endDrag, lesson, lessonLines, showDrag } from './coach.js';
import { dailyLine } from './daily.js';
import { Demonstration } from './demonstration.js';
import { announce, button, count, h } from './dom.js';
import { GameFigures } from './game-figures.js';
import { Game } from './game.js';
import * as lab from './lab.js';
import { pathLine } from './path-line.js';
import { playKeys } from './play-keys.js';
import { start } from './puzzle.js';
import { puzzlesCard } from './puzzles-card.js';
import { rulesLine, rulesMenu } from './rules.js';
import { savepointsPanel } from './savepoints.js';
import { bind } from './settings.js';
import { sharePanel } from './share.js';
import { moved } from './sound.js';
import { onOtherTab } from './store.js';
import { swipes } from './swipe.js';
import { celebrate } from './win.js';
import { wonPanel } from './won-panel.js';

/** Sets whether a button can be used. It keeps the focus, which a disabled button would lose. */
const enable = (element, on) => element.setAttribute('aria-disabled', String(!on));

export function mount(app, root) {
  /** The game of the current puzzle. Answers for another game are ignored. */
  let game = null;
  /** What a search has found out about the puzzle: `{status, cost}`. */
  let found = null;
  let parRequest = null;
  /** Whether the board of the puzzle that is being opened gets the focus. */
  let focusBoard = false;
  /** The search for a hint. */
  let searching = null;

  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, {
    onMove: (vehicle, cells) => act({ move: { vehicle, cells } }),
    onBlocked: blocked,
    label: 'Board. Letter keys select a vehicle, arrow keys move it.',
  });
  const title = h('h1', { id: 'play-title' });
  const badge = h('span', { class: 'badge' });
  const coach = h('div', { class: 'coach', hidden: true });
  const rules = h('p', { class: 'small rules', hidden: true });
  const figures = new GameFigures(() => (isRunning() ? game : null));
  const message = h('p', { class: 'message' });
  const path = pathLine(() => game);
  const tools = {
    undo: button('Undo', () => act('undo'), { symbol: 'undo', 'aria-keyshortcuts': 'Control+Z' }),
    redo: button('Redo', () => act('redo'), { symbol: 'redo', 'aria-keyshortcuts': 'Control+Y' }),
    reset: button('Restart', () => act('reset'), { symbol: 'reset' }),
    hint: button('Hint', hint, { symbol: 'hint', variant: 'strong' }),
  };
  const demonstration = new Demonstration(view, () => {
    show();
    if (game.state.finished) return;
    say('The solution was shown, so this game earns no stars. Restart to play for stars.');
    showSolution.focus();
  });
  const showSolution = button('Show the solution', demonstrate, { symbol: 'solve' });
  const share = sharePanel(app, view, say);
  const savepoints = savepointsPanel({ current: () => game, say, onRestore: restore });
  const daily = dailyLine();
  const puzzles = puzzlesCard(app);
  const otherRules = rulesMenu(app);
  const won = wonPanel(app, {
    demonstration,
    random: puzzles.random,
    say,
    current: () => game,
    onNext: () => (focusBoard = true),
  });
  const toggle = (text, name) =>
    h('label', { class: 'toggle' }, bind(h('input', { type: 'checkbox' }), name), h('span', null, text));

  // The tools are beside the board, so that both fit the screen of a phone.
  root.append(
    h(
      'div',
      { class: 'stage' },
      daily.element,
      host,
      h('div', { class: 'controls' }, h('div', { class: 'tools main-tools' }, Object.values(tools)), message),
      h(
        'div',
        { class: 'side' },
        h(
          'div',
          { class: 'card' },
          h('div', { class: 'title' }, title, badge),
          coach,
          rules,
          figures.element,
          path.element,
          won.root,
          demonstration.bar,
          h('div', { class: 'tools minor' }, showSolution, share.open),
          share.panel,
          h(
            'details',
            null,
            h('summary', null, 'Savepoints and settings'),
            h(
              'div',
              { class: 'options' },
              savepoints.root,
              toggle('Say whether I am still on a shortest path', 'path'),
              toggle('Sound', 'sound'),
              toggle('Vibration', 'vibration'),
              otherRules.root,
            ),
          ),
        ),
        puzzles.root,
        h(
          'details',
          { class: 'keys' },
          h('summary', null, 'Keys and gestures'),
          h(
            'p',
            null,
            'A letter selects the vehicle with that label. Arrow keys along the vehicle move it, with Shift as far as possible; the other arrow keys select the nearest vehicle in that direction. ',
            'Ctrl+Z undoes a move, Ctrl+Y redoes it, ? gives a hint, Enter or N opens the next puzzle after a win. On a touch screen, a swipe to the left beside the vehicles undoes a move, a swipe to the right redoes it.',
          ),
        ),
      ),
    ),
  );

  playKeys({
    isActive: () => !root.hidden && game?.state,
    act,
    hint,
    select: (letter) => view.focus(letter),
    isFinished: () => game.state.finished,
    next: won.next,
    demonstration,
  });
  swipes(host, { left: () => act('undo'), right: () => act('redo') });

  const isUnsolvable = () => found?.status === 'unsolvable';
  /** Returns whether the user has solved the puzzle, which was not solved at the start. */
  const isWon = () => game.state.finished && game.state.moves > 0;

  /** Shows a sentence, and reads it to screen readers. */
  function say(text, bad = false) {
    message.textContent = text;
    message.classList.toggle('bad', bad);
    if (text) announce(text);
  }

  /** Says that a vehicle cannot move; after fast typing, tries again when the moves before are made. */
  function blocked({ label }, retry) {
    const refuse = () => say(`${label} cannot move in that direction.`);
    if (!game.pending) refuse();
    else game.queue.then(() => setTimeout(() => retry() || refuse()));
  }

  /** Performs an action of the game, if it is possible. */
  async function act(action) {
    const mine = game;
    const tool = tools[action];
    if (!mine?.state || demonstration.active || tool?.getAttribute('aria-disabled') === 'true') return;
    endDrag(view);
    // The answer would be one for another position.
    searching?.abort();
    try {
      const before = await mine.act(action);
      if (mine === game) after(action, before);
    } catch (error) {
      if (mine !== game) return;
      say(`${error.message}.`, true);
      show();
    }
  }

  /** Requests a hint. On a large board it takes time; the game goes on meanwhile. */
  async function hint() {
    const mine = game;
    if (!mine?.state || demonstration.active || mine.state.finished) return;
    endDrag(view);
    if (isUnsolvable()) return void say('This puzzle has no solution, so there is no hint.');
    searching?.abort();
    const request = (searching = new AbortController());
    try {
      const before = await app.busy(mine.search('hint', request.signal), 'Looking for a hint …', () => request.abort());
      if (mine === game && before) after('hint', before);
    } catch (error) {
      if (mine === game && !lab.isAborted(error)) say(`${error.message}.`, true);
    }
  }

  /** Shows what an action has changed. */
  function after(action, before) {
    const { state } = game;
    show();
    view.mark(state.hint?.vehicle ?? -1);
    if (state.hint) say(`Hint: ${state.hint.text}.`);
    else if (state.finished && !before.finished) win();
    else if (state.last && (action.move || action === 'redo')) {
      say('');
      announce(`${state.last.label} ${state.last.direction} ${state.last.cells}. ${count(state.moves, 'moves')}.`);
    } else if (action === 'undo' || action === 'reset') {
      say('');
      announce(action === 'undo' ? `Undone. ${count(state.moves, 'moves')}.` : 'Back at the start.');
    }
    if (action.move && !state.finished) moved();
    path.show();
  }

  function show() {
    const { state } = game;
    view.show(state.board, state.position, state.reach);
    figures.show(game, found?.status === 'solved' ? found.cost : null);
    enable(tools.undo, state.can_undo);
    enable(tools.redo, state.can_redo);
    enable(tools.reset, state.can_undo || state.can_redo || game.shown);
    enable(tools.hint, !state.finished);
    enable(showSolution, !state.finished);
    won.root.hidden = !isWon();
    coach.hidden = coach.hidden || state.moves > 2;
    host.classList.toggle('finished', state.finished);
    savepoints.show();
  }

  async function win() {
    const mine = game;
    celebrate(view, () => mine === game && game.state.finished);
    if (mine.state.par === null) await mine.search('par').catch(() => {});
    // The user may have taken the last move back meanwhile.
    if (mine !== game || !isWon()) return;
    won.record(game);
    if (await challengeSolved(mine.key, won.earned(mine))) return;
    if (mine !== game || !isWon()) return;
    won.show(game);
    won.focus();
    show();
    showLists();
  }

  /** Shows the results in the lists of puzzles. */
  function showLists() {
    daily.show();
    puzzles.show();
  }

  /** Shows the solution from the current position. The game keeps its position, but earns nothing. */
  async function demonstrate() {
    const mine = game;
    if (demonstration.active || showSolution.getAttribute('aria-disabled') === 'true') return;
    if (isUnsolvable()) return void say('This puzzle has no solution.');
    const abort = new AbortController();
    try {
      const response = await app.busy(
        lab.request('game', { game: mine.state.game, action: 'solution' }, { signal: abort.signal }),
        'Solving the puzzle …',
        () => abort.abort(),
      );
      if (mine !== game) return;
      mine.markShown(response);
      demonstration.start(response, response.solution);
      say('');
    } catch (error) {
      if (mine === game && error.name !== 'AbortError') say(`${error.message}.`, true);
    }
  }

  async function restore(savepoint) {
    const mine = game;
    demonstration.stop();
    await mine.restore(savepoint).catch((error) => say(`${error.message}.`, true));
    if (mine === game) after('restore', mine.state);
  }

  async function begin() {
    game?.storeTime();
    searching?.abort();
    demonstration.bar.hidden = true;
    demonstration.pause();
    view.locked = false;
    const { board, name, level, par, isFirst } = app.current;
    const mine = (game = new Game(app.current, app.address()));
    found = par === undefined ? null : { status: 'solved', cost: par };
    title.textContent = name;
    badge.textContent = level ?? '';
    badge.hidden = !level;
    share.hide();
    won.root.hidden = true;
    won.root.replaceChildren();
    path.hide();
    showLists();
    rulesLine(rules, board);
    otherRules.show();
    view.layer?.replaceChildren();
    // The moves that were made before the lab arrived.
    const early = app.first?.key === mine.key ? app.first : null;
    view.show(board, early ? { offsets: early.offsets } : start(board));
    const words = lesson(app.current);
    coach.hidden = !words;
    if (words) coach.replaceChildren(...lessonLines(words));
    try {
      await mine.begin({ finished: isFirst });
      if (mine !== game) return;
      say('');
      await app.first?.end();
      if (early?.moves.length) for (const move of early.moves.splice(0)) await act({ move });
      if (mine !== game) return;
      show();
      view.mark(-1);
      if (isWon()) won.show(mine);
      if (mine.state.finished && !isWon()) say('This puzzle is solved at the start: there is nothing to play.');
      path.show();
      findPar(board, mine);
      if (focusBoard) {
        view.focusFirst();
        announce(`${name}${level ? `, ${level}` : ''}.`);
      }
      focusBoard = false;
      if (words && app.current.id === '1' && !mine.state.moves)
        showDrag(view, mine.state, () => mine === game && !game.state.moves && !root.hidden);
    } catch (error) {
      if (mine === game) say(`${error.message}.`, true);
    }
  }

  /** Requests par in the background. On a large board this takes some time, or fails. */
  async function findPar(board, mine) {
    parRequest?.abort();
    const request = (parRequest = new AbortController());
    if (found) return;
    const response = await lab
      .request('solve', { puzzle: board.puzzle, brief: true }, { signal: request.signal })
      .catch(() => null);
    if (!response || mine !== game) return;
    found = response;
    if (found.status !== 'solved') rulesLine(rules, board, found);
    show();
  }

  /** Returns whether the time of the game runs. */
  function isRunning() {
    const begun = game?.state && !game.state.finished && (game.state.moves > 0 || game.seconds > 0);
    return begun && !demonstration.active && !document.hidden && !root.hidden;
  }

  document.addEventListener('visibilitychange', () => document.hidden && game?.storeTime());
  addEventListener('pagehide', () => game?.storeTime());
  onOtherTab('game.', async (name) => {
    const mine = game;
    if (name !== `game.${mine?.key}` || !(await mine.takeOver()) || mine !== game) return;
    demonstration.stop();
    show();
    if (isWon()) won.show(mine);
    say('The game continues as in the other tab.');
  });
  onOtherTab('daily', daily.show);
  onOtherTab('progress', () => {
    puzzles.show();
    if (game?.state) show();
  });

  let shown = null;
  const follow = () => {
    const {
      key,
      name,
      board: { labels },
    } = app.current;
    if (shown?.key === key && shown.name === name && shown.labels === labels) return;
    shown = { key, name, labels };
    begin();
  };
  app.listeners.add(follow);
  follow();
  return {
    leave: () => {
      demonstration.stop();
      game?.storeTime();
    },
    enter: showLists,
  };
}
