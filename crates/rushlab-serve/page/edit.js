// Edit: vehicles, walls, exit and rules; what is wrong and how long the solution is, while you build.

import { aborted, post } from './api.js';
import { BoardView, CELL } from './board.js';
import { button, calm, count, field, h, s, say, select } from './dom.js';
import { blank, cells, sketch } from './puzzle.js';

const TOOLS = [['move', 'Move'], ['horizontal', '↔ Vehicle'], ['vertical', '↕ Vehicle'], ['primary', 'Primary'], ['wall', 'Wall'], ['erase', 'Erase']];

/** A choice of one of several words, as radio buttons. */
function choices(name, entries, value, changed) {
  return entries.map(([key, text]) => h('label', { class: 'choice' },
    h('input', { type: 'radio', name, value: key, checked: key === value, onchange: () => changed(key) }), h('span', null, text)));
}

export function mount(app, root) {
  let puzzle = blank(6, 6);
  let past = [];
  let tool = 'move';
  let length = 2;
  let held = null;
  let cursor = [0, 0];
  let asked = null;
  let board = null;

  const table = h('div', { class: 'table' });
  const view = new BoardView(table, { label: 'Board to edit', edited: true });
  const verdict = h('p', { class: 'verdict', role: 'status' });
  const problems = h('ul', { class: 'problems' });
  const number = (least, most, changed) => h('input', { type: 'number', min: least, max: most, onchange: (event) => changed(event.target.valueAsNumber) });
  const { smallest_board: least, largest_board: most } = app.menu.limits;
  const name = h('input', { maxlength: 80, onchange: () => change(() => (name.value ? (puzzle.name = name.value) : delete puzzle.name)) });
  const width = number(least, most, (value) => resize(value, puzzle.height));
  const height = number(least, most, (value) => resize(puzzle.width, value));
  const side = select(app.menu.sides.map((value) => ({ value })), 'right', (value) => change(() => (puzzle.exit = { side: value })));
  const metric = select([{ value: 'moves' }, { value: 'steps' }], 'moves', (value) => rules({ metric: value }));
  const valet = h('input', { type: 'checkbox', onchange: () => rules({ valet: valet.checked }) });
  const fuel = number(0, 9999, (value) => rules({ default_fuel: Number.isNaN(value) ? undefined : value }));
  const tank = number(0, 9999, (value) => held !== null && change(() => (Number.isNaN(value) ? delete puzzle.vehicles[held].fuel : (puzzle.vehicles[held].fuel = value))));
  const who = h('span', null, 'Tank of the vehicle last touched');
  const text = h('textarea', { rows: 5, spellcheck: 'false', placeholder: '......A..B..AXXB..A..B......CC......' });
  const out = h('textarea', { rows: 5, readonly: true });
  const format = select([...app.menu.formats].sort((one, two) => (one.name === 'line' ? -1 : two.name === 'line' ? 1 : 0)).map(({ name: value, summary }) => ({ value, title: summary })), 'line', write);
  const relabel = h('input', { type: 'checkbox', onchange: write });
  const imported = h('p', { class: 'small', role: 'status' });
  const undo = button('Undo', () => past.length && apply(past.pop()), { symbol: 'undo' });

  root.append(h('div', { class: 'stage' }, table, h('div', { class: 'side' },
    h('div', { class: 'card' }, h('h1', { id: 'edit-title' }, 'Edit'), verdict, problems,
      h('fieldset', null, h('legend', null, 'Tool'), h('div', { class: 'palette' }, choices('tool', TOOLS, tool, (key) => (tool = key)))),
      h('fieldset', null, h('legend', null, 'Length of new vehicles'), h('div', { class: 'palette' }, choices('length', [[2, '2'], [3, '3'], [4, '4']], 2, (key) => (length = Number(key))))),
      h('div', { class: 'tools' }, undo, button('Clear', () => change(() => Object.assign(puzzle, { ...blank(puzzle.width, puzzle.height), primary: undefined }))),
        button('Play it', play, { look: 'strong', symbol: 'play' }))),
    h('div', { class: 'card' }, h('h2', null, 'Board and rules'),
      h('div', { class: 'row' }, field('Columns', width), field('Rows', height), field('Exit', side)),
      h('div', { class: 'row' }, field('Minimise', metric), field('Fuel for all', fuel), field(who, tank)),
      h('label', { class: 'toggle' }, valet, h('span', null, 'Valet: takes vehicles that arrive at the exit')),
      field('Name', name)),
    h('div', { class: 'card' }, h('h2', null, 'Paste a puzzle'), field(`Any of ${app.menu.formats.length} formats`, text), imported,
      h('div', { class: 'tools' }, button('Read it', read))),
    h('div', { class: 'card' }, h('h2', null, 'Take it away'),
      h('div', { class: 'row' }, field('Format', format), h('label', { class: 'toggle' }, relabel, h('span', null, 'New labels'))), field('The puzzle', out),
      h('div', { class: 'tools' }, button('Copy', () => navigator.clipboard.writeText(out.value).then(() => say('Copied.'), () => out.select())))))));

  /** Changes the puzzle, so that it can be undone. */
  function change(edit) {
    past.push(structuredClone(puzzle));
    past = past.slice(-200);
    edit();
    show();
  }

  function apply(other) {
    puzzle = structuredClone(other);
    puzzle.walls ??= [];
    held = null;
    show();
  }

  function rules(changes) {
    change(() => {
      const { metric: word = 'moves', valet: taken = false, default_fuel: units } = { ...puzzle.rules, ...changes };
      puzzle.rules = { metric: word, valet: taken, ...(units === undefined || units === null ? {} : { default_fuel: units }) };
    });
  }

  function resize(columns, rows) {
    if (!(columns >= least && columns <= most && rows >= least && rows <= most)) return show();
    return change(() => {
      Object.assign(puzzle, { width: columns, height: rows });
      puzzle.vehicles = puzzle.vehicles.filter((vehicle) => cells(vehicle).every(inside));
      puzzle.walls = puzzle.walls.filter((wall) => inside([wall.row - 1, wall.column - 1]));
    });
  }

  const inside = ([row, column]) => row >= 0 && column >= 0 && row < puzzle.height && column < puzzle.width;
  const vehicleAt = (cell) => puzzle.vehicles.findIndex((vehicle) => cells(vehicle).some(([row, column]) => row === cell[0] && column === cell[1]));
  const wallAt = (cell) => puzzle.walls.findIndex((wall) => wall.row - 1 === cell[0] && wall.column - 1 === cell[1]);
  const fits = (vehicle, but = -1) => cells(vehicle).every((cell) => inside(cell) && wallAt(cell) < 0 && [-1, but].includes(vehicleAt(cell)));

  function freeLabel() {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWYZ';
    const taken = new Set(puzzle.vehicles.map((vehicle) => vehicle.label));
    const two = [...letters].flatMap((one) => [...letters].map((other) => one + other));
    return [...letters, ...two].find((label) => !taken.has(label));
  }

  /** The vehicle that a tool would put there. */
  const offered = ([row, column]) => ({ orientation: tool, length, row: row + 1, column: column + 1 });

  function use(cell) {
    const [row, column] = cell;
    const vehicle = vehicleAt(cell);
    const wall = wallAt(cell);
    if (vehicle >= 0) touch(vehicle);
    if (tool === 'erase') {
      if (vehicle >= 0) change(() => puzzle.vehicles.splice(vehicle, 1));
      else if (wall >= 0) change(() => puzzle.walls.splice(wall, 1));
      held = null;
    } else if (tool === 'wall') {
      if (wall >= 0) change(() => puzzle.walls.splice(wall, 1));
      else if (vehicle < 0) change(() => puzzle.walls.push({ row: row + 1, column: column + 1 }));
    } else if (tool === 'primary') {
      if (vehicle >= 0) change(() => lead(puzzle.vehicles[vehicle]));
    } else if (tool !== 'move') {
      const placed = offered(cell);
      if (!fits(placed)) return say('There is no room for it.');
      change(() => {
        const first = !puzzle.primary;
        puzzle.vehicles.push({ label: first ? 'X' : freeLabel(), ...placed });
        if (first) lead(puzzle.vehicles.at(-1));
      });
    }
    return say(told(cell));
  }

  /** Makes a vehicle the primary; the exit must be on its way. */
  function lead(vehicle) {
    puzzle.primary = vehicle.label;
    const flat = ['left', 'right'].includes(puzzle.exit?.side ?? 'right');
    if (flat !== (vehicle.orientation === 'horizontal')) puzzle.exit = { side: flat ? 'top' : 'right' };
    else puzzle.exit = { side: puzzle.exit?.side ?? 'right' };
  }

  function touch(index) {
    held = index;
    const { label, fuel: units } = puzzle.vehicles[index];
    who.textContent = `Tank of ${label}`;
    tank.value = units ?? '';
  }

  function told(cell) {
    const vehicle = puzzle.vehicles[vehicleAt(cell)];
    const what = vehicle ? `${vehicle.label}, ${vehicle.orientation}, length ${vehicle.length}` : wallAt(cell) >= 0 ? 'wall' : 'empty';
    return `Row ${cell[0] + 1}, column ${cell[1] + 1}: ${what}`;
  }

  function show() {
    if (!puzzle.vehicles.some((vehicle) => vehicle.label === puzzle.primary)) delete puzzle.primary;
    board = sketch(puzzle, app.menu);
    view.show(board, { offsets: board.vehicles.map((vehicle) => vehicle.offset), fuel: board.vehicles.map((vehicle) => vehicle.fuel) });
    overlay();
    undo.disabled = !past.length;
    name.value = puzzle.name ?? '';
    width.value = puzzle.width;
    height.value = puzzle.height;
    side.value = puzzle.exit?.side ?? 'right';
    metric.value = puzzle.rules?.metric ?? 'moves';
    valet.checked = puzzle.rules?.valet ?? false;
    fuel.value = puzzle.rules?.default_fuel ?? '';
    judge();
  }

  /** What listens to mouse, finger and keys. */
  function overlay() {
    const ghost = s('rect', { class: 'ghost', rx: 10, hidden: true });
    const frame = s('rect', { class: 'cursor', width: CELL - 4, height: CELL - 4, rx: 8 });
    const spot = s('rect', { class: 'spot', width: puzzle.width * CELL, height: puzzle.height * CELL });
    const layer = view.layer;
    layer.replaceChildren(spot, ghost, frame);
    layer.setAttribute('tabindex', '0');
    layer.setAttribute('role', 'button');
    layer.setAttribute('aria-label', 'Cells: arrow keys go from cell to cell, Enter uses the tool');
    const point = () => {
      frame.setAttribute('x', cursor[1] * CELL + 2);
      frame.setAttribute('y', cursor[0] * CELL + 2);
    };
    point();
    let drag = null;
    const cellOf = (event) => view.at(event).map(Math.floor);
    const hint = (vehicle, but) => {
      const flat = vehicle.orientation === 'horizontal';
      const shape = { x: (vehicle.column - 1) * CELL + 4, y: (vehicle.row - 1) * CELL + 4, width: (flat ? vehicle.length : 1) * CELL - 8, height: (flat ? 1 : vehicle.length) * CELL - 8 };
      Object.entries(shape).forEach(([key, value]) => ghost.setAttribute(key, value));
      ghost.classList.toggle('no', !fits(vehicle, but));
      ghost.removeAttribute('hidden');
    };
    layer.onpointerdown = (event) => {
      const cell = cellOf(event);
      const index = vehicleAt(cell);
      if (tool !== 'move' || index < 0) return;
      touch(index);
      drag = { index, cell, to: puzzle.vehicles[index] };
      layer.setPointerCapture(event.pointerId);
    };
    // A finger that moves a vehicle does not scroll the page.
    layer.ontouchstart = (event) => tool === 'move' && vehicleAt(cellOf(event.touches[0])) >= 0 && event.preventDefault();
    layer.onpointermove = (event) => {
      const cell = cellOf(event);
      if (drag) {
        const from = puzzle.vehicles[drag.index];
        drag.to = { ...from, row: from.row + cell[0] - drag.cell[0], column: from.column + cell[1] - drag.cell[1] };
        hint(drag.to, drag.index);
      } else if (tool === 'horizontal' || tool === 'vertical') hint(offered(cell));
      else ghost.setAttribute('hidden', '');
    };
    layer.onpointerleave = () => ghost.setAttribute('hidden', '');
    layer.onpointerup = () => {
      if (!drag) return;
      const { index, to } = drag;
      drag = null;
      const from = puzzle.vehicles[index];
      if ((to.row !== from.row || to.column !== from.column) && fits(to, index)) change(() => (puzzle.vehicles[index] = to));
      else ghost.setAttribute('hidden', '');
    };
    layer.onclick = (event) => {
      const cell = cellOf(event);
      if (!inside(cell)) return;
      cursor = cell;
      use(cell);
    };
    layer.onkeydown = (event) => {
      const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (way) {
        cursor = [Math.max(0, Math.min(puzzle.height - 1, cursor[0] + way[0])), Math.max(0, Math.min(puzzle.width - 1, cursor[1] + way[1]))];
        point();
        say(told(cursor));
      } else if (event.key === 'Enter' || event.key === ' ') {
        use(cursor);
        view.layer.focus();
      } else return;
      event.preventDefault();
    };
  }

  /** Asks the server what is wrong, and how long the solution is. */
  const judge = calm(120, async () => {
    asked?.abort();
    const mine = (asked = new AbortController());
    try {
      const answer = await post('api/check', { puzzle: clean() }, mine.signal);
      problems.replaceChildren(...answer.problems.map((problem) => h('li', null, (problem.row ? `row ${problem.row}, column ${problem.column}: ` : '') + problem.text)));
      if (!answer.valid) {
        verdict.replaceChildren(h('span', null, puzzle.vehicles.length ? 'Not a puzzle yet' : 'Place a vehicle: the first one is the primary'));
        out.value = '';
        return;
      }
      const found = await post('api/solve', { puzzle: answer.board.puzzle, brief: true, states: 1_000_000, milliseconds: 2500 }, mine.signal);
      const unit = answer.board.rules.metric;
      verdict.replaceChildren(...(found.status === 'solved' ? [h('b', null, String(found.cost)), h('span', null, `${count(found.cost, unit).replace(/^\S+ /, '')} to the exit`)]
        : [h('span', null, found.status === 'unsolvable' ? 'There is no solution' : `Undecided: at least ${count(found.bound, unit)}`)]));
      write();
    } catch (error) {
      if (!aborted(error)) verdict.replaceChildren(h('span', null, `${error.message}.`));
    }
  });

  /** The document without what was left open. */
  const clean = () => JSON.parse(JSON.stringify(puzzle));

  async function write() {
    try {
      out.value = (await post('api/write', { puzzle: clean(), format: format.value, relabel: relabel.checked })).text;
    } catch (error) {
      out.value = `${error.message}.`;
    }
  }

  async function read() {
    try {
      const answer = await post('api/read', { text: text.value });
      past.push(structuredClone(puzzle));
      apply(answer.boards[0].puzzle);
      imported.textContent = `Read as ${answer.format}${answer.boards.length > 1 ? `; the first of ${answer.boards.length} puzzles` : ''}.`;
    } catch (error) {
      imported.textContent = `${error.message}.`;
    }
  }

  async function play() {
    try {
      await app.take(clean(), { name: puzzle.name ?? 'Your puzzle' });
      location.hash = '#play';
    } catch (error) {
      say(`${error.message}.`);
    }
  }

  const follow = () => {
    past = [];
    apply(app.current.board.puzzle);
  };
  app.watchers.add(follow);
  follow();
  return {};
}
