// The tab Explore: the positions of a cluster by their distance from the exit, the graph of small clusters, and the
// layers of large ones.

import { BoardView } from './board.js';
import { distanceColour } from './distance-colours.js';
import { announce, button, capital, count, field, figureRows, followPuzzle, h, sentenceCard } from './dom.js';
import { GraphView } from './graph-view.js';
import * as lab from './lab.js';
import { layeredPicture } from './layers.js';
import { columns } from './plot.js';
import { puzzleAt, start } from './puzzle.js';
import { gameOf } from './saves.js';
import { exploreSentences } from './sentences.js';

/** Names the step from one position to a neighbour. */
function stepName(board, from, to) {
  const index = board.vehicles.findIndex((_, vehicle) => from.offsets[vehicle] !== to.offsets[vehicle]);
  if (index < 0) return 'stay';
  const { label, horizontal } = board.vehicles[index];
  const forward = to.offsets[index] === null || to.offsets[index] > from.offsets[index];
  return `${label} ${horizontal ? (forward ? 'right' : 'left') : forward ? 'down' : 'up'}${to.offsets[index] === null ? ' and out' : ''}`;
}

export function mount(app, root) {
  let search = null;
  let found = null;
  let chart = null;
  let position = null;

  const note = h('p', { class: 'message', role: 'status' });
  const facts = h('dl', { class: 'figures' });
  const host = h('div');
  const view = new BoardView(host, { label: 'The selected position', small: true });
  const about = h('p', { class: 'small selected-text' });
  const steps = h('div', { class: 'tools neighbours', role: 'group', 'aria-label': 'Neighbours' });
  const histogram = h('div');
  const follow = button(
    'Follow a shortest path',
    () => selectNode(found.graph.next[Number(number.value)] ?? Number(number.value), true),
    { symbol: 'forward', hidden: true },
  );
  const playFrom = button('Play from here', play, { symbol: 'play' });
  const graph = new GraphView({ onSelect: (node) => selectNode(node) });
  const number = h('input', {
    type: 'range',
    min: 0,
    max: 0,
    value: 0,
    oninput: () => selectNode(Number(number.value)),
  });
  const graphCard = h(
    'section',
    { class: 'card', hidden: true, 'aria-label': 'Graph' },
    h('h2', null, 'Graph'),
    graph.element,
    field('Position', number),
  );
  const layers = h('div');
  const layerCard = h(
    'section',
    { class: 'card', hidden: true, 'aria-label': 'Layers' },
    h('h2', null, 'Layers'),
    h(
      'p',
      { class: 'small' },
      'All positions by their distance from the start and to the exit. A shortest solution goes from the ring down to the bottom row, one square to the right and one down with each move.',
    ),
    layers,
  );
  const seen = sentenceCard();
  const stop = button('Stop', () => search?.abort(), { disabled: true });

  root.append(
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        { class: 'side' },
        h(
          'div',
          { class: 'card' },
          h('h1', { id: 'explore-title' }, 'Explore'),
          h(
            'p',
            { class: 'small' },
            'All positions that can be reached from the start, and how far each of them is from the exit.',
          ),
          h(
            'div',
            { class: 'row' },
            app.puzzleMenu(),
            button('Explore', explore, { variant: 'strong', symbol: 'explore' }),
            stop,
          ),
          note,
          facts,
        ),
        graphCard,
      ),
      h(
        'div',
        { class: 'side' },
        h('div', { class: 'card' }, host, about, steps, h('div', { class: 'tools' }, follow, playFrom)),
        h('div', { class: 'card' }, h('h2', null, 'Distances from the exit'), histogram),
        seen.element,
      ),
    ),
    h('div', { class: 'below' }, layerCard),
  );

  /** The unit of distances: the metric of the explored puzzle. */
  const unit = () => found.board.rules.metric;

  async function explore() {
    search?.abort();
    const request = (search = new AbortController());
    const started = Date.now();
    const tell = () => (note.textContent = `Exploring … ${Math.floor((Date.now() - started) / 1000)} s`);
    tell();
    const clock = setInterval(tell, 1000);
    stop.disabled = false;
    const { board, key } = app.current;
    try {
      const answer = await lab.request(
        'explore',
        { puzzle: board.puzzle, graph: true, game: gameOf(key)?.game },
        { signal: request.signal },
      );
      if (search !== request) return;
      found = answer;
      show();
    } catch (error) {
      if (search !== request) return;
      clearInterval(clock);
      note.textContent = lab.isAborted(error) ? 'Stopped.' : `${capital(error.message)}.`;
      if (!lab.isAborted(error)) await bounds(board, request);
    } finally {
      clearInterval(clock);
    }
    if (search === request) stop.disabled = true;
  }

  /** Adds what a search knows of a board whose positions are too many. */
  async function bounds(board, request) {
    const result = await lab
      .request('solve', { puzzle: board.puzzle, brief: true }, { signal: request.signal })
      .catch(() => null);
    if (result && search === request) note.textContent += ` A search of this board: ${result.text}.`;
  }

  function show() {
    const farthest = found.histogram.length - 1;
    note.textContent =
      farthest < 0
        ? `${count(found.positions, 'positions')}; all are unsolvable.`
        : `${count(found.positions, 'positions')}. The farthest ${found.histogram[farthest] === 1 ? 'one is' : `${found.histogram[farthest].toLocaleString('en')} are`} ${count(farthest, unit())} from the exit.`;
    if (!found.graph)
      note.textContent += ` The graph is drawn for up to ${app.menu.limits.graph.toLocaleString('en')} positions; the layers show all of them.`;
    announce(note.textContent);
    facts.replaceChildren(
      ...figureRows([
        ['Positions', found.positions],
        ['Solved', found.goals],
        ['From the start', found.distance],
        ['Farthest', Math.max(0, farthest)],
        ['Unsolvable', found.unsolvable],
      ]),
    );
    seen.set(exploreSentences(found));
    chart =
      farthest < 0
        ? null
        : columns(
            'Positions by their distance from the exit',
            `${unit()} to the exit`,
            found.histogram,
            (distance) => distanceColour(distance / Math.max(1, farthest)),
            example,
          );
    histogram.replaceChildren(chart?.element ?? h('p', null, 'Every position is unsolvable.'));
    position = null;
    follow.hidden = true;
    layerCard.hidden = farthest < 0;
    layers.replaceChildren(...(layerCard.hidden ? [] : [layeredPicture(found.layers, found.distance, unit())]));
    graphCard.hidden = !found.graph;
    if (found.graph) {
      number.max = found.positions - 1;
      graph.load(found.graph, farthest, found.game ?? [], unit());
      selectNode(0);
    } else if (farthest >= 0) example(farthest);
    else showPosition(start(found.board), 'The start', null);
  }

  const away = (distance) =>
    distance === null ? 'unsolvable' : distance === 0 ? 'solved' : `${count(distance, unit())} to the exit`;

  function selectNode(node, reveal = false) {
    number.value = node;
    const { positions, distances } = found.graph;
    number.setAttribute('aria-valuetext', `Position ${node + 1}: ${away(distances[node])}`);
    showPosition(
      positions[node],
      `${node === 0 ? 'The start' : `Position ${node + 1}`}: ${away(distances[node])}`,
      distances[node],
    );
    if (distances[node] !== null) chart?.select(distances[node]);
    graph.select(node, reveal);
    follow.hidden = false;
    follow.setAttribute('aria-disabled', String(found.graph.next[node] === null));
    const focused = steps.contains(document.activeElement);
    steps.replaceChildren(
      ...graph.neighbours[node].map((other) => {
        const change =
          distances[other] === null || distances[node] === null
            ? ''
            : distances[other] < distances[node]
              ? ' nearer'
              : distances[other] > distances[node]
                ? ' farther'
                : ' as far';
        return button(
          `${stepName(found.board, positions[node], positions[other])}: ${change || 'unsolvable'}`.replace(':  ', ': '),
          () => selectNode(other, true),
          { variant: change.trim() },
        );
      }),
    );
    if (focused) steps.querySelector('button')?.focus();
  }

  function example(distance) {
    const node = found.graph?.distances.indexOf(distance) ?? -1;
    if (node >= 0) return selectNode(node, true);
    showPosition(
      found.examples[distance],
      distance
        ? `One of ${count(found.histogram[distance], 'positions')} that ${found.histogram[distance] === 1 ? 'is' : 'are'} ${count(distance, unit())} away`
        : 'Solved',
      distance,
    );
    return chart.select(distance);
  }

  /** Shows a position and its distance from the exit, which is null if it is unsolvable. */
  function showPosition(shown, text, distance) {
    position = shown;
    // In a solved position there is nothing left to play.
    playFrom.setAttribute('aria-disabled', String(distance === 0));
    view.show(found.board, shown);
    about.textContent = `${text}.`;
    announce(about.textContent);
  }

  async function play() {
    if (playFrom.getAttribute('aria-disabled') === 'true') return;
    const [board, from] = found && position ? [found.board, position] : [app.current.board, start(app.current.board)];
    await app.readPuzzle(puzzleAt(board, from), { name: 'Explored position' });
    location.hash = app.address('play');
  }

  function reset() {
    search?.abort();
    search = null;
    stop.disabled = true;
    [found, position, chart] = [null, null, null];
    graph.clear();
    const { board } = app.current;
    view.show(board, start(board));
    graphCard.hidden = true;
    layerCard.hidden = true;
    follow.hidden = true;
    playFrom.setAttribute('aria-disabled', 'false');
    histogram.replaceChildren(
      h('p', { class: 'small' }, 'Explore a puzzle to see the number of positions at each distance from the exit.'),
    );
    facts.replaceChildren();
    steps.replaceChildren();
    seen.set([]);
    about.textContent = '';
    note.textContent = '';
  }
  followPuzzle(app, reset);
  reset();
  return { enter: () => graph.paint() };
}
