// The tab Play: puzzles, hints, stars. The server computes the game; each request contains it as one line.

import { get, post } from './api.js';
import { BoardView } from './board.js';
import { announce, button, count, h, icon, pause, reducedMotion, select } from './dom.js';
import { start } from './puzzle.js';
import { best, load, recordResult, save } from './store.js';

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Creates the icons of a number of stars. They are hidden from screen readers, which get the number as text. */
const stars = (number) => h('span', { class: 'stars', 'aria-hidden': 'true' },
  [1, 2, 3].map((index) => h('span', { class: index <= number ? 'on' : '' }, icon('star'))));

export function mount(app, root) {
  let state = null;
  let seconds = 0;
  let timer = null;
  let queue = Promise.resolve();
  let demonstrating = false;
  let parRequest = null;
  let par = null;

  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, { onMove: (vehicle, cells) => act({ move: { vehicle, cells } }), label: 'Board. Letter keys select a vehicle, arrow keys move it.' });
  const title = h('h1', { id: 'play-title' });
  const badge = h('span', { class: 'badge' });
  const figures = Object.fromEntries(['Moves', 'Par', 'Time', 'Best'].map((name) => [name, h('dd')]));
  const message = h('p', { class: 'message' });
  const won = h('div', { class: 'won', hidden: true });
  const tools = {
    undo: button('Undo', () => act('undo'), { symbol: 'undo', 'aria-keyshortcuts': 'Control+Z' }),
    redo: button('Redo', () => act('redo'), { symbol: 'redo', 'aria-keyshortcuts': 'Control+Y' }),
    reset: button('Restart', () => act('reset'), { symbol: 'reset' }),
    hint: button('Hint', () => act('hint'), { symbol: 'hint', variant: 'strong' }),
  };
  const link = h('input', { readonly: true, 'aria-label': 'Link to this puzzle', class: 'link', hidden: true, onfocus: () => link.select() });
  const puzzles = h('div', { class: 'puzzles' });
  const level = select([{ value: '', text: 'any level' }, ...app.menu.levels.map((value) => ({ value }))], load('level', ''), (value) => save('level', value));
  level.setAttribute('aria-label', 'Level of a random puzzle');

  root.append(h('div', { class: 'stage' }, host, h('div', { class: 'side' },
    h('div', { class: 'card' },
      h('div', { class: 'title' }, title, badge),
      h('dl', { class: 'figures' }, Object.entries(figures).map(([name, value]) => h('div', null, h('dt', null, name), value))),
      message, won,
      h('div', { class: 'tools' }, Object.values(tools)),
      h('div', { class: 'tools minor' },
        button('Show the solution', demonstrate, { symbol: 'solve' }),
        button('Share', share, { symbol: 'share' })),
      link),
    h('div', { class: 'card' },
      h('h2', null, 'Puzzles'), puzzles,
      h('div', { class: 'tools minor' }, button('Random', random), level, button('Daily', daily))),
    h('details', { class: 'keys' }, h('summary', null, 'Keys'),
      h('p', null, 'A letter selects the vehicle with that label. Arrow keys along the vehicle move it, with Shift as far as possible; the other arrow keys select the nearest vehicle in that direction. ',
        'Ctrl+Z undoes a move, Ctrl+Y redoes it, ? gives a hint.')))));

  document.addEventListener('keydown', (event) => {
    if (root.hidden || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    if ((control && key === 'z' && !event.shiftKey) || key === 'backspace') act('undo');
    else if (control && (key === 'y' || key === 'z')) act('redo');
    else if (key === '?') act('hint');
    else if (control || event.altKey || key.length > 1 || !view.focus(key)) return;
    event.preventDefault();
  });

  /** Performs an action of the game. Actions wait for the previous one to finish. */
  function act(action) {
    if (demonstrating) return queue;
    queue = queue.then(() => perform(action)).catch((error) => {
      showMessage(`${error.message}.`, true);
      if (state) show();
    });
    return queue;
  }

  async function perform(action) {
    const before = state;
    state = await post('api/game', { game: state.game, action });
    if (action === 'reset') seconds = 0;
    show();
    store();
    view.mark(state.hint?.vehicle ?? -1);
    if (state.hint) showMessage(`Hint: ${state.hint.text}.`);
    else if (state.finished && !before.finished) await win();
    else if (state.last && (action.move || action === 'redo')) {
      showMessage('');
      announce(`${state.last.label} ${state.last.direction} ${state.last.cells}. ${count(state.moves, 'moves')}.`);
    } else if (action === 'undo' || action === 'reset') {
      showMessage('');
      announce(action === 'undo' ? `Undone. ${count(state.moves, 'moves')}.` : 'Back at the start.');
    }
    runTimer(!state.finished && (state.moves > 0 || seconds > 0));
  }

  function showMessage(text, bad = false) {
    message.textContent = text;
    message.classList.toggle('bad', bad);
    if (text) announce(text);
  }

  function show() {
    view.show(state.board, state.position, state.reach);
    const metric = state.board.rules.metric;
    const name = metric === 'steps' ? 'Steps' : 'Moves';
    figures.Moves.previousSibling.textContent = name;
    figures.Moves.textContent = state.cost;
    figures.Par.textContent = state.par ?? par ?? '–';
    figures.Time.textContent = clock(seconds);
    const record = best(state.board.short);
    figures.Best.replaceChildren(record ? `${record.cost} ` : '–', record ? stars(record.stars) : '');
    tools.undo.disabled = !state.can_undo;
    tools.redo.disabled = !state.can_redo;
    tools.reset.disabled = !state.can_undo && !state.can_redo;
    tools.hint.disabled = state.finished;
    won.hidden = !state.finished;
    host.classList.toggle('finished', state.finished);
  }

  async function win() {
    const primary = state.board.vehicles.findIndex((vehicle) => vehicle.primary);
    if (!reducedMotion()) {
      const sign = ['right', 'bottom'].includes(state.board.exit.side) ? 1 : -1;
      setTimeout(() => state.finished && view.move(primary, state.position.offsets[primary] + sign * 4), 200);
    }
    if (state.par === null) state = await post('api/game', { game: state.game, action: 'par' }).catch(() => state);
    const metric = state.board.rules.metric;
    recordResult(state.board.short, state.stars ?? 1, state.cost, Math.round(seconds));
    const verdict = state.par === null ? '' : state.cost <= state.par ? ' No solution is shorter.' : ` Par is ${state.par}.`;
    const text = `Solved in ${count(state.cost, metric)}!${verdict}`;
    const next = nextPuzzle();
    won.replaceChildren(stars(state.stars ?? 1), h('p', null, text),
      next ? button(`Next: ${next.name}`, () => app.openPuzzle(next.id), { variant: 'strong' }) : button('Another puzzle', random, { variant: 'strong' }));
    store();
    show();
    listPuzzles();
    showMessage('');
    announce(`${text} ${count(state.stars ?? 1, 'stars')}.`);
  }

  function nextPuzzle() {
    const index = app.puzzles.findIndex((puzzle) => puzzle.id === app.current.id);
    return index >= 0 ? app.puzzles[index + 1] : undefined;
  }

  /** Plays the solution from the current position. */
  async function demonstrate() {
    if (demonstrating || state.finished) return;
    demonstrating = true;
    try {
      const response = await post('api/game', { game: state.game, action: 'solution' });
      state = response;
      for (const { vehicle, direction, cells } of response.solution) {
        if (!demonstrating || root.hidden) break;
        view.mark(vehicle);
        const signed = ['left', 'up'].includes(direction) ? -cells : cells;
        state = await post('api/game', { game: state.game, action: { move: { vehicle, cells: signed } } });
        show();
        announce(`${state.last.label} ${state.last.direction} ${state.last.cells}`);
        await pause(reducedMotion() ? 900 : 420);
      }
      view.mark(-1);
      if (state.finished) await win();
    } catch (error) {
      showMessage(`${error.message}.`, true);
    }
    store();
    demonstrating = false;
  }

  async function share() {
    link.value = app.link();
    link.hidden = false;
    try {
      await navigator.clipboard.writeText(link.value);
      showMessage('The link is copied. It contains the whole puzzle.');
    } catch {
      showMessage('This link contains the whole puzzle.');
      link.focus();
    }
  }

  async function random() {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const query = level.value ? `&level=${level.value}` : '';
    await openGenerated(`api/random?seed=${seed}${query}`);
  }

  async function daily() {
    const now = new Date();
    const two = (number) => String(number).padStart(2, '0');
    await openGenerated(`api/daily?date=${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
  }

  async function openGenerated(path) {
    showMessage(level.value === 'expert' ? 'Generating a puzzle; an expert one can take some seconds …' : 'Generating a puzzle …');
    try {
      const puzzle = await get(path);
      app.setPuzzle(puzzle.board, puzzle);
    } catch (error) {
      showMessage(`${error.message}.`, true);
    }
  }

  function runTimer(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => {
      if (document.hidden || root.hidden) return;
      seconds += 1;
      figures.Time.textContent = clock(seconds);
    }, 1000) : null;
  }

  /** Stores the game for the next visit. */
  function store() {
    save('current', { puzzle: state.board.puzzle, name: app.current.name, id: app.current.id, level: app.current.level });
    save('game', { short: state.board.short, game: state.game, seconds });
  }

  function listPuzzles() {
    const levels = [...new Set(app.puzzles.map((puzzle) => puzzle.level))];
    puzzles.replaceChildren(...levels.map((name) => h('div', { class: 'level' }, h('h3', null, name), h('ul', null,
      app.puzzles.filter((puzzle) => puzzle.level === name).map((puzzle) => {
        const record = best(puzzle.short);
        const result = record ? `, ${count(record.stars, 'stars')}` : '';
        const chip = h('button', {
          type: 'button', class: 'chip', onclick: () => app.openPuzzle(puzzle.id), 'aria-label': `${puzzle.name}, par ${puzzle.par}${result}`, title: `${puzzle.name}, par ${puzzle.par}`,
          'aria-current': puzzle.id === app.current.id ? 'true' : undefined,
        }, h('span', null, puzzle.id), stars(record?.stars ?? 0));
        return h('li', null, chip);
      })))));
  }

  async function begin() {
    demonstrating = false;
    const stored = load('game', null);
    const board = app.current.board;
    seconds = 0;
    par = null;
    title.textContent = app.current.name;
    badge.textContent = app.current.level ?? '';
    badge.hidden = !app.current.level;
    link.hidden = true;
    listPuzzles();
    view.show(board, start(board));
    let first = { puzzle: board.puzzle };
    if (stored && stored.short === board.short) {
      first = { game: stored.game };
      seconds = stored.seconds ?? 0;
    }
    try {
      state = await post('api/game', first).catch(() => post('api/game', { puzzle: board.puzzle }));
      if (state.finished) {
        seconds = 0;
        state = await post('api/game', { puzzle: board.puzzle });
      }
      showMessage('');
      show();
      view.mark(-1);
      runTimer(seconds > 0);
      store();
      findPar(board);
    } catch (error) {
      showMessage(`${error.message}.`, true);
    }
  }

  /** Requests par in the background. On a large board this takes some time, or fails. */
  async function findPar(board) {
    parRequest?.abort();
    const request = (parRequest = new AbortController());
    const response = await post('api/solve', { puzzle: board.puzzle, brief: true }, request.signal).catch(() => null);
    if (response?.status === 'solved' && parRequest === request) {
      par = response.cost;
      show();
    }
  }

  const restart = () => (queue = queue.then(begin));
  app.listeners.add(restart);
  restart();
  return { leave: () => (demonstrating = false) };
}
