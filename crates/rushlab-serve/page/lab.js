// Laboratory: several algorithms race on one puzzle, live.

import { aborted, stream } from './api.js';
import { BoardView } from './board.js';
import { button, count, field, h, say, select } from './dom.js';
import { COLOURS, lines } from './plot.js';
import { start } from './puzzle.js';
import { wayMenus } from './solve.js';
import { load, save } from './store.js';

const PACES = [['20', '20 positions a second'], ['100', '100 positions a second'], ['500', '500 positions a second'], ['2000', '2,000 positions a second'], ['10000', '10,000 positions a second'], ['0', 'as fast as they can']];
const FIRST = [{ algorithm: 'bfs' }, { algorithm: 'astar' }];

export function mount(app, root) {
  let entrants = [];
  let lanes = [];
  let race = null;

  const rows = h('div', { class: 'entrants' });
  const pace = select(PACES.map(([value, text]) => ({ value, text })), load('pace', '500'), (value) => save('pace', value));
  const status = h('p', { class: 'message', role: 'status' });
  const go = button('Start the race', begin, { look: 'strong', symbol: 'play' });
  const stop = button('Stop', () => race?.abort(), { disabled: true });
  const track = h('div', { class: 'lanes' });
  const plots = {
    open: lines('Open list', 'positions expanded'),
    f: lines('f of the position at hand', 'positions expanded'),
    time: lines('Positions expanded', 'seconds'),
  };
  const drawings = h('div', { class: 'plots' }, Object.values(plots).map((plot) => plot.element));
  const results = h('div', { class: 'card wide', hidden: true });

  root.append(h('div', { class: 'card' }, h('h1', { id: 'lab-title' }, 'Laboratory'),
    h('p', { class: 'small' }, 'Algorithms race on one puzzle. Each expands as many positions in a second as the others, so who is first has needed fewest.'),
    h('div', { class: 'row' }, app.picker(), field('Pace', pace)), rows,
    h('div', { class: 'tools' }, go, stop, button('Add an algorithm', () => add({ algorithm: 'greedy' }))), status), h('div', { class: 'arena' }, track, drawings), results);

  function add(way) {
    if (entrants.length >= app.menu.limits.entrants) return void (status.textContent = `At most ${app.menu.limits.entrants} take part.`);
    const menus = wayMenus(app, way, () => {
      menus.heuristic.title = app.menu.heuristics.find(({ name }) => name === menus.heuristic.value).summary;
      menus.heuristic.hidden = !menus.informed;
      menus.weight.hidden = !menus.weighted;
      save('race', entrants.map((entrant) => entrant.way()));
    });
    for (const option of menus.heuristic.options) option.textContent = option.value;
    menus.algorithm.setAttribute('aria-label', 'Algorithm');
    menus.heuristic.setAttribute('aria-label', 'Heuristic');
    menus.weight.setAttribute('aria-label', 'Weight');
    entrants.push(menus);
    menus.update();
    return draw();
  }

  function draw() {
    rows.replaceChildren(...entrants.map((menus, index) => {
      const dot = h('span', { class: 'dot' });
      dot.style.background = COLOURS[index % 6];
      return h('div', { class: 'entrant' }, dot, menus.algorithm, menus.heuristic, menus.weight,
        button('Remove', () => {
          entrants.splice(index, 1);
          save('race', entrants.map((entrant) => entrant.way()));
          draw();
        }, { disabled: entrants.length < 2, label: `Remove ${menus.algorithm.value}` }));
    }));
  }

  function lane(name, index, board) {
    const host = h('div');
    const view = new BoardView(host, { label: `Where ${name} is`, small: true });
    view.show(board, start(board));
    const big = h('p', { class: 'big' }, '0');
    const figures = Object.fromEntries(['Open', 'f', 'g', 'h'].map((key) => [key, h('dd', null, '–')]));
    const fill = h('i');
    fill.style.background = COLOURS[index % 6];
    const verdict = h('p', { class: 'small' }, 'running …');
    const card = h('article', { class: 'card lane', 'aria-label': name }, h('h3', null, name), big, h('p', { class: 'small' }, 'positions expanded'), h('div', { class: 'bar' }, fill), host,
      h('dl', { class: 'figures' }, Object.entries(figures).map(([key, value]) => h('div', null, h('dt', null, key), value))), verdict);
    card.style.borderTopColor = COLOURS[index % 6];
    return { card, view, big, figures, fill, verdict, name, expanded: 0, points: [], times: [[0, 0]], done: null };
  }

  async function begin() {
    race?.abort();
    const mine = (race = new AbortController());
    results.hidden = true;
    go.disabled = true;
    stop.disabled = false;
    status.textContent = 'They are off.';
    say(status.textContent);
    let board = null;
    try {
      await stream('api/race', { puzzle: app.current.board.puzzle, entrants: entrants.map((menus) => menus.way()), pace: Number(pace.value) || undefined }, (event, data) => {
        if (event === 'start') {
          board = data.board;
          lanes = data.entrants.map((name, index) => lane(name, index, board));
          track.replaceChildren(...lanes.map((each) => each.card));
        } else if (event === 'progress') data.entrants.forEach((seen, index) => progress(lanes[index], seen, data.seconds, board));
        else if (event === 'finish') finish(data);
        if (event !== 'start') plot();
      }, mine.signal);
      if (lanes.every((each) => each.done)) table();
      status.textContent = verdict();
    } catch (error) {
      status.textContent = aborted(error) ? 'Stopped.' : `${error.message}.`;
    }
    if (race === mine) {
      go.disabled = false;
      stop.disabled = true;
    }
    say(status.textContent);
  }

  function progress(each, seen, seconds, board) {
    if (each.done || !seen.place) return;
    each.expanded = seen.expanded;
    each.points.push([seen.expanded, seen.open, seen.f]);
    each.times.push([seconds, seen.expanded]);
    each.view.show(board, seen.place);
    each.big.textContent = seen.expanded.toLocaleString('en');
    each.figures.Open.textContent = seen.open.toLocaleString('en');
    for (const key of ['f', 'g', 'h']) each.figures[key].textContent = seen[key];
    bars();
  }

  function finish(data) {
    const each = lanes[data.entrant];
    each.done = data;
    each.expanded = Math.max(data.expanded, each.expanded);
    each.points = data.trail;
    each.times.push([data.seconds, each.expanded]);
    each.big.textContent = data.expanded.toLocaleString('en');
    each.verdict.textContent = `${data.text}.`;
    each.verdict.classList.toggle('good', data.status === 'solved');
    bars();
    say(`${each.name}: ${data.text}, ${count(data.expanded, 'positions')}`);
  }

  function bars() {
    const most = Math.max(1, ...lanes.map((each) => each.expanded));
    lanes.forEach((each) => (each.fill.style.width = `${(100 * each.expanded) / most}%`));
  }

  function plot() {
    plots.open.set(lanes.map((each) => each.points.map(([x, open]) => [x, open])));
    plots.f.set(lanes.map((each) => each.points.map(([x, , f]) => [x, f])));
    plots.time.set(lanes.map((each) => each.times));
  }

  function verdict() {
    const solved = lanes.filter((each) => each.done?.status === 'solved').sort((one, two) => one.done.expanded - two.done.expanded);
    if (!solved.length) return 'Nobody has found the exit.';
    const [first] = solved;
    const last = solved.at(-1);
    const lead = last.done.expanded / Math.max(1, first.done.expanded);
    return `${first.name} wins with ${count(first.done.expanded, 'positions')}${lead >= 1.5 ? `, ${lead.toFixed(1)} times fewer than ${last.name}` : ''}.`;
  }

  function table() {
    const heads = [['cost', 'Cost'], ['expanded', 'Expanded'], ['generated', 'Slides'], ['states', 'Remembered'], ['peak_open', 'Most open'], ['peak_memory', 'Memory'], ['seconds', Number(pace.value) ? 'Seconds at this pace' : 'Seconds']];
    const show = (key, value) => (value === null ? '–' : key === 'peak_memory' ? `${Math.ceil(value / 1000).toLocaleString('en')} kB` : key === 'seconds' ? value.toFixed(2) : value.toLocaleString('en'));
    const least = (key) => Math.min(...lanes.map((each) => each.done[key] ?? Infinity));
    results.replaceChildren(h('h2', null, 'The result'), h('table', null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Algorithm'), heads.map(([, text]) => h('th', { scope: 'col' }, text)), h('th', { scope: 'col' }, 'Shortest?'))),
      h('tbody', null, lanes.map((each) => h('tr', null, h('td', null, each.name),
        heads.map(([key]) => h('td', null, each.done[key] === least(key) ? h('b', null, show(key, each.done[key])) : show(key, each.done[key]))),
        h('td', null, each.done.status !== 'solved' ? each.done.status : each.done.optimal ? 'yes' : 'not proved'))))));
    results.hidden = false;
  }

  function reset() {
    race?.abort();
    const { board } = app.current;
    lanes = entrants.map((menus, index) => lane(menus.algorithm.value, index, board));
    lanes.forEach((each) => (each.verdict.textContent = 'ready'));
    track.replaceChildren(...lanes.map((each) => each.card));
    results.hidden = true;
  }
  load('race', FIRST).forEach(add);
  app.watchers.add(reset);
  reset();
  return { leave: () => race?.abort() };
}
