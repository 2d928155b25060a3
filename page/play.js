// The tab Play: the board, the figures of the game, hints, the end of the game.

import { post } from './api.js';
import { BoardView } from './board.js';
import { endDrag, lesson, lessonLines, showDrag } from './coach.js';
import { Demonstration } from './demonstration.js';
import { announce, button, count, h } from './dom.js';
import { Game } from './game.js';
import { start } from './puzzle.js';
import { puzzlesCard } from './puzzles-card.js';
import { rulesLine, rulesMenu } from './rules.js';
import { best } from './saves.js';
import { savepointsPanel } from './savepoints.js';
import { bind, setting, watch } from './settings.js';
import { sharePanel } from './share.js';
import { moved } from './sound.js';
import { onOtherTab } from './store.js';
import { swipes } from './swipe.js';
import { celebrate, stars } from './win.js';
import { wonPanel } from './won-panel.js';

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Sets whether a button can be used. It keeps the focus, which a disabled button would lose. */
const enable = (element, on) => element.setAttribute('aria-disabled', String(!on));

export function mount(app, root) {
  /** The game of the current puzzle. Answers for another game are ignored. */
  let game = null;
  let par = { cost: null };
  let parRequest = null;

  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, {
    onMove: (vehicle, cells) => act({ move: { vehicle, cells } }), onBlocked: ({ label }) => say(`${label} cannot move in that direction.`),
    label: 'Board. Letter keys select a vehicle, arrow keys move it.',
  });
  const title = h('h1', { id: 'play-title' });
  const badge = h('span', { class: 'badge' });
  const coach = h('div', { class: 'coach', hidden: true });
  const rules = h('p', { class: 'small rules', hidden: true });
  const figures = Object.fromEntries(['Moves', 'Par', 'Time', 'Best'].map((name) => [name, h('dd')]));
  const message = h('p', { class: 'message' });
  const path = h('p', { class: 'small path', role: 'status', hidden: true });
  const tools = {
    undo: button('Undo', () => act('undo'), { symbol: 'undo', 'aria-keyshortcuts': 'Control+Z' }),
    redo: button('Redo', () => act('redo'), { symbol: 'redo', 'aria-keyshortcuts': 'Control+Y' }),
    reset: button('Restart', () => act('reset'), { symbol: 'reset' }),
    hint: button('Hint', () => act('hint'), { symbol: 'hint', variant: 'strong' }),
  };
  const demonstration = new Demonstration(view, () => {
    show();
    if (game.state.finished) return;
    say('The solution was shown, so this game earns no stars. Restart to play for stars.');
    showSolution.focus();
  });
  const showSolution = button('Show the solution', demonstrate, { symbol: 'solve' });
  const share = sharePanel(app, view, say);
  const savepoints = savepointsPanel({ onAdd: addSavepoint, onRestore: restore, onRemove: removeSavepoint });
  const puzzles = puzzlesCard(app);
  const otherRules = rulesMenu(app);
  const won = wonPanel(app, { demonstration, random: puzzles.random, say, current: () => game });
  const toggle = (text, name) => h('label', { class: 'toggle' }, bind(h('input', { type: 'checkbox' }), name), h('span', null, text));

  root.append(h('div', { class: 'stage' }, host, h('div', { class: 'side' },
    h('div', { class: 'card' },
      h('div', { class: 'title' }, title, badge), coach, rules,
      h('dl', { class: 'figures' }, Object.entries(figures).map(([name, value]) => h('div', null, h('dt', null, name), value))),
      path, message, won.root,
      h('div', { class: 'tools main-tools' }, Object.values(tools)),
      demonstration.bar,
      h('div', { class: 'tools minor' }, showSolution, share.open),
      share.panel,
      h('details', null, h('summary', null, 'Savepoints and settings'),
        h('div', { class: 'options' }, savepoints.root, toggle('Say whether I am still on a shortest path', 'path'), toggle('Sound', 'sound'), toggle('Vibration', 'vibration'), otherRules.root))),
    puzzles.root,
    h('details', { class: 'keys' }, h('summary', null, 'Keys and gestures'),
      h('p', null, 'A letter selects the vehicle with that label. Arrow keys along the vehicle move it, with Shift as far as possible; the other arrow keys select the nearest vehicle in that direction. ',
        'Ctrl+Z undoes a move, Ctrl+Y redoes it, ? gives a hint, Enter or N opens the next puzzle after a win. On a touch screen, a swipe to the left beside the vehicles undoes a move, a swipe to the right redoes it.')))));

  document.addEventListener('keydown', (event) => {
    if (root.hidden || !game?.state || event.defaultPrevented || document.querySelector('dialog[open]') || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    const finished = game.state.finished && !demonstration.active;
    if ((control && key === 'z' && !event.shiftKey) || key === 'backspace') act('undo');
    else if (control && (key === 'y' || key === 'z')) act('redo');
    else if (key === '?') act('hint');
    else if (key === 'escape' && demonstration.active) demonstration.stop();
    else if (finished && !control && (key === 'n' || (key === 'enter' && !event.target.closest('button, a, summary')))) won.next().run();
    else if (control || event.altKey || key.length > 1 || !view.focus(key)) return;
    event.preventDefault();
  });
  swipes(host, { left: () => act('undo'), right: () => act('redo') });
  watch('path', () => game?.state && followPath());

  /** Shows a sentence, and reads it to screen readers. */
  function say(text, bad = false) {
    message.textContent = text;
    message.classList.toggle('bad', bad);
    if (text) announce(text);
  }

  /** Performs an action of the game, if it is possible. */
  async function act(action) {
    const mine = game;
    const tool = tools[action];
    if (!mine?.state || demonstration.active || tool?.getAttribute('aria-disabled') === 'true') return;
    endDrag(view);
    try {
      const before = await mine.act(action);
      if (mine === game) after(action, before);
    } catch (error) {
      if (mine !== game) return;
      say(`${error.message}.`, true);
      show();
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
    if (game.unstored) say('This browser does not store the game: its storage is full or not allowed.', true);
    followPath();
  }

  function show() {
    const { state, seconds } = game;
    view.show(state.board, state.position, state.reach);
    figures.Moves.previousSibling.textContent = state.board.rules.metric === 'steps' ? 'Steps' : 'Moves';
    figures.Moves.textContent = state.cost;
    figures.Par.textContent = state.par ?? par.cost ?? '–';
    figures.Time.textContent = clock(seconds);
    const record = best(state.board);
    figures.Best.replaceChildren(record ? `${record.cost} ` : '–', record ? stars(record.stars) : '');
    enable(tools.undo, state.can_undo);
    enable(tools.redo, state.can_redo);
    enable(tools.reset, state.can_undo || state.can_redo || game.shown);
    enable(tools.hint, !state.finished);
    enable(showSolution, !state.finished);
    won.root.hidden = !state.finished;
    coach.hidden = coach.hidden || state.moves > 2;
    host.classList.toggle('finished', state.finished);
    savepoints.show(game);
  }

  /** Says whether the shortest solution can still be reached. */
  async function followPath() {
    const { state } = game;
    const mine = game;
    path.hidden = !setting('path') || state.finished;
    if (path.hidden) return;
    const response = await post('api/game', { game: state.game, action: 'remaining' }).catch((error) => ({ error }));
    if (mine !== game || state !== game.state) return;
    const { error, remaining } = response;
    const over = error || remaining === null ? null : state.cost + remaining - response.par;
    path.textContent = error ? `${error.message}.` : over === null ? 'The exit cannot be reached from here: undo a move.' : over > 0 ? `Not on a shortest path: ${over} more than par.` : 'Still on a shortest path.';
    path.classList.toggle('good', over === 0);
  }

  async function win() {
    const mine = game;
    celebrate(view, () => mine === game && game.state.finished);
    if (mine.state.par === null) await mine.act('par').catch(() => {});
    if (mine !== game) return;
    won.show(game);
    show();
    puzzles.show();
  }

  /** Shows the solution from the current position. The game keeps its position, but earns nothing. */
  async function demonstrate() {
    const mine = game;
    if (demonstration.active || showSolution.getAttribute('aria-disabled') === 'true') return;
    const abort = new AbortController();
    try {
      const response = await app.busy(post('api/game', { game: mine.state.game, action: 'solution' }, abort.signal), 'Solving the puzzle …', () => abort.abort());
      if (mine !== game) return;
      mine.markShown(response);
      demonstration.start(response, response.solution);
      say('');
    } catch (error) {
      if (mine === game && error.name !== 'AbortError') say(`${error.message}.`, true);
    }
  }

  function addSavepoint() {
    game.addSavepoint();
    savepoints.show(game);
    say(`Savepoint at ${count(game.state.moves, 'moves')}.`);
  }

  async function restore(savepoint) {
    const mine = game;
    demonstration.stop();
    await mine.restore(savepoint).catch((error) => say(`${error.message}.`, true));
    if (mine === game) after('restore', mine.state);
  }

  function removeSavepoint(savepoint) {
    game.removeSavepoint(savepoint);
    savepoints.show(game);
  }

  async function begin() {
    game?.storeTime();
    demonstration.bar.hidden = true;
    demonstration.pause();
    view.locked = false;
    const { board, name, level, par: knownPar } = app.current;
    const mine = (game = new Game(app.current, app.address()));
    par = { cost: knownPar ?? null };
    title.textContent = name;
    badge.textContent = level ?? '';
    badge.hidden = !level;
    share.hide();
    won.root.hidden = true;
    won.root.replaceChildren();
    path.hidden = true;
    puzzles.show();
    rulesLine(rules, board);
    otherRules.show();
    view.layer?.replaceChildren();
    view.show(board, start(board));
    const words = lesson(app.current);
    coach.hidden = !words;
    if (words) coach.replaceChildren(...lessonLines(words));
    try {
      await mine.begin();
      if (mine !== game) return;
      say('');
      show();
      view.mark(-1);
      followPath();
      findPar(board, mine);
      if (words && app.current.id === '1' && !mine.state.moves) showDrag(view, board, () => mine === game && !game.state.moves && !root.hidden);
    } catch (error) {
      if (mine === game) say(`${error.message}.`, true);
    }
  }

  /** Requests par in the background. On a large board this takes some time, or fails. */
  async function findPar(board, mine) {
    parRequest?.abort();
    const request = (parRequest = new AbortController());
    if (par.cost !== null) return;
    const response = await post('api/solve', { puzzle: board.puzzle, brief: true }, request.signal).catch(() => null);
    if (!response || mine !== game) return;
    if (response.status === 'solved') par = { cost: response.cost };
    else rulesLine(rules, board, response);
    show();
  }

  setInterval(() => {
    const running = game?.state && !game.state.finished && !demonstration.active && (game.state.moves > 0 || game.seconds > 0);
    if (!running || document.hidden || root.hidden) return;
    game.seconds += 1;
    figures.Time.textContent = clock(game.seconds);
  }, 1000);
  document.addEventListener('visibilitychange', () => document.hidden && game?.storeTime());
  addEventListener('pagehide', () => game?.storeTime());
  onOtherTab('game.', async (name) => {
    const mine = game;
    if (name !== `game.${mine?.key}` || !(await mine.takeOver()) || mine !== game) return;
    demonstration.stop();
    show();
    say('The game continues as in the other tab.');
  });
  onOtherTab('progress', () => {
    puzzles.show();
    if (game?.state) show();
  });

  let shown = null;
  const follow = () => {
    const { key, name } = app.current;
    if (shown?.key === key && shown.name === name) return;
    shown = { key, name };
    begin();
  };
  app.listeners.add(follow);
  follow();
  return {
    leave: () => {
      demonstration.stop();
      game?.storeTime();
    },
    enter: () => puzzles.show(),
  };
}
