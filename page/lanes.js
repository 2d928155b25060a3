// The lanes of a race: one card for each search, with its board, its figures and its bar.

import { BoardView } from './board.js';
import { capital, count, h } from './dom.js';
import { COLOURS } from './plot.js';
import { start } from './puzzle.js';
import { duration } from './sentences.js';

const number = (value) => (+value.toFixed(3)).toLocaleString('en');

/** A search of the race. */
export class Lane {
  /** @type {any} */ name;
  /** @type {any} */ board;
  /** @type {any} */ expanded;
  /** @type {any} */ points;
  /** @type {any} */ times;

  constructor({ name, algorithm }, index, board, ready) {
    Object.assign(this, { name, algorithm, board, expanded: 0, points: [], times: [[0, 0]], done: null });
    const host = h('div');
    this.view = new BoardView(host, { label: `Position of ${name}`, small: true });
    this.view.show(board, start(board));
    this.big = h('p', { class: 'big' }, '0');
    this.of = h('p', { class: 'small' }, 'positions expanded');
    this.figures = Object.fromEntries(['Open list', 'f', 'g', 'h'].map((key) => [key, h('dd', null, '–')]));
    this.fill = h('i');
    this.fill.style.background = COLOURS[index % 6];
    this.bar = h(
      'div',
      {
        class: 'bar',
        role: 'progressbar',
        'aria-label': `Positions expanded by ${name}`,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': 0,
      },
      this.fill,
    );
    this.verdict = h('p', { class: 'small' }, ready ? 'ready' : 'running …');
    this.card = h(
      'article',
      { class: 'card entrant-view', 'aria-label': name },
      h('h2', null, name),
      this.big,
      this.of,
      this.bar,
      host,
      h(
        'dl',
        { class: 'figures' },
        Object.entries(this.figures).map(([key, value]) => h('div', null, h('dt', null, key), value)),
      ),
      this.verdict,
    );
    this.card.style.borderTopColor = COLOURS[index % 6];
  }

  /** Shows the position that was expanded last. */
  progress(event) {
    if (this.done) return;
    this.expanded = event.expanded;
    this.points.push([event.expanded, event.open, event.f]);
    this.times.push([event.seconds, event.expanded]);
    this.snapshot(event);
  }

  snapshot({ open, f, g, h: estimate, position }) {
    this.view.show(this.board, position);
    this.figures['Open list'].textContent = open.toLocaleString('en');
    for (const [key, value] of [
      ['f', f],
      ['g', g],
      ['h', estimate],
    ])
      this.figures[key].textContent = value === null || value === undefined ? '–' : number(value);
  }

  /** Shows the result, and the solved board with its f, g and h. */
  finish(data) {
    this.done = data;
    this.expanded = Math.max(data.expanded, this.expanded);
    this.points = data.samples;
    // The search ended at `seconds`; what was received later had been measured before.
    this.times = [...this.times.filter(([at]) => at < data.seconds), [data.seconds, this.expanded]];
    if (data.last) this.snapshot(data.last);
    this.verdict.textContent = `${data.text}.`;
    this.verdict.classList.toggle('good', data.status === 'solved');
  }

  /**
   * Fills the bar towards the number of positions that can be reached. While that is not known, the bar shows no part;
   * after the race it compares the searches, of which one has expanded the most.
   */
  draw(reachable, most) {
    this.big.textContent = this.expanded.toLocaleString('en');
    this.of.textContent = reachable
      ? `positions expanded, of ${count(reachable, 'positions')} that can be reached`
      : 'positions expanded';
    const total = reachable || most;
    const part = Math.min(100, (100 * this.expanded) / Math.max(1, total));
    this.bar.classList.toggle('unknown', !total && !this.done && this.expanded > 0);
    this.fill.style.width = total ? `${part}%` : '0';
    if (total) this.bar.setAttribute('aria-valuenow', Math.round(part));
    else this.bar.removeAttribute('aria-valuenow');
  }
}

/** Orders lanes: solved first, then the shortest solution, then the fewest positions expanded. */
export function ranked(lanes) {
  const order = ({ done }) => [done.status === 'solved' ? 0 : 1, done.cost ?? Infinity, done.expanded];
  const compare = (one, other) => {
    const [a, b] = [order(one), order(other)];
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
  };
  return [...lanes].sort(compare);
}

/** Creates the table of the result. */
export function rankingTable(lanes, paced, metric) {
  const heads = [
    ['cost', capital(metric)],
    ['expanded', 'Expanded'],
    ['real_seconds', 'Real time'],
    ...(paced ? [['seconds', 'Time at this pace']] : []),
    ['generated', 'Generated'],
    ['states', 'Stored'],
    ['peak_open', 'Largest open list'],
    ['peak_memory', 'Memory'],
  ];
  const show = (key, value) =>
    value === null || value === undefined
      ? '–'
      : key === 'peak_memory'
        ? `${Math.ceil(value / 1000).toLocaleString('en')} kB`
        : key === 'real_seconds' || key === 'seconds'
          ? duration(value)
          : value.toLocaleString('en');
  const least = (key) => Math.min(...lanes.map(({ done }) => done[key] ?? Infinity));
  const row = ({ name, done }, index) =>
    h(
      'tr',
      null,
      h('td', null, index + 1),
      h('th', { scope: 'row' }, name),
      heads.map(([key]) =>
        h('td', null, done[key] === least(key) ? h('b', null, show(key, done[key])) : show(key, done[key])),
      ),
      h(
        'td',
        null,
        done.status !== 'solved' ? done.status : done.optimal ? 'yes' : done.cost > least('cost') ? 'no' : 'not proved',
      ),
    );
  return h(
    'table',
    null,
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        ['Rank', 'Algorithm', ...heads.map(([, text]) => text), 'Shortest?'].map((text) =>
          h('th', { scope: 'col' }, text),
        ),
      ),
    ),
    h('tbody', null, lanes.map(row)),
  );
}
