// Scripted experiments: each opens a puzzle, runs searches on it, and explains what happened with the figures of that
// run.

import { BoardView } from './board.js';
import { announce, button, count, h } from './dom.js';
import { isAborted, request } from './lab.js';
import { moveText } from './player.js';
import { puzzleAt } from './puzzle.js';
import { searchTitle } from './search-menus.js';
import { times } from './sentences.js';

const number = (value) => (+value.toFixed(2)).toLocaleString('en');
const more = (value, noun) => `${count(value, noun)} more`;

/** Returns the key of a position, to find it among others. */
const key = (position) => JSON.stringify([position.offsets, position.fuel ?? null]);

/** What an experiment can do. All requests are aborted together. */
function laboratory(app, signal) {
  const runs = [];
  return {
    runs,
    /** Solves the puzzle, or another one, and adds a row to the table. */
    async solve(search, { puzzle = app.current.board.puzzle, name = searchTitle(app.menu, search) } = {}) {
      const result = await request('solve', { puzzle, search }, { signal });
      runs.push({ name, ...result });
      return { name, ...result };
    },
    tree: (search, nodes = 500) => request('tree', { puzzle: app.current.board.puzzle, search, nodes }, { signal }),
    explore: (puzzle = app.current.board.puzzle, graph = true) => request('explore', { puzzle, graph }, { signal }),
    board: () => app.current.board,
  };
}

async function whyFewer(lab) {
  const bfs = await lab.solve({ algorithm: 'bfs' });
  const weak = await lab.solve({ algorithm: 'astar', heuristic: 'h1' });
  const strong = await lab.solve({ algorithm: 'astar', heuristic: 'h4' });
  const tree = await lab.tree({ algorithm: 'astar', heuristic: 'h4' }, 1);
  return {
    sentences: [
      `${bfs.name} expanded ${count(bfs.expanded, 'positions')}, ${times(bfs.expanded, strong.expanded)} as many as ${strong.name} (${number(strong.expanded)}). Both found ${count(strong.cost, 'moves')}.`,
      `A* adds an estimate of the rest. At the start it is ${number(tree.nodes[0].h)}, so A* knows that no solution has fewer moves. A position whose cost so far plus estimate is above ${number(strong.cost)} is never expanded; breadth-first search expands it if it is near the start.`,
      `The estimate decides how much is saved: ${weak.name} still expanded ${number(weak.expanded)}. Its estimate counts only the vehicles in front of the primary, and says little about the others.`,
    ],
    search: { algorithm: 'astar', heuristic: 'h4' },
  };
}

async function greedyFails(lab) {
  const greedy = await lab.solve({ algorithm: 'greedy', heuristic: 'h1' });
  const astar = await lab.solve({ algorithm: 'astar', heuristic: 'h1' });
  const { graph } = await lab.explore();
  const distance = new Map(graph.positions.map((position, node) => [key(position), graph.distances[node]]));
  const left = greedy.positions.map((position) => distance.get(key(position)));
  const wrong = left.findIndex((value, index) => index + 1 < left.length && left[index + 1] !== value - 1);
  const wasted = left.filter((value, index) => index + 1 < left.length && left[index + 1] !== value - 1).length;
  const sentences = [
    `${greedy.name} found ${count(greedy.cost, 'moves')}, but ${astar.name} found ${number(astar.cost)}. It expanded ${number(greedy.expanded)} positions instead of ${number(astar.expanded)}.`,
    'Greedy search expands the position with the lowest estimate, whatever the way there cost. It is fast when the estimate points the right way, and it never notices a detour.',
  ];
  if (wrong < 0) return { sentences, search: { algorithm: 'greedy', heuristic: 'h1' } };
  const move = greedy.solution[wrong];
  sentences.push(
    `${count(wasted, 'moves')} of its ${number(greedy.cost)} did not bring the exit nearer. The first is move ${wrong + 1}, ${moveText(move)}: before it the exit was ${count(left[wrong], 'moves')} away, after it ${left[wrong + 1] === left[wrong] ? 'still ' : ''}${number(left[wrong + 1])}.`,
  );
  return {
    sentences,
    boards: [
      {
        board: greedy.board,
        position: greedy.positions[wrong],
        vehicle: move.vehicle,
        text: `Before move ${wrong + 1}: ${moveText(move)} is the detour.`,
      },
    ],
    search: { algorithm: 'greedy', heuristic: 'h1' },
  };
}

async function inadmissible(lab) {
  const high = await lab.solve({ algorithm: 'astar', heuristic: 'h3' });
  const good = await lab.solve({ algorithm: 'astar', heuristic: 'h1' });
  const tree = await lab.tree({ algorithm: 'astar', heuristic: 'h3' });
  const { graph } = await lab.explore();
  const distance = new Map(graph.positions.map((position, node) => [key(position), graph.distances[node]]));
  const checked = tree.nodes
    .map((node) => ({ ...node, rest: distance.get(key(node.position)) }))
    .filter(({ rest }) => rest !== null && rest !== undefined);
  const wrong = checked.filter((node) => node.h > node.rest);
  const proof = wrong.reduce(
    (worst, node) => (!worst || node.h - node.rest > worst.h - worst.rest ? node : worst),
    null,
  );
  const sentences = [
    `${high.name} found ${count(high.cost, 'moves')}; ${good.name} found ${number(good.cost)}, and no solution is shorter. A* is optimal only with an estimate that is never too high (an admissible one).`,
    `Of the ${count(checked.length, 'positions')} that the first search looked at, ${number(wrong.length)} were estimated too high.`,
  ];
  if (!proof) return { sentences, search: { algorithm: 'astar', heuristic: 'h3' } };
  sentences.push(
    `This board proves it: the estimate is ${number(proof.h)}, but the exit is only ${count(proof.rest, 'moves')} away. With ${number(proof.g)} made so far, A* believed in ${number(proof.f)} moves in all, when ${number(proof.g + proof.rest)} are enough, and preferred longer ways that looked cheaper.`,
  );
  return {
    sentences,
    boards: [
      {
        board: tree.board,
        position: proof.position,
        vehicle: -1,
        text: `Estimate ${number(proof.h)}, exact distance ${number(proof.rest)}.`,
      },
    ],
    search: { algorithm: 'astar', heuristic: 'h3' },
  };
}

async function fuel(lab) {
  const board = lab.board();
  const index = board.vehicles.findIndex(({ label }) => label === 'B');
  const driven = (result) =>
    result.solution.filter((move) => move.vehicle === index).reduce((sum, move) => sum + move.cells, 0);
  const filled = (units) => ({
    ...board.puzzle,
    vehicles: board.puzzle.vehicles.map((vehicle) => (vehicle.label === 'B' ? { ...vehicle, fuel: units } : vehicle)),
  });
  const free = await lab.solve({ algorithm: 'bfs' }, { name: 'B without a tank' });
  const units = driven(free) - 1;
  const tight = await lab.solve(
    { algorithm: 'bfs' },
    { puzzle: filled(units), name: `B with ${count(units, 'units')}` },
  );
  const short = await lab.solve(
    { algorithm: 'bfs' },
    { puzzle: filled(units - 1), name: `B with ${count(units - 1, 'units')}` },
  );
  const [all, tracked] = [await lab.explore(board.puzzle, false), await lab.explore(filled(units), false)];
  return {
    sentences: [
      `A unit of fuel is one cell. Without a tank, the shortest solution has ${count(free.cost, 'moves')}, and B drives ${count(driven(free), 'cells')}.`,
      tight.cost === null
        ? `With ${count(units, 'units')} there is no solution.`
        : `With ${count(units, 'units')} that solution is too far for B. The shortest now has ${count(tight.cost, 'moves')}, ${more(tight.cost - free.cost, 'moves')}, and B drives ${count(driven(tight), 'cells')}.`,
      short.status === 'unsolvable'
        ? `With ${count(units - 1, 'units')} there is no solution at all; the search proved it.`
        : `With ${count(units - 1, 'units')} it is ${count(short.cost ?? 0, 'moves')}.`,
      `Without a tank ${count(all.positions, 'positions')} can be reached, with ${count(units, 'units')} ${number(tracked.positions)}; the same board with other fuel left counts as another position.${tracked.unsolvable ? ` From ${number(tracked.unsolvable)} of them the exit can no longer be reached, because fuel is used up for ever.` : ''}`,
    ],
    boards: [
      {
        board: tight.board,
        position: tight.positions?.[0],
        vehicle: index,
        text: `B with ${count(units, 'units')}: the number on the vehicle is the fuel left.`,
      },
    ],
    search: { algorithm: 'bfs' },
  };
}

/** The experiments. The puzzles are in the format `line`. */
export const EXPERIMENTS = [
  {
    title: 'Why A* expands fewer',
    question: 'Breadth-first search and A* find the same solution. Why does one look at far fewer positions?',
    puzzle: 'ABBBC.A...C.XX..C.D.EFGGD.EFHHIIIF..',
    run: whyFewer,
  },
  {
    title: 'When greedy search fails',
    question: 'Greedy search is fast. What does it pay?',
    puzzle: '.AABBB.CCCD.XX..D.EFFGHHEI.G.JEIKK.J',
    run: greedyFails,
  },
  {
    title: 'An estimate that is too high',
    question: 'What does A* do with an inadmissible heuristic? With the board that proves it.',
    puzzle: '....A.....AB..XXAB..CDD...C.....CEE.',
    run: inadmissible,
  },
  {
    title: 'What fuel does',
    question: 'One vehicle gets a small tank. What happens to the solution, and to the number of positions?',
    puzzle: '..........A..XX.A.....A...BCC...B...',
    run: fuel,
  },
];

/** Creates the card with the experiments. */
export function experimentCard(app, menus, tree) {
  const status = h('p', { class: 'message', role: 'status' });
  const result = h('div', { class: 'experiment-result', hidden: true });
  const stop = button('Stop', () => running?.abort(), { disabled: true });
  let running = null;

  async function run({ title, puzzle, run: script }) {
    running?.abort();
    const controller = (running = new AbortController());
    stop.disabled = false;
    status.textContent = `${title}: running …`;
    result.hidden = true;
    try {
      await app.readPuzzle(puzzle, { name: title });
      const lab = laboratory(app, controller.signal);
      const found = await script(lab);
      if (running !== controller) return;
      show(title, lab.runs, found);
      status.textContent = `${title}: finished.`;
      announce(`${title}. ${found.sentences[0]}`);
    } catch (error) {
      if (running !== controller) return;
      status.textContent = isAborted(error) ? 'Stopped.' : `${error.message}.`;
    }
    stop.disabled = true;
  }

  function show(title, runs, { sentences, boards = [], search }) {
    const shown = boards
      .filter(({ position }) => position)
      .map(({ board, position, vehicle, text }) => {
        const host = h('div');
        const view = new BoardView(host, { label: text, small: true });
        view.show(board, position);
        view.mark(vehicle);
        return h(
          'figure',
          { class: 'experiment-board' },
          host,
          h('figcaption', { class: 'small' }, text),
          button(
            'Play from here',
            async () => {
              await app.readPuzzle(puzzleAt(board, position), { name: title });
              location.hash = app.address('play');
            },
            { symbol: 'play' },
          ),
        );
      });
    menus.set(search);
    const least = Math.min(...runs.map(({ cost }) => cost ?? Infinity));
    const shortest = ({ status: ending, optimal, cost }) =>
      ending === 'unsolvable' ? 'proved' : optimal ? 'yes' : cost > least ? 'no' : 'not proved';
    result.replaceChildren(
      h('h3', null, title),
      h(
        'div',
        { class: 'wide', tabindex: 0, role: 'group', 'aria-label': `Runs: ${title}` },
        h(
          'table',
          null,
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              ['Run', 'Solution', 'Expanded', 'Shortest?'].map((name) => h('th', { scope: 'col' }, name)),
            ),
          ),
          h(
            'tbody',
            null,
            runs.map((each) =>
              h(
                'tr',
                null,
                h('th', { scope: 'row' }, each.name),
                h('td', null, each.cost === null ? 'none' : count(each.cost, each.board.rules.metric)),
                h('td', null, each.expanded.toLocaleString('en')),
                h('td', null, shortest(each)),
              ),
            ),
          ),
        ),
      ),
      h(
        'div',
        { class: 'experiment-text' },
        h(
          'ul',
          { class: 'sentences' },
          sentences.map((sentence) => h('li', null, sentence)),
        ),
        shown,
      ),
      h(
        'div',
        { class: 'tools' },
        button(
          'Show this search as a tree',
          () => {
            tree.run();
            tree.element.scrollIntoView({ block: 'start' });
          },
          { symbol: 'explore' },
        ),
      ),
    );
    result.hidden = false;
  }

  return h(
    'section',
    { class: 'card experiments', 'aria-label': 'Experiments' },
    h('h2', null, 'Experiments'),
    h('p', { class: 'small' }, 'Each opens a puzzle, runs, and explains what happened with the figures of that run.'),
    h(
      'ul',
      { class: 'experiment-list' },
      EXPERIMENTS.map((experiment) =>
        h(
          'li',
          null,
          button(experiment.title, () => run(experiment)),
          h('p', { class: 'small' }, experiment.question),
        ),
      ),
    ),
    h('div', { class: 'tools' }, stop),
    status,
    result,
  );
}
