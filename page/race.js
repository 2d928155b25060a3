// The tab Race: several algorithms search the same puzzle side by side. A race goes on while another tab is shown.

import { announce, button, count, field, followPuzzle, h, oncePerFrame, select, sentenceCard } from './dom.js';
import * as lab from './lab.js';
import { Lane, ranked, rankingTable } from './lanes.js';
import { COLOURS, lines } from './plot.js';
import { searchMenus, searchTitle } from './search-menus.js';
import { raceSentences } from './sentences.js';
import { load, save } from './store.js';

const PACES = [
  ['20', '20 positions per second'],
  ['100', '100 positions per second'],
  ['500', '500 positions per second'],
  ['2000', '2,000 positions per second'],
  ['10000', '10,000 positions per second'],
  ['0', 'unlimited'],
];
const DEFAULT_ENTRANTS = [{ algorithm: 'bfs' }, { algorithm: 'astar' }];

export function mount(app, root) {
  let entrants = [];
  let lanes = [];
  let race = null;
  /** The number of positions that can be reached from the start, once it is known. */
  let reachable = 0;

  const rows = h('div', { class: 'entrants' });
  const pace = select(
    PACES.map(([value, text]) => ({ value, text })),
    load('pace', '500'),
    (value) => save('pace', value),
  );
  const status = h('p', { class: 'message', role: 'status' });
  const go = button('Start the race', begin, { variant: 'strong', symbol: 'play' });
  const stop = button('Stop', () => race?.abort(), { disabled: true });
  const laneHost = h('div', { class: 'entrant-views' });
  const plots = {
    open: lines('Open list', 'positions expanded', { step: 1 }),
    f: lines('f of the expanded position', 'positions expanded', { step: 1 }),
    time: lines('Positions expanded', 'seconds'),
  };
  const plotHost = h(
    'div',
    { class: 'plots' },
    Object.values(plots).map((each) => each.element),
  );
  const results = h('section', { class: 'card', hidden: true, 'aria-label': 'Result' });
  const seen = sentenceCard();

  root.append(
    h(
      'div',
      { class: 'card' },
      h('h1', { id: 'race-title' }, 'Race'),
      h(
        'p',
        { class: 'small' },
        'Several algorithms search the same puzzle. All expand the same number of positions per second, so the first to finish has expanded the fewest.',
      ),
      h('div', { class: 'row' }, app.puzzleMenu(), field('Pace', pace)),
      rows,
      h(
        'div',
        { class: 'tools' },
        go,
        stop,
        button('Add an algorithm', () => add({ algorithm: 'greedy' })),
      ),
      status,
    ),
    h('div', { class: 'race-grid' }, laneHost, plotHost),
    h('div', { class: 'below' }, results, seen.element),
  );

  const store = () =>
    save(
      'race',
      entrants.map((menus) => menus.options()),
    );

  function add(options) {
    if (entrants.length >= app.menu.limits.entrants)
      return void (status.textContent = `At most ${app.menu.limits.entrants} algorithms take part.`);
    const menus = searchMenus(app, options, (changed) => entrants.includes(changed) && store());
    entrants.push(menus);
    return draw();
  }

  function draw() {
    store();
    rows.replaceChildren(
      ...entrants.map((menus, index) => {
        const dot = h('span', { class: 'dot', 'aria-hidden': 'true' });
        dot.style.background = COLOURS[index % 6];
        return h(
          'div',
          { class: 'entrant', role: 'group', 'aria-label': `Algorithm ${index + 1}` },
          h('p', { class: 'entrant-name' }, dot, `Algorithm ${index + 1}`),
          menus.element,
          button(
            'Remove',
            () => {
              entrants.splice(index, 1);
              draw();
              rows.querySelector('select')?.focus();
            },
            { disabled: entrants.length < 2, label: `Remove algorithm ${index + 1}` },
          ),
        );
      }),
    );
  }

  /** Counts the positions that can be reached, so that the bars have a goal. The race does not wait for it. */
  async function countReachable(signal) {
    reachable = 0;
    const found = await lab.request('explore', { puzzle: app.current.board.puzzle }, { signal }).catch(() => null);
    if (!found || signal.aborted) return;
    reachable = found.positions;
    refresh();
    if (!results.hidden) showResult();
  }

  async function begin() {
    race?.abort();
    const request = (race = new AbortController());
    const searches = entrants.map((menus) => menus.options());
    results.hidden = true;
    seen.set([]);
    go.disabled = true;
    stop.disabled = false;
    status.textContent = 'The race is running.';
    announce(status.textContent);
    const counting = new AbortController();
    request.signal.addEventListener('abort', () => counting.abort());
    countReachable(counting.signal);
    try {
      const onEvent = (event, data) => {
        if (race !== request) return;
        if (event === 'start') createLanes(searches, data.board, false);
        else if (event === 'progress') lanes[data.entrant].progress(data);
        else if (event === 'finish') finish(data);
        refresh();
      };
      const body = { puzzle: app.current.board.puzzle, entrants: searches, pace: Number(pace.value) || undefined };
      await lab.request('race', body, { onEvent, signal: request.signal });
      if (race !== request) return;
      drawLanes();
      if (lanes.every((lane) => lane.done)) showResult();
      status.textContent = verdict();
    } catch (error) {
      if (race !== request) return;
      status.textContent = lab.isAborted(error) ? 'Stopped.' : `${error.message}.`;
      if (lab.isAborted(error))
        lanes.filter((lane) => !lane.done).forEach((lane) => (lane.verdict.textContent = 'stopped'));
    }
    // A very large number of positions is not worth the wait.
    setTimeout(() => counting.abort(), 2000);
    go.disabled = false;
    stop.disabled = true;
    announce(status.textContent);
  }

  function createLanes(searches, board, ready) {
    lanes = searches.map(
      (search, index) =>
        new Lane({ name: searchTitle(app.menu, search), algorithm: search.algorithm }, index, board, ready),
    );
    laneHost.replaceChildren(...lanes.map((lane) => lane.card));
  }

  function finish(data) {
    const lane = lanes[data.entrant];
    lane.finish(data);
    announce(`${lane.name}: ${data.text}, ${count(data.expanded, 'positions')}`);
  }

  /** Redraws bars and plots. */
  function drawLanes() {
    if (root.hidden) return;
    const ended = lanes.every((lane) => lane.done);
    const most = ended ? Math.max(1, ...lanes.map((lane) => lane.expanded)) : 0;
    lanes.forEach((lane) => lane.draw(reachable, most));
    const names = lanes.map((lane) => lane.name);
    plots.open.set(
      lanes.map((lane) => lane.points.map(([x, open]) => [x, open])),
      names,
    );
    plots.f.set(
      lanes.map((lane) => lane.points.map(([x, , f]) => [x, f])),
      names,
    );
    plots.time.set(
      lanes.map((lane) => lane.times),
      names,
    );
  }

  const refresh = oncePerFrame(drawLanes, 80);

  function verdict() {
    const [first] = ranked(lanes.filter((lane) => lane.done));
    if (first?.done.status !== 'solved') return 'No algorithm has found a solution.';
    return `${first.name} is first: ${count(first.done.cost, first.board.rules.metric)}, ${count(first.done.expanded, 'positions')} expanded.`;
  }

  function showResult() {
    const order = ranked(lanes);
    const { metric } = lanes[0].board.rules;
    results.replaceChildren(
      h('h2', null, 'Result'),
      h(
        'p',
        { class: 'small' },
        'The shortest solution is first; equally short ones are ordered by the positions expanded. The real time leaves out the pauses that keep the pace.',
      ),
      h(
        'div',
        { class: 'wide', tabindex: 0, role: 'group', 'aria-label': 'Table of the result' },
        rankingTable(order, Number(pace.value) > 0, metric),
      ),
    );
    results.hidden = false;
    seen.set(raceSentences(order, metric, reachable));
  }

  function reset() {
    race?.abort();
    race = null;
    reachable = 0;
    go.disabled = false;
    stop.disabled = true;
    status.textContent = '';
    createLanes(
      entrants.map((menus) => menus.options()),
      app.current.board,
      true,
    );
    results.hidden = true;
    seen.set([]);
    refresh();
  }
  load('race', DEFAULT_ENTRANTS).forEach(add);
  followPuzzle(app, reset);
  reset();
  return { enter: refresh };
}
