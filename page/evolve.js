// The tab Evolution: the genetic algorithms, generation by generation. The seed determines the evolution, so a pause needs no state on the
// server: a request to continue contains the number of the last generation.

import { isAborted, stream } from './api.js';
import { BoardView } from './board.js';
import { announce, button, count, field, h, reducedMotion, s, select } from './dom.js';
import { Individuals } from './individuals.js';
import { Player } from './player.js';
import { lines } from './plot.js';
import { start } from './puzzle.js';
import { load, save } from './store.js';

/** The parameters with a slider: minimum, maximum and step by name. */
const SLIDERS = { population: [10, 1000, 10], mutation: [0, 1, 0.01] };
/** The number of individuals that are listed. */
const LISTED = 20;
const PACES = [['2', '2 generations per second'], ['10', '10 generations per second'], ['40', '40 generations per second'], ['0', 'unlimited']];
const ABOUT = {
  schlegel: 'Individuals are sequences of moves. They are crossed and mutated; the fewer vehicles block the primary, directly or indirectly, the higher the fitness.',
  grh: 'Individuals are boards. Their children are boards one move away; boards with a higher fitness are more likely to be selected.',
};

export function mount(app, root) {
  const { methods, settings, parameters } = app.menu.evolution;
  let run = null;
  let latest = null;
  let shownBoard = null;
  let history = [];

  const main = h('div', { class: 'board-host' });
  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, { label: 'The fittest individual' });
  const player = new Player(view);
  const caption = h('p', { class: 'message' });
  main.append(host, h('div', { class: 'card played' }, caption, player.bar, player.list));
  const method = select(methods.map((value) => ({ value })), load('method', methods[0]), selectAlgorithm);
  const setting = select(settings.map((value) => ({ value })), load('setting', settings.at(-1)), selectAlgorithm);
  const seed = h('input', { type: 'number', min: 0, max: 999999999, step: 1, value: load('seed', 1), onchange: restart });
  const pace = select(PACES.map(([value, text]) => ({ value, text })), load('speed', '10'), (value) => save('speed', value));
  const about = h('p', { class: 'small' });
  const sliders = h('div', { class: 'sliders' });
  const more = h('details', { class: 'keys' });
  const status = h('p', { class: 'message', role: 'status' });
  const figures = Object.fromEntries(['Generation', 'Best', 'Mean', 'Diversity', 'Distinct boards', 'Solution'].map((name) => [name, h('dd', null, '–')]));
  const go = button('Start', begin, { variant: 'strong', symbol: 'play' });
  const pause = button('Pause', () => run?.abort(), { symbol: 'pause', disabled: true });
  const next = button('Next generation', nextGeneration, { symbol: 'forward' });
  const fitness = lines('Fitness', 'generations');
  const diversity = lines('Diversity and legal children', 'generations');
  const population = s('svg', { class: 'plot', viewBox: '0 0 360 120', role: 'img', 'aria-label': 'Fitness of the whole population' });
  const individuals = new Individuals(showIndividual);
  let inputs = {};

  root.append(h('div', { class: 'stage' }, main, h('div', { class: 'side' },
    h('div', { class: 'card' }, h('h1', { id: 'evolve-title' }, 'Evolution'), app.puzzleMenu(),
      h('div', { class: 'row' }, field('Algorithm', method), field('Setting', setting)), about,
      sliders, h('div', { class: 'row' }, field('Seed', seed), field('Pace', pace)), more,
      h('div', { class: 'tools' }, go, pause, next, button('Restart', restart, { symbol: 'reset' })), status),
    h('div', { class: 'card' }, h('dl', { class: 'figures' }, Object.entries(figures).map(([name, value]) => h('div', null, h('dt', null, name), value)))),
    h('figure', { class: 'card' }, h('figcaption', null, h('h2', null, 'The population, from the lowest to the highest fitness')), population),
    individuals.element,
    fitness.element, h('p', { class: 'small' }, 'Solid: the best. Dashed: the mean.'),
    diversity.element, h('p', { class: 'small' }, 'Solid: the share of individuals with distinct boards. Dashed: the share of mutations and crossovers with a legal result.'))));

  /** The parameters of the selected algorithm, and their defaults. */
  const available = () => parameters.filter((parameter) => parameter.defaults[method.value]);
  const defaultOf = (parameter) => parameter.defaults[method.value][setting.value];

  function selectAlgorithm() {
    save('method', method.value);
    save('setting', setting.value);
    about.textContent = ABOUT[method.value] ?? '';
    inputs = {};
    const rows = available().map((parameter) => {
      const range = SLIDERS[parameter.name];
      const value = defaultOf(parameter);
      const input = h('input', {
        type: range ? 'range' : 'number', min: range?.[0] ?? parameter.min, max: range?.[1] ?? parameter.max,
        step: range?.[2] ?? (parameter.kind === 'real' ? 'any' : 1), title: parameter.help, onchange: restart,
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
    restart();
  }

  /** Returns the parameters that differ from their defaults. */
  function changedParameters() {
    const changed = available().filter((parameter) => Number(inputs[parameter.name].value) !== defaultOf(parameter));
    return Object.fromEntries(changed.map((parameter) => [parameter.name, Number(inputs[parameter.name].value)]));
  }

  function begin() {
    return evolve({ pace: Number(pace.value) || undefined });
  }

  function nextGeneration() {
    return evolve({ until: latest ? latest.number + 1 : 0 });
  }

  function evolve(rest) {
    return receive({
      puzzle: app.current.board.puzzle, method: method.value, setting: setting.value, parameters: changedParameters(), seed: Number(seed.value) || 0,
      after: latest?.number, individuals: LISTED, ...rest,
    });
  }

  async function receive(request) {
    run?.abort();
    const controller = (run = new AbortController());
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
      }, controller.signal);
    } catch (error) {
      if (!isAborted(error)) status.textContent = `${error.message}.`;
      else if (run === controller && latest) status.textContent = `Paused at generation ${latest.number}.`;
    }
    if (run !== controller) return;
    go.disabled = false;
    pause.disabled = true;
    if (ending) showEnding(ending, board);
    if (status.textContent) announce(status.textContent);
  }

  function showEnding(ending, board) {
    const metric = board.rules.metric;
    const { solution } = latest ?? {};
    status.textContent = {
      solved: solution && `Solved: ${count(solution.cost, metric)}, found in generation ${solution.generation}.`,
      limit: 'No solution: the maximum number of generations was reached, or no individual is left.',
      paused: latest && `Generation ${latest.number}.`,
      time: 'The time limit was reached.',
      memory: 'The memory limit was reached.',
    }[ending] ?? '';
    if (ending === 'solved' && solution) {
      caption.textContent = 'The solution';
      player.load(board, solution.positions, solution.moves);
      if (!reducedMotion()) player.play();
      go.disabled = true;
      next.disabled = true;
    }
  }

  function show(board, data) {
    latest = data;
    shownBoard = board;
    history.push(data);
    const known = data.solution;
    caption.textContent = `The fittest individual of generation ${data.number}: ${count(data.fittest.moves.length, 'moves')}`;
    player.load(board, data.fittest.positions, data.fittest.moves, data.fittest.positions.length - 1);
    view.mark(-1);
    figures.Generation.textContent = data.number;
    figures.Best.textContent = +data.best.toFixed(2);
    figures.Mean.textContent = +data.mean.toFixed(2);
    figures.Diversity.textContent = `${Math.round(100 * data.diversity)}%`;
    figures['Distinct boards'].textContent = data.boards.toLocaleString('en');
    figures.Solution.textContent = known ? known.cost : '–';
    const least = Math.min(0, ...history.map((each) => each.mean));
    fitness.set([history.map((each) => [each.number, each.best - least]), history.map((each) => [each.number, each.mean - least])]);
    const legal = (each) => [each.mutations, each.crossovers].filter((share) => share !== null);
    diversity.set([history.map((each) => [each.number, each.diversity]),
      history.filter((each) => legal(each).length).map((each) => [each.number, legal(each).reduce((sum, share) => sum + share, 0) / legal(each).length])]);
    bars(data.fitness);
    individuals.show(data);
  }

  /** Shows the board of an individual of the current generation. */
  function showIndividual(individual) {
    caption.textContent = `Individual ${individual.number} of generation ${latest.number}: fitness ${+individual.fitness.toFixed(2)}`;
    player.load(shownBoard, [individual.position], []);
    view.mark(-1);
    announce(caption.textContent);
  }

  function bars(values) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const wide = 360 / values.length;
    population.replaceChildren(...values.map((value, index) => {
      const tall = high > low ? 6 + (110 * (value - low)) / (high - low) : 60;
      return s('rect', { class: 'individual', x: index * wide + 0.8, y: 118 - tall, width: wide - 1.6, height: tall, rx: 2 });
    }));
  }

  /** Returns to the state before the first generation. */
  function restart() {
    run?.abort();
    run = null;
    latest = null;
    history = [];
    const { board } = app.current;
    player.load(board, [start(board)], []);
    caption.textContent = 'Before the first generation';
    Object.values(figures).forEach((value) => (value.textContent = '–'));
    [fitness, diversity].forEach((plot) => plot.set([]));
    population.replaceChildren();
    individuals.clear();
    status.textContent = '';
    go.disabled = false;
    pause.disabled = true;
    next.disabled = false;
  }

  selectAlgorithm();
  app.listeners.add(restart);
  return { leave: () => { run?.abort(); player.stop(); } };
}
