// The tab Explore: the positions of a cluster by their distance from the exit and, for small clusters, the graph.

import { isAborted, post } from './api.js';
import { BoardView } from './board.js';
import { announce, button, count, h, reducedMotion } from './dom.js';
import { Layout } from './graph.js';
import { columns } from './plot.js';
import { puzzleAt, start } from './puzzle.js';

/** Returns the colour of a relative distance: yellow at the exit, then green, then dark blue. */
function distanceColour(part) {
  const stops = [[253, 220, 60], [122, 199, 90], [33, 145, 140], [59, 82, 139], [68, 18, 92]];
  const at = Math.max(0, Math.min(1, part)) * (stops.length - 1);
  const [one, two] = [stops[Math.floor(at)], stops[Math.min(stops.length - 1, Math.floor(at) + 1)]];
  return `rgb(${one.map((channel, index) => Math.round(channel + (two[index] - channel) * (at % 1))).join(' ')})`;
}

export function mount(app, root) {
  let search = null;
  let found = null;
  let layout = null;
  let frame = 0;
  let selected = -1;
  let position = null;

  const canvas = h('canvas', { class: 'graph', width: 1000, height: 1000, role: 'img', 'aria-label': 'Graph of all positions' });
  const note = h('p', { class: 'message', role: 'status' });
  const facts = h('dl', { class: 'figures' });
  const host = h('div');
  const view = new BoardView(host, { label: 'The selected position', small: true });
  const about = h('p', { class: 'small' });
  const histogram = h('div');
  const number = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Position', oninput: () => selectNode(Number(number.value)) });
  const bar = h('canvas', { width: 200, height: 1, 'aria-hidden': 'true' });
  const legend = h('div', { class: 'legend', hidden: true }, h('span', null, 'exit'), bar, h('span', null, 'farthest'));
  const graphCard = h('div', { class: 'card', hidden: true }, canvas, legend, number);

  root.append(h('div', { class: 'columns' },
    h('div', { class: 'side' },
      h('div', { class: 'card' }, h('h1', { id: 'explore-title' }, 'Explore'),
        h('div', { class: 'row' }, app.puzzleMenu(), button('Explore', explore, { variant: 'strong', symbol: 'explore' })), note, facts),
      graphCard),
    h('div', { class: 'side' },
      h('div', { class: 'card' }, h('h2', null, 'Distances from the exit'), histogram),
      h('div', { class: 'card' }, host, about, h('div', { class: 'tools' }, button('Play from here', play, { symbol: 'play' }))))));

  const gradient = bar.getContext('2d');
  for (let at = 0; at < 200; at++) {
    gradient.fillStyle = distanceColour(at / 199);
    gradient.fillRect(at, 0, 1, 1);
  }
  canvas.addEventListener('pointerdown', (event) => {
    if (!layout) return;
    const box = canvas.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * 1000, ((event.clientY - box.top) / box.height) * 1000];
    let [nearest, least] = [-1, Infinity];
    const point = toCanvas();
    found.graph.positions.forEach((_, node) => {
      const distance = Math.hypot(point.x(node) - x, point.y(node) - y);
      if (distance < least) [nearest, least] = [node, distance];
    });
    selectNode(nearest);
  });

  /** The unit of distances: the metric of the explored puzzle. */
  const unit = () => found.board.rules.metric;

  async function explore() {
    search?.abort();
    cancelAnimationFrame(frame);
    const request = (search = new AbortController());
    note.textContent = 'Exploring …';
    try {
      found = await post('api/explore', { puzzle: app.current.board.puzzle, graph: true }, request.signal);
    } catch (error) {
      note.textContent = isAborted(error) ? '' : `${error.message}.`;
      return;
    }
    const farthest = found.histogram.length - 1;
    note.textContent = farthest < 0 ? `${count(found.positions, 'positions')}; all are unsolvable.`
      : `${count(found.positions, 'positions')}. The farthest ${found.histogram[farthest] === 1 ? 'one is' : `${found.histogram[farthest]} are`} ${count(farthest, unit())} from the exit.`;
    announce(note.textContent);
    facts.replaceChildren(...[['Positions', found.positions], ['Solved', found.goals], ['From the start', found.distance ?? '–'], ['Farthest', Math.max(0, farthest)], ['Unsolvable', found.unsolvable]]
      .map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value.toLocaleString('en')))));
    histogram.replaceChildren(found.histogram.length ? columns('Positions by their distance from the exit', `${unit()} to the exit`, found.histogram, (distance) => distanceColour(distance / Math.max(1, farthest)), example) : h('p', null, 'Every position is unsolvable.'));
    position = null;
    layout = null;
    graphCard.hidden = !found.graph;
    legend.hidden = !found.graph;
    if (found.graph) draw();
    else note.textContent += ` The graph is drawn for up to ${app.menu.limits.graph.toLocaleString('en')} positions.`;
    if (farthest >= 0) example(farthest);
    else show(start(found.board), 'The start');
  }

  function draw() {
    number.max = found.positions - 1;
    layout = new Layout(found.positions, found.graph.edges);
    if (reducedMotion() || found.positions < 2) {
      for (let steps = 0; steps < 400 && layout.step(); steps++);
      paint();
      return;
    }
    const go = () => {
      const until = performance.now() + 12;
      let moving = true;
      do moving = layout.step(); while (moving && performance.now() < until);
      paint();
      if (moving && !root.hidden) frame = requestAnimationFrame(go);
    };
    go();
  }

  /** Returns functions from nodes to canvas coordinates. */
  function toCanvas() {
    const [left, top, width, height] = layout.bounds();
    const scale = 940 / Math.max(width, height);
    return { x: (node) => 500 + (layout.x[node] - left - width / 2) * scale, y: (node) => 500 + (layout.y[node] - top - height / 2) * scale };
  }

  function paint() {
    const context = canvas.getContext('2d');
    const point = toCanvas();
    const style = getComputedStyle(root);
    const greatest = Math.max(1, found.histogram.length - 1);
    const { distances, edges } = found.graph;
    context.clearRect(0, 0, 1000, 1000);
    context.strokeStyle = style.getPropertyValue('--soft');
    context.globalAlpha = Math.max(0.05, Math.min(0.5, 900 / edges.length));
    context.lineWidth = 1;
    context.beginPath();
    for (const [from, to] of edges) {
      context.moveTo(point.x(from), point.y(from));
      context.lineTo(point.x(to), point.y(to));
    }
    context.stroke();
    context.globalAlpha = 1;
    const size = Math.max(2.5, Math.min(9, 240 / Math.sqrt(distances.length)));
    distances.forEach((distance, node) => {
      context.fillStyle = distance === null ? '#888' : distanceColour(distance / greatest);
      context.beginPath();
      context.arc(point.x(node), point.y(node), distance === 0 ? size * 1.15 : size, 0, 7);
      context.fill();
    });
    for (const [node, colour] of [[0, '--red'], [selected, '--ink']]) {
      if (node < 0 || node >= distances.length) continue;
      context.strokeStyle = style.getPropertyValue(colour);
      context.lineWidth = 4;
      context.beginPath();
      context.arc(point.x(node), point.y(node), size + 5, 0, 7);
      context.stroke();
    }
  }

  function selectNode(node) {
    selected = node;
    number.value = node;
    const distance = found.graph.distances[node];
    show(found.graph.positions[node], `${node === 0 ? 'The start' : `Position ${node + 1}`}: ${distance === null ? 'unsolvable' : distance === 0 ? 'solved' : `${count(distance, unit())} to the exit`}`);
    mark(distance);
    paint();
  }

  function example(distance) {
    const node = found.graph?.distances.indexOf(distance) ?? -1;
    if (node >= 0) return selectNode(node);
    show(found.examples[distance], distance ? `One of ${count(found.histogram[distance], 'positions')} that ${found.histogram[distance] === 1 ? 'is' : 'are'} ${count(distance, unit())} away` : 'Solved');
    return mark(distance);
  }

  function mark(distance) {
    histogram.querySelectorAll('.column').forEach((column, index) => column.classList.toggle('here', index === distance));
  }

  function show(shown, text) {
    position = shown;
    view.show(found.board, shown);
    about.textContent = `${text}.`;
    announce(about.textContent);
  }

  async function play() {
    if (!found || !position) return;
    await app.readPuzzle(puzzleAt(found.board, position), { name: 'Explored position' });
    location.hash = '#play';
  }

  function reset() {
    search?.abort();
    cancelAnimationFrame(frame);
    [found, layout, position, selected] = [null, null, null, -1];
    const { board } = app.current;
    view.show(board, start(board));
    graphCard.hidden = true;
    histogram.replaceChildren(h('p', { class: 'small' }, 'Explore a puzzle to see the number of positions at each distance from the exit.'));
    facts.replaceChildren();
    about.textContent = '';
    note.textContent = '';
  }
  app.listeners.add(reset);
  reset();
  return { leave: () => cancelAnimationFrame(frame), enter: () => found?.graph && layout && paint() };
}
