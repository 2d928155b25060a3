// The graph of all positions: a square canvas at the full resolution of the screen, with the shortest path and the
// user's game.

import { h, oncePerFrame, reducedMotion, s } from './dom.js';
import { UNSOLVABLE, distanceColour, drawScale } from './distance-colours.js';
import { showError } from './notice.js';
import { watch } from './settings.js';
import { Viewport } from './viewport.js';

/** The most edges that are drawn at once. */
const MAX_EDGES = 20_000;

/** The colours of the two paths. */
const [SHORTEST, GAME] = ['#d55e00', '#cc3fa0'];

/** Creates an entry of the legend with a small picture. */
const entry = (picture, text) =>
  h('li', null, s('svg', { viewBox: '0 0 28 14', 'aria-hidden': 'true' }, picture), text);

export class GraphView {
  /** @type {any} */ graph;
  /** @type {any} */ greatest;
  /** @type {any} */ game;

  constructor({ onSelect }) {
    this.onSelect = onSelect;
    this.canvas = h('canvas', {
      class: 'graph',
      tabindex: 0,
      role: 'application',
      'aria-label': 'Graph of all positions',
      'aria-describedby': 'graph-help',
    });
    this.paint = oncePerFrame(() => this.draw());
    this.viewport = new Viewport(this.canvas, { onChange: () => this.paint(), onClick: (x, y) => this.click(x, y) });
    const bar = h('canvas', { width: 200, height: 1, 'aria-hidden': 'true' });
    drawScale(bar);
    this.gameEntry = entry(
      s('path', { d: 'M2 11L14 4L26 9', stroke: GAME, 'stroke-width': 3, 'stroke-dasharray': '4 3', fill: 'none' }),
      'your game, one line for each move',
    );
    this.deadEntry = entry(s('circle', { cx: 14, cy: 7, r: 5, fill: UNSOLVABLE }), 'unsolvable');
    this.pathText = h('span');
    this.element = h(
      'div',
      { class: 'graph-host' },
      this.canvas,
      this.viewport.buttons,
      h(
        'p',
        { class: 'small', id: 'graph-help' },
        'Click a position to see it; click a neighbour to step to it. Wheel, pinch, + and − zoom; drag and arrow keys move the graph.',
      ),
      h('div', { class: 'legend' }, h('span', null, 'exit'), bar, h('span', null, 'farthest')),
      h(
        'ul',
        { class: 'key' },
        entry(s('circle', { cx: 14, cy: 7, r: 5, class: 'ring-start' }), 'the start'),
        entry(s('circle', { cx: 14, cy: 7, r: 5, class: 'ring-selected' }), 'selected'),
        entry(s('rect', { x: 9, y: 2, width: 10, height: 10, fill: distanceColour(0), class: 'goal-mark' }), 'solved'),
        this.deadEntry,
        entry(s('path', { d: 'M2 7L26 7', class: 'edge-mark' }), 'one vehicle moves one cell'),
        entry(s('path', { d: 'M2 11L14 4L26 9', stroke: SHORTEST, 'stroke-width': 3, fill: 'none' }), this.pathText),
        this.gameEntry,
      ),
    );
    new ResizeObserver(() => this.paint()).observe(this.canvas);
    watch('theme', () => this.paint());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint());
  }

  /** Shows another graph. `game` is the list of nodes of the user's game, `unit` the metric of the distances. */
  load(graph, greatest, game, unit) {
    this.clear();
    Object.assign(this, { graph, greatest: Math.max(1, greatest), game, selected: -1 });
    this.neighbours = graph.positions.map(() => []);
    for (const [from, to] of graph.edges) {
      this.neighbours[from].push(to);
      if (!this.neighbours[to].includes(from)) this.neighbours[to].push(from);
    }
    this.pathText.textContent = `a shortest path from the selected position, one line for each ${unit === 'steps' ? 'step' : 'move'}`;
    this.gameEntry.hidden = game.length < 2;
    this.deadEntry.hidden = !graph.distances.includes(null);
    this.viewport.reset();
    this.worker = new Worker(new URL('./graph-worker.js', import.meta.url), { type: 'module' });
    this.worker.addEventListener('message', ({ data }) => {
      // With reduced motion only the first and the last layout are painted.
      if (this.layout && !data.settled && reducedMotion()) return;
      this.layout = data;
      this.canvas.dataset.settled = String(data.settled);
      this.paint();
    });
    this.worker.onerror = () => showError(new Error('the graph cannot be laid out: its code cannot be loaded'));
    this.worker.postMessage({ size: graph.positions.length, edges: graph.edges });
  }

  /** Returns a function from nodes to points on the canvas, in pixels of the page. */
  points() {
    const [left, top, width, height] = this.layout.bounds;
    const { side } = this.viewport;
    const fit = (side * 0.92) / Math.max(width, height);
    return (node) =>
      this.viewport.place(
        side / 2 + (this.layout.x[node] - left - width / 2) * fit,
        side / 2 + (this.layout.y[node] - top - height / 2) * fit,
      );
  }

  /** Returns a shortest path from a node to the exit. */
  pathFrom(node) {
    const path = node >= 0 ? [node] : [];
    while (path.length && path.length <= this.greatest) {
      const next = this.graph.next[path.at(-1)];
      if (next === null || next === undefined) break;
      path.push(next);
    }
    return path;
  }

  select(node, reveal = false) {
    this.selected = node;
    if (reveal && this.layout) this.viewport.reveal(this.points()(node));
    this.paint();
  }

  /** Selects the neighbour near a point if there is one, else the nearest node. */
  click(x, y) {
    if (!this.layout) return;
    const point = this.points();
    const nearest = (nodes, within) => {
      let [found, least] = [-1, within];
      for (const node of nodes) {
        const [px, py] = point(node);
        const far = Math.hypot(px - x, py - y);
        if (far < least) [found, least] = [node, far];
      }
      return found;
    };
    const all = this.graph.positions.keys();
    const exact = nearest(all, 6);
    const neighbour = this.selected >= 0 ? nearest(this.neighbours[this.selected], 14) : -1;
    const node = exact >= 0 ? exact : neighbour >= 0 ? neighbour : nearest(this.graph.positions.keys(), 60);
    if (node >= 0) this.onSelect(node);
  }

  draw() {
    if (!this.canvas.checkVisibility()) return;
    const { canvas, viewport, graph } = this;
    const { side } = viewport;
    const density = devicePixelRatio || 1;
    const pixels = Math.round(side * density);
    if (canvas.width !== pixels || canvas.height !== pixels) [canvas.width, canvas.height] = [pixels, pixels];
    const context = canvas.getContext('2d');
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, side, side);
    if (!this.layout) return;
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(name).trim();
    const point = this.points();
    const places = graph.positions.map((_, node) => point(node));
    const line = (nodes) =>
      nodes.forEach((node, index) => (index ? context.lineTo(...places[node]) : context.moveTo(...places[node])));
    const isSeen = (node) =>
      places[node][0] > -10 && places[node][1] > -10 && places[node][0] < side + 10 && places[node][1] < side + 10;
    // Of a large graph, the whole shows a part of the edges; a closer look shows all of them.
    const seen = graph.edges.filter(([from, to]) => isSeen(from) || isSeen(to));
    const every = Math.ceil(seen.length / MAX_EDGES);
    context.strokeStyle = colour('--soft');
    context.lineWidth = 0.8;
    context.globalAlpha = Math.max(
      0.07,
      Math.min(0.6, (900 / Math.min(MAX_EDGES, graph.edges.length)) * Math.sqrt(viewport.zoom)),
    );
    context.beginPath();
    for (let at = 0; at < seen.length; at += every) line(seen[at]);
    context.stroke();
    context.globalAlpha = 1;
    this.size = Math.max(1.4, Math.min(9, (side / 4.2 / Math.sqrt(graph.positions.length)) * Math.sqrt(viewport.zoom)));
    graph.distances.forEach((distance, node) => {
      if (!isSeen(node)) return;
      const [x, y] = places[node];
      context.fillStyle = distance === null ? UNSOLVABLE : distanceColour(distance / this.greatest);
      // A square is drawn faster, and very small circles look the same.
      if (distance === 0 || this.size < 1.6)
        return void context.fillRect(x - this.size, y - this.size, 2 * this.size, 2 * this.size);
      context.beginPath();
      context.arc(x, y, this.size, 0, 7);
      context.fill();
    });
    this.drawPath(context, line, this.game, GAME, [6, 4]);
    this.drawPath(context, line, this.pathFrom(this.selected), SHORTEST, []);
    if (this.selected >= 0) this.rings(context, places, this.neighbours[this.selected], colour('--ink'), 1.2, 2);
    this.rings(context, places, [0], colour('--red'), 3, 5);
    if (this.selected >= 0) this.rings(context, places, [this.selected], colour('--ink'), 3, 4);
  }

  drawPath(context, line, nodes, colour, dashes) {
    if (nodes.length < 2) return;
    context.strokeStyle = colour;
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.setLineDash(dashes);
    context.beginPath();
    line(nodes);
    context.stroke();
    context.setLineDash([]);
  }

  rings(context, places, nodes, colour, width, gap) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    for (const node of nodes) {
      context.beginPath();
      context.arc(...places[node], this.size + gap, 0, 7);
      context.stroke();
    }
  }

  clear() {
    this.worker?.terminate();
    this.layout = null;
    this.canvas.dataset.settled = 'false';
    this.paint();
  }
}
