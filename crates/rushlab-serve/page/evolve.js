// Evolution: the genetic algorithms, generation by generation. The same seed evolves the same way, so a pause needs no memory: whoever
// goes on says after which generation.

import { aborted, stream } from './api.js';
import { BoardView } from './board.js';
import { button, count, field, h, s, say, select, still } from './dom.js';
import { lines } from './plot.js';
import { start } from './puzzle.js';
import { Player } from './solve.js';
import { load, save } from './store.js';

/** What gets a slider: name, least, most, step. */
const SLIDERS = { population: [10, 1000, 10], mutation: [0, 1, 0.01] };
const PACES = [['2', '2 generations a second'], ['10', '10 generations a second'], ['40', '40 generations a second'], ['0', 'as fast as can be']];
const ABOUT = {
  schlegel: 'Individuals are sequences of moves: crossed, mutated, and fitter the fewer vehicles are in the way.',
  grh: 'Individuals are boards: each breeds boards one move away, and those nearer to the exit are likelier to live.',
};

export function mount(app, root) {
  const { species: kinds, settings, parameters } = app.menu.evolution;
  let run = null;
  let told = null;
  let history = [];

  const table = h('div', { class: 'table' });
  const host = h('div', { class: 'table' });
  const view = new BoardView(host, { label: 'The fittest individual' });
  const player = new Player(view);
  const caption = h('p', { class: 'message' });
  table.append(host, h('div', { class: 'card played' }, caption, player.bar, player.list));
  const species = select(kinds.map((value) => ({ value })), load('species', kinds[0]), choose);
  const setting = select(settings.map((value) => ({ value })), load('setting', settings.at(-1)), choose);
  const seed = h('input', { type: 'number', min: 0, max: 999999999, step: 1, value: load('seed', 1), onchange: fresh });
  const pace = select(PACES.map(([value, text]) => ({ value, text })), load('speed', '10'), (value) => save('speed', value));
  const about = h('p', { class: 'small' });
  const sliders = h('div', { class: 'sliders' });
  const more = h('details', { class: 'keys' });
  const status = h('p', { class: 'message', role: 'status' });
  const figures = Object.fromEntries(['Generation', 'Best', 'Mean', 'Diversity', 'Boards met', 'Solution'].map((name) => [name, h('dd', null, '–')]));
  const go = button('Start', begin, { look: 'strong', symbol: 'play' });
  const pause = button('Pause', () => run?.abort(), { symbol: 'pause', disabled: true });
  const step = button('Step', once, { symbol: 'forth' });
  const fitness = lines('Fitness', 'generations');
  const variety = lines('Diversity and legal children', 'generations');
  const crowd = s('svg', { class: 'plot', viewBox: '0 0 360 120', role: 'img', 'aria-label': 'Fitness of the whole population' });
  let inputs = {};

  root.append(h('div', { class: 'stage' }, table, h('div', { class: 'side' },
    h('div', { class: 'card' }, h('h1', { id: 'evolve-title' }, 'Evolution'), app.picker(),
      h('div', { class: 'row' }, field('Algorithm', species), field('Setting', setting)), about,
      sliders, h('div', { class: 'row' }, field('Seed', seed), field('Pace', pace)), more,
      h('div', { class: 'tools' }, go, pause, step, button('Start again', fresh, { symbol: 'reset' })), status),
    h('div', { class: 'card' }, h('dl', { class: 'figures' }, Object.entries(figures).map(([name, value]) => h('div', null, h('dt', null, name), value)))),
    h('figure', { class: 'card' }, h('figcaption', null, h('h2', null, 'The population, from the least fit to the fittest')), crowd),
    fitness.element, h('p', { class: 'small' }, 'Solid: the fittest. Dashed: the mean.'),
    variety.element, h('p', { class: 'small' }, 'Solid: the part with a board of its own. Dashed: the legal part of all mutations and crossovers.'))));

  /** The parameters that the species looks at, with what it has when nobody chooses. */
  const ours = () => parameters.filter((parameter) => parameter.defaults[species.value]);
  const usual = (parameter) => parameter.defaults[species.value][setting.value];

  function choose() {
    save('species', species.value);
    save('setting', setting.value);
    about.textContent = ABOUT[species.value] ?? '';
    inputs = {};
    const rows = ours().map((parameter) => {
      const range = SLIDERS[parameter.name];
      const value = usual(parameter);
      const input = h('input', {
        type: range ? 'range' : 'number', min: range?.[0] ?? parameter.least, max: range?.[1] ?? parameter.most,
        step: range?.[2] ?? (parameter.kind === 'real' ? 'any' : 1), title: parameter.help, onchange: fresh,
      });
      input.value = value;
      inputs[parameter.name] = input;
      const shown = h('output', null, value);
      input.addEventListener('input', () => (shown.textContent = input.value));
      const label = h('span', null, parameter.name, ' ', range && shown);
      return [Boolean(range), field(label, input)];
    });
    sliders.replaceChildren(...rows.filter(([slider]) => slider).map(([, row]) => row));
    more.replaceChildren(h('summary', null, 'All parameters'), h('div', { class: 'row' }, rows.filter(([slider]) => !slider).map(([, row]) => row)));
    fresh();
  }

  /** What was chosen otherwise than usual. */
  function choices() {
    const changed = ours().filter((parameter) => Number(inputs[parameter.name].value) !== usual(parameter));
    return Object.fromEntries(changed.map((parameter) => [parameter.name, Number(inputs[parameter.name].value)]));
  }

  function begin() {
    return evolve({ pace: Number(pace.value) || undefined });
  }

  function once() {
    return evolve({ until: told ? told.number + 1 : 0 });
  }

  function evolve(rest) {
    return follow({
      puzzle: app.current.board.puzzle, species: species.value, setting: setting.value, choices: choices(), seed: Number(seed.value) || 0,
      after: told?.number, ...rest,
    });
  }

  async function follow(request) {
    run?.abort();
    const mine = (run = new AbortController());
    const single = request.until !== undefined;
    go.disabled = !single;
    pause.disabled = single;
    player.stop();
    status.textContent = single ? '' : 'Evolving …';
    save('seed', Number(seed.value) || 0);
    let board = null;
    let ending = null;
    try {
      await stream('api/evolve', request, (event, data) => {
        if (event === 'start') board = data.board;
        else if (event === 'generation') show(board, data);
        else ending = data.ending;
      }, mine.signal);
    } catch (error) {
      if (!aborted(error)) status.textContent = `${error.message}.`;
      else if (run === mine && told) status.textContent = `Paused at generation ${told.number}.`;
    }
    if (run !== mine) return;
    go.disabled = false;
    pause.disabled = true;
    if (ending) conclude(ending, board);
    if (status.textContent) say(status.textContent);
  }

  function conclude(ending, board) {
    const metric = board.rules.metric;
    const { solution } = told ?? {};
    status.textContent = {
      solved: solution && `Solved: ${count(solution.cost, metric)}, found in generation ${solution.generation}.`,
      limit: 'It died out, or had all its generations, without a solution.',
      paused: told && `Generation ${told.number}.`,
      time: 'Out of time.',
      memory: 'Out of memory.',
    }[ending] ?? '';
    if (ending === 'solved' && solution) {
      caption.textContent = 'The solution';
      player.load(board, solution.places, solution.moves);
      if (!still()) player.play();
      go.disabled = true;
      step.disabled = true;
    }
  }

  function show(board, data) {
    told = data;
    history.push(data);
    const known = data.solution;
    caption.textContent = `The fittest of generation ${data.number}: ${count(data.fittest.moves.length, 'moves')}`;
    player.load(board, data.fittest.places, data.fittest.moves);
    player.go(data.fittest.places.length - 1, true);
    view.mark(-1);
    figures.Generation.textContent = data.number;
    figures.Best.textContent = +data.best.toFixed(2);
    figures.Mean.textContent = +data.mean.toFixed(2);
    figures.Diversity.textContent = `${Math.round(100 * data.diversity)}%`;
    figures['Boards met'].textContent = data.boards.toLocaleString('en');
    figures.Solution.textContent = known ? known.cost : '–';
    const least = Math.min(0, ...history.map((each) => each.mean));
    fitness.set([history.map((each) => [each.number, each.best - least]), history.map((each) => [each.number, each.mean - least])]);
    const legal = (each) => [each.mutations, each.crossovers].filter((share) => share !== null);
    variety.set([history.map((each) => [each.number, each.diversity]),
      history.filter((each) => legal(each).length).map((each) => [each.number, legal(each).reduce((sum, share) => sum + share, 0) / legal(each).length])]);
    bars(data.fitness);
  }

  function bars(values) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const wide = 360 / values.length;
    crowd.replaceChildren(...values.map((value, index) => {
      const tall = high > low ? 6 + (110 * (value - low)) / (high - low) : 60;
      return s('rect', { class: 'person', x: index * wide + 0.8, y: 118 - tall, width: wide - 1.6, height: tall, rx: 2 });
    }));
  }

  /** Back to before the first generation. */
  function fresh() {
    run?.abort();
    run = null;
    told = null;
    history = [];
    const { board } = app.current;
    player.load(board, [start(board)], []);
    caption.textContent = 'Before the first generation';
    Object.values(figures).forEach((value) => (value.textContent = '–'));
    [fitness, variety].forEach((plot) => plot.set([]));
    crowd.replaceChildren();
    status.textContent = '';
    go.disabled = false;
    pause.disabled = true;
    step.disabled = false;
  }

  choose();
  app.watchers.add(fresh);
  return { leave: () => { run?.abort(); player.stop(); } };
}
