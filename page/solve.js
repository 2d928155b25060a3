// The tab Solve: solves with any algorithm, and plays the solution move by move.

import { isAborted, post } from './api.js';
import { BoardView } from './board.js';
import { announce, button, count, field, h, reducedMotion, select } from './dom.js';
import { Player } from './player.js';
import { start } from './puzzle.js';
import { load, save } from './store.js';

/** Creates the menus for an algorithm and its heuristic; `options()` returns the options for the API. */
export function searchMenus(app, initial, onChange) {
  const algorithm = select(app.menu.algorithms.map(({ name, summary }) => ({ value: name, title: summary })), initial.algorithm ?? app.menu.defaults.algorithm, update);
  const heuristic = select(app.menu.heuristics.map(({ name, summary }) => ({ value: name, text: `${name}: ${summary}`, title: summary })), initial.heuristic ?? app.menu.defaults.heuristic, update);
  const parameters = h('span', { class: 'parameters' });
  const about = () => app.menu.algorithms.find(({ name }) => name === algorithm.value);
  const declared = () => (about().informed ? app.menu.heuristics.find(({ name }) => name === heuristic.value).parameters : []);
  const values = { ...initial.parameters };
  const menus = { algorithm, heuristic, parameters, about, update, options };
  function update() {
    menus.informed = about().informed;
    parameters.hidden = !declared().length;
    parameters.replaceChildren(...declared().map(parameterField));
    onChange?.(menus);
  }
  /** Creates the input for a parameter of the selected heuristic. */
  function parameterField({ name, symbol, summary, default: defaultValue, min, max }) {
    const input = h('input', { type: 'number', min, max, step: 'any', value: values[name] ?? defaultValue, title: summary, onchange: () => {
      values[name] = Math.min(max, Math.max(min, Number(input.value) || defaultValue));
      input.value = values[name];
      onChange?.(menus);
    } });
    return field(`${name[0].toUpperCase()}${name.slice(1)} ${symbol}`, input);
  }
  function options() {
    return {
      algorithm: algorithm.value,
      ...(about().informed ? { heuristic: heuristic.value } : {}),
      ...(declared().length ? { parameters: Object.fromEntries(declared().map(({ name, default: defaultValue }) => [name, values[name] ?? defaultValue])) } : {}),
    };
  }
  return menus;
}

export function mount(app, root) {
  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, { label: 'Board of the solution' });
  const player = new Player(view);
  const note = h('p', { class: 'small' });
  const menus = searchMenus(app, load('search', {}), () => {
    heuristic.hidden = !menus.informed;
    const { summary, optimal } = menus.about();
    note.textContent = `${summary}. Optimal solutions: ${optimal}.`;
    save('search', menus.options());
  });
  const heuristic = field('Heuristic', menus.heuristic);
  const verdict = h('p', { class: 'message' });
  const figures = h('dl', { class: 'figures' });
  let search = null;

  root.append(h('div', { class: 'stage' }, host, h('div', { class: 'side' },
    h('div', { class: 'card' }, h('h1', { id: 'solve-title' }, 'Solve'), app.puzzleMenu(),
      h('div', { class: 'row' }, field('Algorithm', menus.algorithm), menus.parameters), heuristic, note,
      h('div', { class: 'tools' }, button('Solve', solve, { variant: 'strong', symbol: 'solve' }), button('Stop', () => search?.abort()))),
    h('div', { class: 'card' }, verdict, figures, player.bar, player.list))));
  menus.update();

  async function solve() {
    search?.abort();
    const request = (search = new AbortController());
    verdict.textContent = 'Searching …';
    verdict.className = 'message';
    try {
      const response = await post('api/solve', { puzzle: app.current.board.puzzle, search: menus.options() }, request.signal);
      verdict.textContent = `${response.text[0].toUpperCase()}${response.text.slice(1)}.`;
      announce(verdict.textContent);
      const entries = [['Moves', response.moves], ['Steps', response.steps], ['Expanded', response.expanded], ['Generated', response.generated], ['Stored', response.states],
        ['Milliseconds', (response.seconds * 1000).toFixed(response.seconds < 0.1 ? 2 : 0)]];
      figures.replaceChildren(...entries.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, (value ?? '–').toLocaleString('en')))));
      player.load(response.board, response.positions ?? [start(response.board)], response.solution);
      if (response.solution.length && !reducedMotion()) player.play();
    } catch (error) {
      verdict.textContent = isAborted(error) ? 'Stopped.' : `${error.message}.`;
      verdict.classList.toggle('bad', !isAborted(error));
    }
  }

  function reset() {
    search?.abort();
    const { board } = app.current;
    player.load(board, [start(board)], []);
    figures.replaceChildren();
    verdict.textContent = `${count(board.vehicles.length, 'vehicles')} on ${board.width}×${board.height}.`;
  }
  app.listeners.add(reset);
  reset();
  return { leave: () => player.stop() };
}
