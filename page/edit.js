// The tab Edit: vehicles, walls, exit and rules. Problems and the length of the solution are updated after every change.

import { isAborted, post } from './api.js';
import { BoardView, CELL } from './board.js';
import { announce, button, count, debounce, field, h, s, select } from './dom.js';
import { blank, cells, draftBoard } from './puzzle.js';

const TOOLS = [['move', 'Move'], ['horizontal', '↔ Vehicle'], ['vertical', '↕ Vehicle'], ['primary', 'Primary'], ['wall', 'Wall'], ['erase', 'Erase']];

/** Creates radio buttons; entries are `[value, text]`. */
function radioButtons(name, entries, value, onChange) {
  return entries.map(([key, text]) => h('label', { class: 'choice' },
    h('input', { type: 'radio', name, value: key, checked: key === value, onchange: () => onChange(key) }), h('span', null, text)));
}

export function mount(app, root) {
  let puzzle = blank(6, 6);
  let history = [];
  let tool = 'move';
  let length = 2;
  let selected = null;
  let cursor = [0, 0];
  let checkRequest = null;
  let board = null;

  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, { label: 'Board to edit', edited: true });
  const verdict = h('p', { class: 'verdict', role: 'status' });
  const problems = h('ul', { class: 'problems' });
  const number = (min, max, onChange) => h('input', { type: 'number', min, max, onchange: (event) => onChange(event.target.valueAsNumber) });
  const { smallest_board: min, largest_board: max } = app.menu.limits;
  const name = h('input', { maxlength: 80, onchange: () => change(() => (name.value ? (puzzle.name = name.value) : delete puzzle.name)) });
  const width = number(min, max, (value) => resize(value, puzzle.height));
  const height = number(min, max, (value) => resize(puzzle.width, value));
  const side = select(app.menu.sides.map((value) => ({ value })), 'right', (value) => change(() => (puzzle.exit = { side: value })));
  const metric = select([{ value: 'moves' }, { value: 'steps' }], 'moves', (value) => rules({ metric: value }));
  const valet = h('input', { type: 'checkbox', onchange: () => rules({ valet: valet.checked }) });
  const fuel = number(0, 9999, (value) => rules({ default_fuel: Number.isNaN(value) ? undefined : value }));
  const vehicleFuel = number(0, 9999, (value) => selected !== null && change(() => (Number.isNaN(value) ? delete puzzle.vehicles[selected].fuel : (puzzle.vehicles[selected].fuel = value))));
  const fuelLabel = h('span', null, 'Fuel of the selected vehicle');
  const text = h('textarea', { rows: 5, spellcheck: 'false', placeholder: '......A..B..AXXB..A..B......CC......' });
  const out = h('textarea', { rows: 5, readonly: true });
  const format = select([...app.menu.formats].sort((one, two) => (one.name === 'line' ? -1 : two.name === 'line' ? 1 : 0)).map(({ name: value, summary }) => ({ value, title: summary })), 'line', write);
  const relabel = h('input', { type: 'checkbox', onchange: write });
  const readStatus = h('p', { class: 'small', role: 'status' });
  const undo = button('Undo', () => history.length && apply(history.pop()), { symbol: 'undo' });

  root.append(h('div', { class: 'stage' }, host, h('div', { class: 'side' },
    h('div', { class: 'card' }, h('h1', { id: 'edit-title' }, 'Edit'), verdict, problems,
      h('fieldset', null, h('legend', null, 'Tool'), h('div', { class: 'palette' }, radioButtons('tool', TOOLS, tool, (key) => (tool = key)))),
      h('fieldset', null, h('legend', null, 'Length of new vehicles'), h('div', { class: 'palette' }, radioButtons('length', [[2, '2'], [3, '3'], [4, '4']], 2, (key) => (length = Number(key))))),
      h('div', { class: 'tools' }, undo, button('Clear', () => change(() => Object.assign(puzzle, { ...blank(puzzle.width, puzzle.height), primary: undefined }))),
        button('Play', play, { variant: 'strong', symbol: 'play' }))),
    h('div', { class: 'card' }, h('h2', null, 'Board and rules'),
      h('div', { class: 'row' }, field('Columns', width), field('Rows', height), field('Exit', side)),
      h('div', { class: 'row' }, field('Minimise', metric), field('Default fuel', fuel), field(fuelLabel, vehicleFuel)),
      h('label', { class: 'toggle' }, valet, h('span', null, 'Valet: removes vehicles in the line of the primary when they reach the exit')),
      field('Name', name)),
    h('div', { class: 'card' }, h('h2', null, 'Paste a puzzle'), field(`Any of ${app.menu.formats.length} formats`, text), readStatus,
      h('div', { class: 'tools' }, button('Read', read))),
    h('div', { class: 'card' }, h('h2', null, 'Copy the puzzle'),
      h('div', { class: 'row' }, field('Format', format), h('label', { class: 'toggle' }, relabel, h('span', null, 'New labels'))), field('The puzzle', out),
      h('div', { class: 'tools' }, button('Copy', () => navigator.clipboard.writeText(out.value).then(() => announce('Copied.'), () => out.select())))))));

  /** Changes the puzzle, with undo. */
  function change(edit) {
    history.push(structuredClone(puzzle));
    history = history.slice(-200);
    edit();
    show();
  }

  function apply(other) {
    puzzle = structuredClone(other);
    puzzle.walls ??= [];
    selected = null;
    show();
  }

  function rules(changes) {
    change(() => {
      const { metric: newMetric = 'moves', valet: newValet = false, default_fuel: units } = { ...puzzle.rules, ...changes };
      puzzle.rules = { metric: newMetric, valet: newValet, ...(units === undefined || units === null ? {} : { default_fuel: units }) };
    });
  }

  function resize(columns, rows) {
    if (!(columns >= min && columns <= max && rows >= min && rows <= max)) return show();
    return change(() => {
      Object.assign(puzzle, { width: columns, height: rows });
      puzzle.vehicles = puzzle.vehicles.filter((vehicle) => cells(vehicle).every(inside));
      puzzle.walls = puzzle.walls.filter((wall) => inside([wall.row - 1, wall.column - 1]));
    });
  }

  const inside = ([row, column]) => row >= 0 && column >= 0 && row < puzzle.height && column < puzzle.width;
  const vehicleAt = (cell) => puzzle.vehicles.findIndex((vehicle) => cells(vehicle).some(([row, column]) => row === cell[0] && column === cell[1]));
  const wallAt = (cell) => puzzle.walls.findIndex((wall) => wall.row - 1 === cell[0] && wall.column - 1 === cell[1]);
  const fits = (vehicle, ignored = -1) => cells(vehicle).every((cell) => inside(cell) && wallAt(cell) < 0 && [-1, ignored].includes(vehicleAt(cell)));

  function freeLabel() {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWYZ';
    const taken = new Set(puzzle.vehicles.map((vehicle) => vehicle.label));
    const two = [...letters].flatMap((one) => [...letters].map((other) => one + other));
    return [...letters, ...two].find((label) => !taken.has(label));
  }

  /** Returns the vehicle that the current tool would add at a cell. */
  const newVehicle = ([row, column]) => ({ orientation: tool, length, row: row + 1, column: column + 1 });

  function useTool(cell) {
    const [row, column] = cell;
    const vehicle = vehicleAt(cell);
    const wall = wallAt(cell);
    if (vehicle >= 0) selectVehicle(vehicle);
    if (tool === 'erase') {
      if (vehicle >= 0) change(() => puzzle.vehicles.splice(vehicle, 1));
      else if (wall >= 0) change(() => puzzle.walls.splice(wall, 1));
      selected = null;
    } else if (tool === 'wall') {
      if (wall >= 0) change(() => puzzle.walls.splice(wall, 1));
      else if (vehicle < 0) change(() => puzzle.walls.push({ row: row + 1, column: column + 1 }));
    } else if (tool === 'primary') {
      if (vehicle >= 0) change(() => makePrimary(puzzle.vehicles[vehicle]));
    } else if (tool !== 'move') {
      const placed = newVehicle(cell);
      if (!fits(placed)) return announce('The vehicle does not fit there.');
      change(() => {
        const first = !puzzle.primary;
        puzzle.vehicles.push({ label: first ? 'X' : freeLabel(), ...placed });
        if (first) makePrimary(puzzle.vehicles.at(-1));
      });
    }
    return announce(describe(cell));
  }

  /** Makes a vehicle the primary, and moves the exit to an end of its line if necessary. */
  function makePrimary(vehicle) {
    puzzle.primary = vehicle.label;
    const flat = ['left', 'right'].includes(puzzle.exit?.side ?? 'right');
    if (flat !== (vehicle.orientation === 'horizontal')) puzzle.exit = { side: flat ? 'top' : 'right' };
    else puzzle.exit = { side: puzzle.exit?.side ?? 'right' };
  }

  function selectVehicle(index) {
    selected = index;
    const { label, fuel: units } = puzzle.vehicles[index];
    fuelLabel.textContent = `Fuel of ${label}`;
    vehicleFuel.value = units ?? '';
  }

  function describe(cell) {
    const vehicle = puzzle.vehicles[vehicleAt(cell)];
    const what = vehicle ? `${vehicle.label}, ${vehicle.orientation}, length ${vehicle.length}` : wallAt(cell) >= 0 ? 'wall' : 'empty';
    return `Row ${cell[0] + 1}, column ${cell[1] + 1}: ${what}`;
  }

  function show() {
    if (!puzzle.vehicles.some((vehicle) => vehicle.label === puzzle.primary)) delete puzzle.primary;
    board = draftBoard(puzzle, app.menu);
    view.show(board, { offsets: board.vehicles.map((vehicle) => vehicle.offset), fuel: board.vehicles.map((vehicle) => vehicle.fuel) });
    overlay();
    undo.disabled = !history.length;
    name.value = puzzle.name ?? '';
    width.value = puzzle.width;
    height.value = puzzle.height;
    side.value = puzzle.exit?.side ?? 'right';
    metric.value = puzzle.rules?.metric ?? 'moves';
    valet.checked = puzzle.rules?.valet ?? false;
    fuel.value = puzzle.rules?.default_fuel ?? '';
    check();
  }

  /** Creates the layer that handles mouse, finger and keys. */
  function overlay() {
    const preview = s('rect', { class: 'preview', rx: 10, hidden: true });
    const frame = s('rect', { class: 'cursor', width: CELL - 4, height: CELL - 4, rx: 8 });
    const hitArea = s('rect', { class: 'hit-area', width: puzzle.width * CELL, height: puzzle.height * CELL });
    const layer = view.layer;
    layer.replaceChildren(hitArea, preview, frame);
    layer.setAttribute('tabindex', '0');
    layer.setAttribute('role', 'button');
    layer.setAttribute('aria-label', 'Cells: arrow keys select a cell, Enter uses the tool');
    const showCursor = () => {
      frame.setAttribute('x', cursor[1] * CELL + 2);
      frame.setAttribute('y', cursor[0] * CELL + 2);
    };
    showCursor();
    let drag = null;
    const cellOf = (event) => view.at(event).map(Math.floor);
    const showPreview = (vehicle, ignored) => {
      const flat = vehicle.orientation === 'horizontal';
      const shape = { x: (vehicle.column - 1) * CELL + 4, y: (vehicle.row - 1) * CELL + 4, width: (flat ? vehicle.length : 1) * CELL - 8, height: (flat ? 1 : vehicle.length) * CELL - 8 };
      Object.entries(shape).forEach(([key, value]) => preview.setAttribute(key, value));
      preview.classList.toggle('no', !fits(vehicle, ignored));
      preview.removeAttribute('hidden');
    };
    layer.onpointerdown = (event) => {
      const cell = cellOf(event);
      const index = vehicleAt(cell);
      if (tool !== 'move' || index < 0) return;
      selectVehicle(index);
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
        showPreview(drag.to, drag.index);
      } else if (tool === 'horizontal' || tool === 'vertical') showPreview(newVehicle(cell));
      else preview.setAttribute('hidden', '');
    };
    layer.onpointerleave = () => preview.setAttribute('hidden', '');
    layer.onpointerup = () => {
      if (!drag) return;
      const { index, to } = drag;
      drag = null;
      const from = puzzle.vehicles[index];
      if ((to.row !== from.row || to.column !== from.column) && fits(to, index)) change(() => (puzzle.vehicles[index] = to));
      else preview.setAttribute('hidden', '');
    };
    layer.onclick = (event) => {
      const cell = cellOf(event);
      if (!inside(cell)) return;
      cursor = cell;
      useTool(cell);
    };
    layer.onkeydown = (event) => {
      const direction = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (direction) {
        cursor = [Math.max(0, Math.min(puzzle.height - 1, cursor[0] + direction[0])), Math.max(0, Math.min(puzzle.width - 1, cursor[1] + direction[1]))];
        showCursor();
        announce(describe(cursor));
      } else if (event.key === 'Enter' || event.key === ' ') {
        useTool(cursor);
        view.layer.focus();
      } else return;
      event.preventDefault();
    };
  }

  /** Requests the problems of the puzzle, and the length of its solution. */
  const check = debounce(120, async () => {
    checkRequest?.abort();
    const request = (checkRequest = new AbortController());
    try {
      const response = await post('api/check', { puzzle: clean() }, request.signal);
      problems.replaceChildren(...response.problems.map((problem) => h('li', null, (problem.row ? `row ${problem.row}, column ${problem.column}: ` : '') + problem.text)));
      if (!response.valid) {
        verdict.replaceChildren(h('span', null, puzzle.vehicles.length ? 'Not a valid puzzle yet' : 'Add a vehicle: the first one is the primary'));
        out.value = '';
        return;
      }
      const found = await post('api/solve', { puzzle: response.board.puzzle, brief: true, states: 1_000_000, milliseconds: 2500 }, request.signal);
      const unit = response.board.rules.metric;
      verdict.replaceChildren(...(found.status === 'solved' ? [h('b', null, String(found.cost)), h('span', null, `${count(found.cost, unit).replace(/^\S+ /, '')} to the exit`)]
        : [h('span', null, found.status === 'unsolvable' ? 'There is no solution' : `Undecided: at least ${count(found.bound, unit)}`)]));
      write();
    } catch (error) {
      if (!isAborted(error)) verdict.replaceChildren(h('span', null, `${error.message}.`));
    }
  });

  /** Returns the document without undefined fields. */
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
      const response = await post('api/read', { text: text.value });
      history.push(structuredClone(puzzle));
      apply(response.boards[0].puzzle);
      readStatus.textContent = `Read as ${response.format}${response.boards.length > 1 ? `; the first of ${response.boards.length} puzzles` : ''}.`;
    } catch (error) {
      readStatus.textContent = `${error.message}.`;
    }
  }

  async function play() {
    try {
      await app.readPuzzle(clean(), { name: puzzle.name ?? 'Your puzzle' });
      location.hash = '#play';
    } catch (error) {
      announce(`${error.message}.`);
    }
  }

  const reset = () => {
    history = [];
    apply(app.current.board.puzzle);
  };
  app.listeners.add(reset);
  reset();
  return {};
}
