// Play: levels, hints, stars. The game itself is on the server's side of the API, as a line that goes forth and back.

import { get, post } from './api.js';
import { BoardView } from './board.js';
import { button, count, h, icon, pause, say, select, still } from './dom.js';
import { puzzleAt, start } from './puzzle.js';
import { best, finished, load, save } from './store.js';

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Stars as pictures; words are beside them. */
const stars = (number) => h('span', { class: 'stars', 'aria-hidden': 'true' },
  [1, 2, 3].map((each) => h('span', { class: each <= number ? 'on' : '' }, icon('star'))));

export function mount(app, root) {
  let state = null;
  let seconds = 0;
  let ticking = null;
  let queue = Promise.resolve();
  let showing = false;
  let measuring = null;
  let par = null;

  const table = h('div', { class: 'table' });
  const view = new BoardView(table, { onMove: (vehicle, cells) => act({ move: { vehicle, cells } }), label: 'Board. Letters choose a vehicle, arrows drive it.' });
  const title = h('h1', { id: 'play-title' });
  const badge = h('span', { class: 'badge' });
  const figures = Object.fromEntries(['Moves', 'Par', 'Time', 'Best'].map((name) => [name, h('dd')]));
  const message = h('p', { class: 'message' });
  const won = h('div', { class: 'won', hidden: true });
  const tools = {
    undo: button('Undo', () => act('undo'), { symbol: 'undo', 'aria-keyshortcuts': 'Control+Z' }),
    redo: button('Redo', () => act('redo'), { symbol: 'redo', 'aria-keyshortcuts': 'Control+Y' }),
    reset: button('Restart', () => act('reset'), { symbol: 'reset' }),
    hint: button('Hint', () => act('hint'), { symbol: 'hint', look: 'strong' }),
  };
  const link = h('input', { readonly: true, 'aria-label': 'Link to this puzzle', class: 'link', hidden: true, onfocus: () => link.select() });
  const levels = h('div', { class: 'levels' });
  const tier = select([{ value: '', text: 'any difficulty' }, ...app.menu.tiers.map((value) => ({ value }))], load('tier', ''), (value) => save('tier', value));
  tier.setAttribute('aria-label', 'Difficulty of a random level');

  root.append(h('div', { class: 'stage' }, table, h('div', { class: 'side' },
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
      h('h2', null, 'Levels'), levels,
      h('div', { class: 'tools minor' }, button('Random', random), tier, button('Daily', daily))),
    h('details', { class: 'keys' }, h('summary', null, 'Keys'),
      h('p', null, 'A letter chooses the vehicle of that label. Arrow keys drive it, with Shift as far as it goes; across its way they lead to the next vehicle. ',
        'Ctrl+Z takes a move back, Ctrl+Y makes it again, ? asks for a hint.')))));

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

  /** Does something in the game; one after the other, however fast keys are pressed. */
  function act(action) {
    if (showing) return queue;
    queue = queue.then(() => perform(action)).catch((error) => {
      tell(`${error.message}.`, true);
      if (state) show();
    });
    return queue;
  }

  async function perform(action) {
    const before = state;
    state = await post('api/game', { game: state.game, action });
    if (action === 'reset') seconds = 0;
    show();
    keep();
    view.mark(state.hint?.vehicle ?? -1);
    if (state.hint) tell(`Hint: ${state.hint.text}.`);
    else if (state.finished && !before.finished) await win();
    else if (state.last && (action.move || action === 'redo')) {
      tell('');
      say(`${state.last.label} ${state.last.direction} ${state.last.cells}. ${count(state.moves, 'moves')}.`);
    } else if (action === 'undo' || action === 'reset') {
      tell('');
      say(action === 'undo' ? `Undone. ${count(state.moves, 'moves')}.` : 'Back at the start.');
    }
    tick(!state.finished && (state.moves > 0 || seconds > 0));
  }

  function tell(text, bad = false) {
    message.textContent = text;
    message.classList.toggle('bad', bad);
    if (text) say(text);
  }

  function show() {
    view.show(state.board, state.place, state.reach);
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
    table.classList.toggle('finished', state.finished);
  }

  async function win() {
    const primary = state.board.vehicles.findIndex((vehicle) => vehicle.primary);
    if (!still()) {
      const sign = ['right', 'bottom'].includes(state.board.exit.side) ? 1 : -1;
      setTimeout(() => state.finished && view.move(primary, state.place.offsets[primary] + sign * 4), 200);
    }
    if (state.par === null) state = await post('api/game', { game: state.game, action: 'par' }).catch(() => state);
    const metric = state.board.rules.metric;
    finished(state.board.short, state.stars ?? 1, state.cost, Math.round(seconds));
    const verdict = state.par === null ? '' : state.cost <= state.par ? ' No solution is shorter.' : ` Par is ${state.par}.`;
    const text = `Solved in ${count(state.cost, metric)}!${verdict}`;
    const next = following();
    won.replaceChildren(stars(state.stars ?? 1), h('p', null, text),
      next ? button(`Next: ${next.name}`, () => app.level(next.id), { look: 'strong' }) : button('Another one', random, { look: 'strong' }));
    keep();
    show();
    list();
    tell('');
    say(`${text} ${count(state.stars ?? 1, 'stars')}.`);
  }

  function following() {
    const at = app.levels.findIndex((level) => level.id === app.current.level);
    return at >= 0 ? app.levels[at + 1] : undefined;
  }

  /** Plays the solution from here. */
  async function demonstrate() {
    if (showing || state.finished) return;
    showing = true;
    try {
      const answer = await post('api/game', { game: state.game, action: 'solution' });
      state = answer;
      for (const { vehicle, direction, cells } of answer.solution) {
        if (!showing || root.hidden) break;
        view.mark(vehicle);
        const way = ['left', 'up'].includes(direction) ? -cells : cells;
        state = await post('api/game', { game: state.game, action: { move: { vehicle, cells: way } } });
        show();
        say(`${state.last.label} ${state.last.direction} ${state.last.cells}`);
        await pause(still() ? 900 : 420);
      }
      view.mark(-1);
      if (state.finished) await win();
    } catch (error) {
      tell(`${error.message}.`, true);
    }
    keep();
    showing = false;
  }

  async function share() {
    link.value = app.link();
    link.hidden = false;
    try {
      await navigator.clipboard.writeText(link.value);
      tell('The link is copied. It holds the whole puzzle.');
    } catch {
      tell('This link holds the whole puzzle.');
      link.focus();
    }
  }

  async function random() {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const query = tier.value ? `&tier=${tier.value}` : '';
    await other(`api/random?seed=${seed}${query}`);
  }

  async function daily() {
    const now = new Date();
    const two = (number) => String(number).padStart(2, '0');
    await other(`api/daily?date=${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
  }

  async function other(path) {
    tell(tier.value === 'expert' ? 'Making a level; a hard one can take some seconds …' : 'Making a level …');
    try {
      const level = await get(path);
      app.choose(level.board, level);
    } catch (error) {
      tell(`${error.message}.`, true);
    }
  }

  function tick(on) {
    clearInterval(ticking);
    ticking = on ? setInterval(() => {
      if (document.hidden || root.hidden) return;
      seconds += 1;
      figures.Time.textContent = clock(seconds);
    }, 1000) : null;
  }

  /** Remembers the game for the next visit. */
  function keep() {
    save('at', { puzzle: state.board.puzzle, name: app.current.name, id: app.current.level, tier: app.current.tier });
    save('game', { short: state.board.short, game: state.game, seconds });
  }

  function list() {
    const tiers = [...new Set(app.levels.map((level) => level.tier))];
    levels.replaceChildren(...tiers.map((name) => h('div', { class: 'tier' }, h('h3', null, name), h('ul', null,
      app.levels.filter((level) => level.tier === name).map((level) => {
        const record = best(level.short);
        const done = record ? `, ${count(record.stars, 'stars')}` : '';
        const chip = h('button', {
          type: 'button', class: 'chip', onclick: () => app.level(level.id), 'aria-label': `${level.name}, par ${level.par}${done}`, title: `${level.name}, par ${level.par}`,
          'aria-current': level.id === app.current.level ? 'true' : undefined,
        }, h('span', null, level.id), stars(record?.stars ?? 0));
        return h('li', null, chip);
      })))));
  }

  async function begin() {
    showing = false;
    const kept = load('game', null);
    const board = app.current.board;
    seconds = 0;
    par = null;
    title.textContent = app.current.name;
    badge.textContent = app.current.tier ?? '';
    badge.hidden = !app.current.tier;
    link.hidden = true;
    list();
    view.show(board, start(board));
    let first = { puzzle: board.puzzle };
    if (kept && kept.short === board.short) {
      first = { game: kept.game };
      seconds = kept.seconds ?? 0;
    }
    try {
      state = await post('api/game', first).catch(() => post('api/game', { puzzle: board.puzzle }));
      if (state.finished) {
        seconds = 0;
        state = await post('api/game', { puzzle: board.puzzle });
      }
      tell('');
      show();
      view.mark(-1);
      tick(seconds > 0);
      keep();
      length(board);
    } catch (error) {
      tell(`${error.message}.`, true);
    }
  }

  /** Finds par out, while the game goes on: on a large board that takes a while, or is never known. */
  async function length(board) {
    measuring?.abort();
    const mine = (measuring = new AbortController());
    const answer = await post('api/solve', { puzzle: board.puzzle, brief: true }, mine.signal).catch(() => null);
    if (answer?.status === 'solved' && measuring === mine) {
      par = answer.cost;
      show();
    }
  }

  const restart = () => (queue = queue.then(begin));
  app.watchers.add(restart);
  restart();
  return {
    leave: () => (showing = false),
    /** The puzzle that begins where the game is. */
    here: () => state && puzzleAt(state.board, state.place),
  };
}
