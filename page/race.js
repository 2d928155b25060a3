// The tab Race: several algorithms search the same puzzle side by side.

import { isAborted, stream } from './api.js';
import { BoardView } from './board.js';
import { announce, button, count, field, h, select } from './dom.js';
import { COLOURS, lines } from './plot.js';
import { start } from './puzzle.js';
import { searchMenus } from './solve.js';
import { load, save } from './store.js';

const PACES = [['20', '20 positions per second'], ['100', '100 positions per second'], ['500', '500 positions per second'], ['2000', '2,000 positions per second'], ['10000', '10,000 positions per second'], ['0', 'unlimited']];
const DEFAULT_ENTRANTS = [{ algorithm: 'bfs' }, { algorithm: 'astar' }];

export function mount(app, root) {
  let entrants = [];
  let views = [];
  let race = null;

  const rows = h('div', { class: 'entrants' });
  const pace = select(PACES.map(([value, text]) => ({ value, text })), load('pace', '500'), (value) => save('pace', value));
  const status = h('p', { class: 'message', role: 'status' });
  const go = button('Start the race', begin, { variant: 'strong', symbol: 'play' });
  const stop = button('Stop', () => race?.abort(), { disabled: true });
  const viewHost = h('div', { class: 'entrant-views' });
  const plots = {
    open: lines('Open list', 'positions expanded'),
    f: lines('f of the expanded position', 'positions expanded'),
    time: lines('Positions expanded', 'seconds'),
  };
  const plotHost = h('div', { class: 'plots' }, Object.values(plots).map((plot) => plot.element));
  const results = h('div', { class: 'card wide', hidden: true });

  root.append(h('div', { class: 'card' }, h('h1', { id: 'race-title' }, 'Race'),
    h('p', { class: 'small' }, 'Several algorithms search the same puzzle. All expand the same number of positions per second, so the first to finish has expanded the fewest.'),
    h('div', { class: 'row' }, app.puzzleMenu(), field('Pace', pace)), rows,
    h('div', { class: 'tools' }, go, stop, button('Add an algorithm', () => add({ algorithm: 'greedy' }))), status), h('div', { class: 'race-grid' }, viewHost, plotHost), results);

  function add(options) {
    if (entrants.length >= app.menu.limits.entrants) return void (status.textContent = `At most ${app.menu.limits.entrants} algorithms take part.`);
    const menus = searchMenus(app, options, () => {
      menus.heuristic.title = app.menu.heuristics.find(({ name }) => name === menus.heuristic.value).summary;
      menus.heuristic.hidden = !menus.informed;
      save('race', entrants.map((entrant) => entrant.options()));
    });
    for (const option of menus.heuristic.options) option.textContent = option.value;
    menus.algorithm.setAttribute('aria-label', 'Algorithm');
    menus.heuristic.setAttribute('aria-label', 'Heuristic');
    entrants.push(menus);
    menus.update();
    return draw();
  }

  function draw() {
    rows.replaceChildren(...entrants.map((menus, index) => {
      const dot = h('span', { class: 'dot' });
      dot.style.background = COLOURS[index % 6];
      return h('div', { class: 'entrant' }, dot, menus.algorithm, menus.heuristic, menus.parameters,
        button('Remove', () => {
          entrants.splice(index, 1);
          save('race', entrants.map((entrant) => entrant.options()));
          draw();
        }, { disabled: entrants.length < 2, label: `Remove ${menus.algorithm.value}` }));
    }));
  }

  function createEntrantView(name, index, board) {
    const host = h('div');
    const view = new BoardView(host, { label: `Position of ${name}`, small: true });
    view.show(board, start(board));
    const big = h('p', { class: 'big' }, '0');
    const figures = Object.fromEntries(['Open', 'f', 'g', 'h'].map((key) => [key, h('dd', null, '–')]));
    const fill = h('i');
    fill.style.background = COLOURS[index % 6];
    const verdict = h('p', { class: 'small' }, 'running …');
    const card = h('article', { class: 'card entrant-view', 'aria-label': name }, h('h3', null, name), big, h('p', { class: 'small' }, 'positions expanded'), h('div', { class: 'bar' }, fill), host,
      h('dl', { class: 'figures' }, Object.entries(figures).map(([key, value]) => h('div', null, h('dt', null, key), value))), verdict);
    card.style.borderTopColor = COLOURS[index % 6];
    return { card, view, big, figures, fill, verdict, name, expanded: 0, points: [], times: [[0, 0]], done: null };
  }

  async function begin() {
    race?.abort();
    const request = (race = new AbortController());
    results.hidden = true;
    go.disabled = true;
    stop.disabled = false;
    status.textContent = 'The race is running.';
    announce(status.textContent);
    let board = null;
    try {
      await stream('api/race', { puzzle: app.current.board.puzzle, entrants: entrants.map((menus) => menus.options()), pace: Number(pace.value) || undefined }, (event, data) => {
        if (event === 'start') {
          board = data.board;
          views = data.entrants.map((name, index) => createEntrantView(name, index, board));
          viewHost.replaceChildren(...views.map((entrant) => entrant.card));
        } else if (event === 'progress') data.entrants.forEach((snapshot, index) => progress(views[index], snapshot, data.seconds, board));
        else if (event === 'finish') finish(data);
        if (event !== 'start') plot();
      }, request.signal);
      if (views.every((entrant) => entrant.done)) table();
      status.textContent = verdict();
    } catch (error) {
      status.textContent = isAborted(error) ? 'Stopped.' : `${error.message}.`;
    }
    if (race === request) {
      go.disabled = false;
      stop.disabled = true;
    }
    announce(status.textContent);
  }

  function progress(entrant, snapshot, seconds, board) {
    if (entrant.done || !snapshot.position) return;
    entrant.expanded = snapshot.expanded;
    entrant.points.push([snapshot.expanded, snapshot.open, snapshot.f]);
    entrant.times.push([seconds, snapshot.expanded]);
    entrant.view.show(board, snapshot.position);
    entrant.big.textContent = snapshot.expanded.toLocaleString('en');
    entrant.figures.Open.textContent = snapshot.open.toLocaleString('en');
    for (const key of ['f', 'g', 'h']) entrant.figures[key].textContent = snapshot[key];
    bars();
  }

  function finish(data) {
    const entrant = views[data.entrant];
    entrant.done = data;
    entrant.expanded = Math.max(data.expanded, entrant.expanded);
    entrant.points = data.samples;
    entrant.times.push([data.seconds, entrant.expanded]);
    entrant.big.textContent = data.expanded.toLocaleString('en');
    entrant.verdict.textContent = `${data.text}.`;
    entrant.verdict.classList.toggle('good', data.status === 'solved');
    bars();
    announce(`${entrant.name}: ${data.text}, ${count(data.expanded, 'positions')}`);
  }

  function bars() {
    const most = Math.max(1, ...views.map((entrant) => entrant.expanded));
    views.forEach((entrant) => (entrant.fill.style.width = `${(100 * entrant.expanded) / most}%`));
  }

  function plot() {
    plots.open.set(views.map((entrant) => entrant.points.map(([x, open]) => [x, open])));
    plots.f.set(views.map((entrant) => entrant.points.map(([x, , f]) => [x, f])));
    plots.time.set(views.map((entrant) => entrant.times));
  }

  function verdict() {
    const solved = views.filter((entrant) => entrant.done?.status === 'solved').sort((one, two) => one.done.expanded - two.done.expanded);
    if (!solved.length) return 'No algorithm has found a solution.';
    const [first] = solved;
    const last = solved.at(-1);
    const ratio = last.done.expanded / Math.max(1, first.done.expanded);
    return `${first.name} expanded the fewest positions: ${first.done.expanded.toLocaleString('en')}.${ratio >= 1.5 ? ` ${last.name} expanded ${ratio.toFixed(1)} times as many.` : ''}`;
  }

  function table() {
    const heads = [['cost', 'Cost'], ['expanded', 'Expanded'], ['generated', 'Generated'], ['states', 'Stored'], ['peak_open', 'Largest open list'], ['peak_memory', 'Memory'], ['seconds', Number(pace.value) ? 'Seconds at this pace' : 'Seconds']];
    const show = (key, value) => (value === null ? '–' : key === 'peak_memory' ? `${Math.ceil(value / 1000).toLocaleString('en')} kB` : key === 'seconds' ? value.toFixed(2) : value.toLocaleString('en'));
    const least = (key) => Math.min(...views.map((entrant) => entrant.done[key] ?? Infinity));
    results.replaceChildren(h('h2', null, 'Result'), h('table', null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Algorithm'), heads.map(([, text]) => h('th', { scope: 'col' }, text)), h('th', { scope: 'col' }, 'Optimal?'))),
      h('tbody', null, views.map((entrant) => h('tr', null, h('td', null, entrant.name),
        heads.map(([key]) => h('td', null, entrant.done[key] === least(key) ? h('b', null, show(key, entrant.done[key])) : show(key, entrant.done[key]))),
        h('td', null, entrant.done.status !== 'solved' ? entrant.done.status : entrant.done.optimal ? 'yes' : 'not proved'))))));
    results.hidden = false;
  }

  function reset() {
    race?.abort();
    const { board } = app.current;
    views = entrants.map((menus, index) => createEntrantView(menus.algorithm.value, index, board));
    views.forEach((entrant) => (entrant.verdict.textContent = 'ready'));
    viewHost.replaceChildren(...views.map((entrant) => entrant.card));
    results.hidden = true;
  }
  load('race', DEFAULT_ENTRANTS).forEach(add);
  app.listeners.add(reset);
  reset();
  return { leave: () => race?.abort() };
}
