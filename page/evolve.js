// The tab Evolution: the genetic algorithms, generation by generation. The seed determines the evolution, so a pause
// needs no state on the server: a request to continue contains the number of the last generation. An evolution goes on
// while another tab is shown.

import { BoardView } from './board.js';
import {
  announce,
  button,
  capital,
  count,
  field,
  followPuzzle,
  h,
  oncePerFrame,
  reducedMotion,
  select,
  sentenceCard,
} from './dom.js';
import { evolutionForm } from './evolution-form.js';
import { Individuals } from './individuals.js';
import * as lab from './lab.js';
import { makePlayback } from './play-button.js';
import { Player } from './player.js';
import { bars, lines } from './plot.js';
import { start } from './puzzle.js';
import { evolveSentences } from './sentences.js';
import { load, save } from './store.js';

/** The number of individuals that are listed. */
const LISTED = 20;
/** The number of generations whose individuals are kept, to look back at. */
const KEPT = 200;
const PACES = [
  ['2', '2 generations per second'],
  ['10', '10 generations per second'],
  ['40', '40 generations per second'],
  ['0', 'unlimited'],
];

export function mount(app, root) {
  let run = null;
  let board = null;
  let history = [];
  let running = false;

  const main = h('div', { class: 'board-host' });
  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, { label: 'The fittest individual' });
  const player = new Player(view);
  const caption = h('p', { class: 'message' });
  main.append(host, h('div', { class: 'card played' }, caption, player.bar, player.tools, player.list));
  const pace = select(
    PACES.map(([value, text]) => ({ value, text })),
    load('evolution-pace', '10'),
    (value) => save('evolution-pace', value),
  );
  pace.classList.add('pace');
  const status = h('p', { class: 'message', role: 'status' });
  const figures = Object.fromEntries(
    ['Generation', 'Best', 'Mean', 'Diversity', 'Distinct boards so far', 'Solution'].map((name) => [
      name,
      h('dd', null, '–'),
    ]),
  );
  const go = button('Start', () => evolve({ pace: Number(pace.value) || undefined }), {
    variant: 'strong',
    symbol: 'play',
  });
  const pause = button('Pause', () => run?.abort(), { symbol: 'pause', disabled: true });
  const next = button('Next generation', () => evolve({ until: history.length ? latest().number + 1 : 0 }), {
    symbol: 'forward',
  });
  const fitness = lines('Fitness', 'generations', { step: 1, fit: true });
  const diversity = lines('Diversity and legal children', 'generations', { step: 1 });
  const population = bars('Fitness of each individual', 'individuals, from the lowest to the highest fitness');
  const crowd = h('p', { class: 'small' });
  const individuals = new Individuals(showIndividual);
  const back = makePlayback({
    onShow: showGeneration,
    noun: 'generation',
    describe: (index) => `Generation ${kept()[index]?.number ?? 0}`,
    interval: 300,
  });
  const browser = h(
    'div',
    { class: 'card', hidden: true },
    h('h2', null, 'Generations'),
    back.element,
    h('p', { class: 'small' }, `Look back at the last ${KEPT} generations, with the fate of their individuals.`),
  );
  const seen = sentenceCard();

  const form = evolutionForm(
    app.menu,
    () => restart(),
    (sentence) => (status.textContent = sentence),
  );
  root.append(
    h(
      'div',
      { class: 'stage' },
      main,
      h(
        'div',
        { class: 'side' },
        h(
          'div',
          { class: 'card' },
          h('h1', { id: 'evolve-title' }, 'Evolution'),
          app.puzzleMenu(),
          form.element,
          field('Pace', pace),
          h('div', { class: 'tools' }, go, pause, next, button('Restart', restart, { symbol: 'reset' })),
          status,
        ),
        h(
          'div',
          { class: 'card' },
          h(
            'dl',
            { class: 'figures' },
            Object.entries(figures).map(([name, value]) => h('div', null, h('dt', null, name), value)),
          ),
        ),
        seen.element,
        browser,
      ),
    ),
    h(
      'div',
      { class: 'below' },
      h(
        'div',
        { class: 'plot-row' },
        h(
          'figure',
          { class: 'card' },
          h('figcaption', null, h('h2', null, 'The population'), crowd),
          population.element,
        ),
        fitness.element,
        diversity.element,
      ),
      individuals.element,
    ),
  );
  population.element.addEventListener('click', (event) => {
    const data = kept()[back.index];
    const chosen = data && data.individuals?.[data.fitness.length - 1 - population.at(event, data.fitness.length)];
    if (chosen) showIndividual(chosen);
  });

  const latest = () => history.at(-1);
  /** The generations with all their details. */
  const kept = () => history.slice(-KEPT);

  function evolve(rest) {
    return receive({
      puzzle: app.current.board.puzzle,
      ...form.request(),
      after: latest()?.number,
      individuals: LISTED,
      ...rest,
    });
  }

  async function receive(request) {
    run?.abort();
    const controller = (run = new AbortController());
    const single = request.until !== undefined;
    go.disabled = !single;
    pause.disabled = single;
    player.stop();
    back.pause();
    status.textContent = single ? '' : 'Evolving …';
    seen.set([]);
    let end = null;
    running = true;
    try {
      const onEvent = (event, data) => {
        if (run !== controller) return;
        if (event === 'start') board = data.board;
        else if (event === 'generation') add(data);
        else end = data;
      };
      await lab.request('evolve', request, { onEvent, signal: controller.signal });
    } catch (error) {
      if (run !== controller) return;
      if (!lab.isAborted(error)) status.textContent = `${error.message}.`;
      else if (latest()) status.textContent = `Paused at generation ${latest().number}.`;
    }
    if (run !== controller) return;
    go.disabled = false;
    pause.disabled = true;
    running = false;
    showLatest();
    if (end) showEnding(end);
    if (status.textContent) announce(status.textContent);
  }

  function showEnding({ ending, text }) {
    const { solution } = latest() ?? {};
    status.textContent = ending === 'paused' ? `Generation ${latest()?.number}.` : `${capital(text)}.`;
    if (ending === 'paused') return;
    seen.set(evolveSentences(history, '', board.rules.metric));
    go.disabled = true;
    next.disabled = true;
    if (!solution) return;
    caption.textContent = 'The solution';
    player.load(board, solution.positions, solution.moves);
    if (!reducedMotion() && !root.hidden) player.play();
  }

  function add(data) {
    const before = latest();
    // What became of the individuals of a generation is known when the next one exists.
    if (before && data.fates) before.became = new Map(data.fates.map((fate) => [fate.number, fate]));
    history.push(data);
    const old = history[history.length - 1 - KEPT];
    if (old) (delete old.individuals, delete old.fitness, delete old.fittest);
    refresh();
  }

  /** Shows the latest generation. */
  function showLatest() {
    if (!history.length) return;
    browser.hidden = history.length < 2;
    back.load(kept().length, kept().length - 1);
  }

  /** Shows the latest generation of a running evolution, a few times a second. */
  const refresh = oncePerFrame(() => running && !root.hidden && showLatest(), 120);

  function showGeneration(index) {
    const data = kept()[index];
    if (!data) return;
    caption.textContent = `The fittest individual of generation ${data.number}: ${count(data.fittest.moves.length, 'moves')}`;
    player.load(board, data.fittest.positions, data.fittest.moves, data.fittest.positions.length - 1);
    view.mark(-1);
    figures.Generation.textContent = data.number;
    figures.Best.textContent = +data.best.toFixed(2);
    figures.Mean.textContent = +data.mean.toFixed(2);
    figures.Diversity.textContent = `${Math.round(100 * data.diversity)}%`;
    figures['Distinct boards so far'].textContent = data.boards.toLocaleString('en');
    figures.Solution.textContent = data.solution ? data.solution.cost : '–';
    population.set(data.fitness);
    crowd.textContent = `Each of the ${count(data.fitness.length, 'bars')} is one individual of generation ${data.number}${data.solutions ? `; ${data.solutions === 1 ? '1 is a solution' : `${data.solutions.toLocaleString('en')} are solutions`}` : ''}.`;
    individuals.show(data);
    drawPlots();
  }

  const drawPlots = oncePerFrame(() => {
    fitness.set(
      [history.map((each) => [each.number, each.best]), history.map((each) => [each.number, each.mean])],
      ['best', 'mean'],
    );
    const legal = (each) => [each.mutations, each.crossovers].filter((share) => share !== null);
    diversity.set(
      [
        history.map((each) => [each.number, each.diversity]),
        history
          .filter((each) => legal(each).length)
          .map((each) => [each.number, legal(each).reduce((sum, share) => sum + share, 0) / legal(each).length]),
      ],
      ['share of distinct boards', 'share of legal mutations and crossovers'],
    );
  }, 120);

  /** Shows the board of an individual of the generation that is shown. */
  function showIndividual(individual) {
    const { number } = kept()[back.index];
    caption.textContent = `Individual ${individual.number} of generation ${number}: fitness ${+individual.fitness.toFixed(2)}`;
    player.load(board, [individual.position], []);
    view.mark(-1);
    announce(caption.textContent);
  }

  /** Returns to the state before the first generation. */
  function restart() {
    run?.abort();
    run = null;
    running = false;
    history = [];
    board = app.current.board;
    player.load(board, [start(board)], []);
    caption.textContent = 'Before the first generation';
    Object.values(figures).forEach((value) => (value.textContent = '–'));
    [fitness, diversity].forEach((each) => each.set([]));
    population.set([]);
    crowd.textContent = '';
    individuals.clear();
    back.pause();
    browser.hidden = true;
    seen.set([]);
    status.textContent = '';
    go.disabled = false;
    pause.disabled = true;
    next.disabled = false;
  }

  form.update();
  followPuzzle(app, restart);
  return {
    enter: refresh,
    leave: () => {
      player.stop();
      back.pause();
    },
  };
}
