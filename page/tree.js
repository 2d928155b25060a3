// The search tree: the first few hundred expanded positions, in the order in which an algorithm expands them, step by
// step.

import { BoardView } from './board.js';
import { announce, button, capital, count, figureRows, h, s } from './dom.js';
import * as lab from './lab.js';
import { makePlayback } from './play-button.js';
import { moveText } from './player.js';
import { outdatedLine } from './search-menus.js';
import { layoutTree } from './tree-layout.js';

/** The number of nodes to show. */
const NODES = 300;
/** The size of a node with its distance to the next, in pixels. */
const [WIDE, TALL] = [150, 26];
const ARROWS = { up: '↑', down: '↓', left: '←', right: '→' };

const number = (value) => (+value.toFixed(3)).toLocaleString('en');

/** Returns why a node follows the node before it, for searches that expand the lowest f first. */
function lowestFirst(node, before) {
  if (node.f < before.f) return `f is lower than in the step before (${number(before.f)}): that step opened this node.`;
  return node.f > before.f
    ? `No open node with f ${number(before.f)} is left, so f rises to ${number(node.f)}.`
    : 'Of the open nodes with the lowest f it was opened first.';
}

const depthFirst = (node, before, below) =>
  below
    ? 'The search goes on below the node before.'
    : 'Nothing new was left below, so the search went back and took the next move.';

/** The order in which algorithms expand nodes. */
const ORDERS = {
  bfs: lowestFirst,
  dijkstra: lowestFirst,
  greedy: lowestFirst,
  astar: lowestFirst,
  dfs: depthFirst,
  idastar: depthFirst,
};

export class TreeView {
  /** @type {any} */ app;
  /** @type {any} */ menus;
  /** @type {any} */ found;
  /** @type {any} */ search;

  constructor(app, menus) {
    Object.assign(this, { app, menus, found: null, search: null });
    this.go = button('Show the search tree', () => this.run(), { symbol: 'explore' });
    this.stop = button('Stop', () => this.search?.abort(), { disabled: true });
    this.status = h('p', { class: 'message', role: 'status' });
    this.outdated = outdatedLine(app, menus);
    this.svg = s('svg', {
      class: 'tree',
      role: 'img',
      'aria-label': 'Search tree',
      onclick: (event) => this.pick(event),
    });
    this.scroller = h(
      'div',
      { class: 'tree-scroll', tabindex: 0, role: 'group', 'aria-label': 'Search tree; scrolls in both directions' },
      this.svg,
    );
    this.playback = makePlayback({
      onShow: (at) => this.show(at),
      noun: 'node',
      describe: (at) => this.describe(at),
      interval: 700,
    });
    this.facts = h('dl', { class: 'figures tree-facts' });
    this.text = h('p', { class: 'small tree-text' });
    const host = h('div', { class: 'tree-board' });
    this.view = new BoardView(host, { label: 'Position of the node', small: true });
    this.body = h(
      'div',
      { class: 'tree-body', hidden: true },
      h(
        'div',
        { class: 'tree-left' },
        this.scroller,
        this.playback.element,
        h(
          'ul',
          { class: 'key' },
          [
            ['now', 'expanded in this step'],
            ['path', 'on the way from the start to it'],
            ['solution', 'on the solution found'],
            ['later', 'expanded later'],
          ].map(([name, text]) => h('li', null, h('span', { class: `swatch ${name}` }), text)),
        ),
      ),
      h('div', { class: 'tree-right' }, host, this.facts, this.text),
    );
    this.element = h(
      'section',
      { class: 'card', 'aria-label': 'Search tree' },
      h('h2', null, 'Search tree'),
      h(
        'p',
        { class: 'small' },
        `The first ${NODES} positions that the algorithm expands, in its own order. f orders the search, g is the cost so far, h the estimate of the rest.`,
      ),
      h('div', { class: 'tools' }, this.go, this.stop),
      this.status,
      this.outdated.element,
      this.body,
    );
  }

  /** Requests the tree of the selected search, and shows its first node. */
  async run() {
    this.search?.abort();
    const request = (this.search = new AbortController());
    this.stop.disabled = false;
    this.status.textContent = 'Searching …';
    this.algorithm = this.menus.algorithm.value;
    const options = this.menus.options();
    try {
      const found = await lab.request(
        'tree',
        { puzzle: this.app.current.board.puzzle, search: options, nodes: NODES },
        { signal: request.signal },
      );
      if (this.search !== request) return;
      this.load(found);
      this.outdated.set(options);
    } catch (error) {
      if (this.search !== request) return;
      this.status.textContent = lab.isAborted(error) ? 'Stopped.' : `${error.message}.`;
    }
    this.stop.disabled = true;
  }

  load(found) {
    this.found = found;
    const { nodes } = found;
    this.body.hidden = !nodes.length;
    this.status.textContent = !nodes.length
      ? 'This algorithm expands no positions one by one, so it has no search tree.'
      : `${nodes.length < found.visited ? `The first ${count(nodes.length, 'nodes')} of ${number(found.visited)}` : `All ${count(nodes.length, 'nodes')}`}. ${capital(found.text)}.`;
    announce(this.status.textContent);
    if (!nodes.length) return;
    this.layout = layoutTree(nodes);
    this.draw();
    this.playback.load(nodes.length, 0);
  }

  place(at) {
    return [12 + this.layout.depth[at] * WIDE, 6 + this.layout.row[at] * TALL];
  }

  /** Draws the whole tree; `show` only changes classes. */
  draw() {
    const { nodes } = this.found;
    const [width, height] = [this.layout.columns * WIDE + 24, this.layout.rows * TALL + 16];
    this.edges = nodes.map((_, at) => {
      const parent = this.layout.parents[at];
      if (parent < 0) return null;
      const [[x1, y1], [x2, y2]] = [this.place(parent), this.place(at)];
      return s('path', {
        class: 'edge',
        d: `M${x1 + WIDE - 22} ${y1 + 10}C${x1 + WIDE - 8} ${y1 + 10} ${x2 - 14} ${y2 + 10} ${x2} ${y2 + 10}`,
      });
    });
    this.boxes = nodes.map(({ move, f, g, h: estimate, on_solution: solution }, at) => {
      const [x, y] = this.place(at);
      const text = `${move ? `${move.label}${ARROWS[move.direction]}${move.cells}` : 'start'} f${number(f)} g${g} h${number(estimate)}`;
      return s(
        'g',
        { class: `node${solution ? ' solution' : ''}`, transform: `translate(${x} ${y})`, 'data-at': at },
        s('rect', { width: WIDE - 22, height: 20, rx: 5 }),
        s('text', { x: (WIDE - 22) / 2, y: 14.5, 'text-anchor': 'middle' }, text),
      );
    });
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('width', width);
    this.svg.setAttribute('height', height);
    this.svg.replaceChildren(...this.edges.filter(Boolean), ...this.boxes);
  }

  /** Shows the step in which a node is expanded. */
  show(at) {
    if (!this.found?.nodes.length) return;
    const { nodes, board } = this.found;
    const path = new Set();
    for (let node = at; node >= 0; node = this.layout.parents[node]) path.add(node);
    nodes.forEach((_, other) => {
      const box = this.boxes[other];
      box.classList.toggle('later', other > at);
      box.classList.toggle('now', other === at);
      box.classList.toggle('path', path.has(other));
      this.edges[other]?.classList.toggle('later', other > at);
      this.edges[other]?.classList.toggle('path', path.has(other));
    });
    const node = nodes[at];
    this.view.show(board, node.position);
    this.view.mark(node.move ? node.move.vehicle : -1);
    const parent = this.layout.parents[at];
    this.facts.replaceChildren(
      ...figureRows([
        ['Node', at + 1],
        ['Parent', parent < 0 ? '–' : parent + 1],
        ['Move', node.move ? moveText(node.move) : '–'],
        ['f', number(node.f)],
        ['g', node.g],
        ['h', number(node.h)],
        ['Open list', node.open],
      ]),
    );
    this.text.textContent = this.explain(at);
    const [x, y] = this.place(at);
    this.scroller.scrollTo({ left: x - this.scroller.clientWidth / 2, top: y - this.scroller.clientHeight / 2 });
  }

  /** Explains a step in one or two sentences. */
  explain(at) {
    const { nodes, status } = this.found;
    const node = nodes[at];
    const parent = this.layout.parents[at];
    const last = at === nodes.length - 1 && nodes.length === this.found.visited;
    const why =
      parent < 0
        ? at
          ? 'Another root: the search begins again here.'
          : 'The start is expanded first.'
        : (ORDERS[this.algorithm] ?? (() => ''))(node, nodes[at - 1], parent === at - 1);
    const child =
      parent >= 0 && node.h !== nodes[parent].h
        ? ` The move changed the estimate from ${number(nodes[parent].h)} to ${number(node.h)}.`
        : '';
    return `${why}${child}${last && status === 'solved' ? ' The search ends here.' : ''}`;
  }

  describe(at) {
    const node = this.found?.nodes[at];
    return node
      ? `Node ${at + 1}: ${node.move ? `${moveText(node.move)}, ` : ''}f ${number(node.f)}, g ${node.g}, h ${number(node.h)}`
      : '';
  }

  pick(event) {
    const box = event.target.closest('[data-at]');
    if (!box) return;
    this.playback.pause();
    this.playback.show(Number(box.dataset.at));
  }

  leave() {
    this.playback.pause();
  }

  reset() {
    this.search?.abort();
    this.search = null;
    this.found = null;
    this.playback.pause();
    this.body.hidden = true;
    this.stop.disabled = true;
    this.status.textContent = '';
    this.outdated.set(null);
  }
}
