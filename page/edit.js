// The tab Edit: vehicles, walls, exit and rules. Problems and the length of the solution are updated after every
// change; the draft is stored.

import { BoardView } from './board.js';
import { announce, button, count, debounce, field, h, radioButtons, select } from './dom.js';
import { Draft } from './draft.js';
import { EditBoard } from './edit-board.js';
import { copyCard, pasteCard } from './edit-text.js';
import * as lab from './lab.js';
import { saveMine } from './my-puzzles.js';
import { blank, draftBoard } from './puzzle.js';
import { draftOf, forgetDraft, saveDraft } from './saves.js';
import { onOtherTab } from './store.js';

const TOOLS = [
  ['move', 'Move'],
  ['horizontal', '↔ Vehicle'],
  ['vertical', '↕ Vehicle'],
  ['primary', 'Primary'],
  ['wall', 'Wall'],
  ['erase', 'Erase'],
];

/** The lengths of new vehicles. */
const LENGTHS = [2, 3, 4, 5, 6].map((cells) => [cells, String(cells)]);

export function mount(app, root) {
  let tool = 'move';
  let length = 2;
  let selected = -1;
  let checkRequest = null;
  /** The key of the puzzle whose draft is shown. */
  let origin = null;
  let playing = false;
  const draft = new Draft(changed);

  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, { label: 'Board to edit', edited: true });
  const layer = new EditBoard(view, draft, {
    tool: () => tool,
    length: () => length,
    use: useTool,
    select: selectVehicle,
    say,
  });
  const verdict = h('p', { class: 'verdict', role: 'status' });
  const problems = h('ul', { class: 'problems' });
  const message = h('p', { class: 'message', role: 'status' });
  const number = (min, max, onChange) =>
    h('input', {
      type: 'number',
      min,
      max,
      inputmode: 'numeric',
      onchange: (event) => onChange(event.target.valueAsNumber),
    });
  const { smallest_board: min, largest_board: max } = app.menu.limits;
  const name = h('input', {
    maxlength: 80,
    onchange: () => draft.change((puzzle) => (name.value ? (puzzle.name = name.value) : delete puzzle.name)),
  });
  const width = number(min, max, (value) => resize('columns', value, draft.puzzle.height));
  const height = number(min, max, (value) => resize('rows', draft.puzzle.width, value));
  const side = select(
    app.menu.sides.map((value) => ({ value })),
    'right',
    (value) => draft.change((puzzle) => (puzzle.exit = { side: value })),
  );
  const metric = select([{ value: 'moves' }, { value: 'steps' }], 'moves', (value) =>
    draft.setRules({ metric: value }),
  );
  const valet = h('input', { type: 'checkbox', onchange: () => draft.setRules({ valet: valet.checked }) });
  const fuel = number(0, 9999, (value) => units(value, (amount) => draft.setRules({ default_fuel: amount })));
  const vehicleFuel = number(0, 9999, (value) =>
    units(value, (amount) =>
      draft.change((puzzle) =>
        amount === undefined ? delete puzzle.vehicles[selected].fuel : (puzzle.vehicles[selected].fuel = amount),
      ),
    ),
  );
  const label = h('input', { maxlength: 16, class: 'code', onchange: rename });
  const vehicleTitle = h('legend', null, '');
  const vehicleCard = h(
    'fieldset',
    { hidden: true },
    vehicleTitle,
    h('div', { class: 'row' }, field('Label', label), field('Fuel', vehicleFuel)),
  );
  const copy = copyCard(app, () => view.svg);
  const undo = button('Undo', () => draft.undo(), { symbol: 'undo', 'aria-keyshortcuts': 'Control+Z' });
  const redo = button('Redo', () => draft.redo(), { symbol: 'redo', 'aria-keyshortcuts': 'Control+Y' });
  const discard = h(
    'p',
    { class: 'small draft', hidden: true },
    'This is your draft. ',
    button('Discard it', discardDraft),
  );

  root.append(
    h(
      'div',
      { class: 'stage' },
      host,
      h(
        'div',
        { class: 'side' },
        h(
          'div',
          { class: 'card' },
          h('h1', { id: 'edit-title' }, 'Edit'),
          discard,
          verdict,
          problems,
          message,
          h(
            'fieldset',
            null,
            h('legend', null, 'Tool'),
            h(
              'div',
              { class: 'palette' },
              radioButtons('tool', TOOLS, tool, (key) => (tool = key)),
            ),
          ),
          h(
            'fieldset',
            null,
            h('legend', null, 'Length of new vehicles'),
            h(
              'div',
              { class: 'palette' },
              radioButtons('length', LENGTHS, 2, (key) => (length = Number(key))),
            ),
          ),
          vehicleCard,
          h(
            'div',
            { class: 'tools' },
            undo,
            redo,
            button('Clear', () => draft.replace(blank(draft.puzzle.width, draft.puzzle.height))),
            button('Save in My puzzles', store),
            button('Play', play, { variant: 'strong', symbol: 'play' }),
          ),
        ),
        h(
          'div',
          { class: 'card' },
          h('h2', null, 'Board and rules'),
          h('div', { class: 'row' }, field('Columns', width), field('Rows', height), field('Exit', side)),
          h('div', { class: 'row' }, field('Minimise', metric), field('Default fuel', fuel)),
          h(
            'label',
            { class: 'toggle' },
            valet,
            h('span', null, 'Valet: removes vehicles in the line of the primary when they reach the exit'),
          ),
          field('Name', name),
        ),
        pasteCard(app, (puzzle) => draft.replace(puzzle)),
        copy.root,
      ),
    ),
  );

  document.addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase();
    if (
      root.hidden ||
      !(event.ctrlKey || event.metaKey) ||
      !['z', 'y'].includes(key) ||
      /** @type {Element} */ (event.target).matches('input, textarea')
    )
      return;
    if (key === 'z' && !event.shiftKey) draft.undo();
    else draft.redo();
    event.preventDefault();
  });

  /** Shows a sentence, which screen readers read too. */
  function say(text, bad = false) {
    message.textContent = text;
    message.classList.toggle('bad', bad);
  }

  /** Stores the draft after a change, and shows it. A draft that equals the puzzle again is none. */
  function changed() {
    if (draft.equals(app.current.board.puzzle)) forgetDraft(origin);
    else saveDraft(origin, draft.document());
    say('');
    show();
  }

  function discardDraft() {
    selectVehicle(-1);
    draft.replace(app.current.board.puzzle);
    say('The puzzle is shown as it was. Undo brings your draft back.');
  }

  function resize(what, columns, rows) {
    const value = what === 'columns' ? columns : rows;
    if (Number.isInteger(value) && value >= min && value <= max) {
      const before = draft.puzzle.vehicles.map((vehicle) => vehicle.label);
      const walls = draft.puzzle.walls.length;
      draft.resize(columns, rows);
      const removed = before.filter((name) => !draft.puzzle.vehicles.some((vehicle) => vehicle.label === name));
      if (walls > draft.puzzle.walls.length) removed.push(count(walls - draft.puzzle.walls.length, 'walls'));
      return removed.length
        ? say(`Removed because the board is too small: ${removed.join(', ')}. Undo brings them back.`, true)
        : undefined;
    }
    show();
    return say(`A board has ${min} to ${max} ${what}.`, true);
  }

  /** Passes an amount of fuel on; an empty field means unlimited. */
  function units(value, set) {
    if (Number.isNaN(value)) return set(undefined);
    if (Number.isInteger(value) && value >= 0 && value <= 9999) return set(value);
    show();
    return say('Fuel is a whole number from 0 to 9,999, or nothing if it is unlimited.', true);
  }

  function rename() {
    const problem = draft.rename(selected, label.value.trim());
    if (!problem) return;
    label.value = draft.puzzle.vehicles[selected].label;
    say(problem, true);
  }

  function useTool(cell) {
    const [row, column] = cell;
    const vehicle = draft.vehicleAt(cell);
    const wall = draft.wallAt(cell);
    say('');
    selectVehicle(tool === 'erase' ? -1 : vehicle);
    if (tool === 'erase') {
      if (vehicle >= 0) draft.change((puzzle) => puzzle.vehicles.splice(vehicle, 1));
      else if (wall >= 0) draft.change((puzzle) => puzzle.walls.splice(wall, 1));
    } else if (tool === 'wall') {
      if (wall >= 0) draft.change((puzzle) => puzzle.walls.splice(wall, 1));
      else if (vehicle < 0) draft.change((puzzle) => puzzle.walls.push({ row: row + 1, column: column + 1 }));
      else say('There is a vehicle in this cell.', true);
    } else if (tool === 'primary') {
      if (vehicle >= 0) draft.change((puzzle) => draft.setPrimary(puzzle.vehicles[vehicle]));
      else say('Select a vehicle, which becomes the primary.', true);
    } else if (tool !== 'move') {
      const placed = layer.newVehicle(cell);
      if (!draft.fits(placed)) return say(`No room for a ${tool} vehicle of length ${length} here.`, true);
      draft.add(placed);
      selectVehicle(draft.puzzle.vehicles.length - 1);
    }
    return announce(layer.describe(cell));
  }

  function selectVehicle(index) {
    selected = index;
    const vehicle = draft.puzzle.vehicles[index];
    vehicleCard.hidden = !vehicle;
    view.mark(index);
    if (!vehicle) return;
    vehicleTitle.textContent = `Vehicle ${vehicle.label}`;
    label.value = vehicle.label;
    vehicleFuel.value = vehicle.fuel ?? '';
  }

  function show() {
    const { puzzle } = draft;
    const board = draftBoard(puzzle, app.menu);
    discard.hidden = !draftOf(origin);
    const focused = view.layer && view.layer === window.document.activeElement;
    view.show(board, {
      offsets: board.vehicles.map((vehicle) => vehicle.offset),
      fuel: board.vehicles.map((vehicle) => vehicle.fuel),
    });
    layer.attach();
    if (focused) view.layer.focus({ preventScroll: true });
    selectVehicle(selected < puzzle.vehicles.length ? selected : -1);
    undo.setAttribute('aria-disabled', String(!draft.done.length));
    redo.setAttribute('aria-disabled', String(!draft.undone.length));
    name.value = puzzle.name ?? '';
    width.value = puzzle.width;
    height.value = puzzle.height;
    side.value = puzzle.exit?.side ?? 'right';
    metric.value = puzzle.rules?.metric ?? 'moves';
    valet.checked = puzzle.rules?.valet ?? false;
    fuel.value = puzzle.rules?.default_fuel ?? '';
    check();
  }

  /** Requests the problems of the puzzle, and the length of its solution. */
  const check = debounce(120, async () => {
    checkRequest?.abort();
    const request = (checkRequest = new AbortController());
    try {
      const response = await lab.request('check', { puzzle: draft.document() }, { signal: request.signal });
      if (request !== checkRequest) return;
      problems.replaceChildren(
        ...response.problems.map((problem) =>
          h('li', null, (problem.row ? `row ${problem.row}, column ${problem.column}: ` : '') + problem.text),
        ),
      );
      if (!response.valid) {
        verdict.replaceChildren(
          h(
            'span',
            null,
            draft.puzzle.vehicles.length ? 'Not a valid puzzle yet' : 'Add a vehicle: the first one is the primary',
          ),
        );
        copy.clear();
        return;
      }
      copy.write(response.board.puzzle);
      const found = await lab.request(
        'solve',
        { puzzle: response.board.puzzle, brief: true, states: 1_000_000, milliseconds: 2500 },
        { signal: request.signal },
      );
      if (request !== checkRequest) return;
      const unit = response.board.rules.metric;
      verdict.replaceChildren(
        ...(found.status === 'solved'
          ? [
              h('b', null, String(found.cost)),
              h('span', null, `${count(found.cost, unit).replace(/^\S+ /, '')} to the exit`),
            ]
          : [
              h(
                'span',
                null,
                found.status === 'unsolvable'
                  ? 'There is no solution'
                  : `Undecided: at least ${count(found.bound, unit)}`,
              ),
            ]),
      );
    } catch (error) {
      if (!lab.isAborted(error)) verdict.replaceChildren(h('span', null, `${error.message}.`));
    }
  });

  async function play() {
    const document = draft.document();
    playing = true;
    try {
      await app.readPuzzle(document, { name: document.name });
      // The draft is now the puzzle itself; undo still works after a return.
      origin = app.current.key;
      app.go({ ...app.parts(), tab: 'play' });
    } catch (error) {
      say(`${error.message}.`, true);
    } finally {
      playing = false;
    }
  }

  /** Adds the puzzle to My puzzles, with its name. */
  async function store() {
    const document = draft.document();
    const { valid, board, problems: found } = await lab.request('check', { puzzle: document });
    if (!valid) return say(`Only a valid puzzle can be saved: ${found[0].text}.`, true);
    return say(`Saved in My puzzles as ${saveMine(board, document.name)}.`);
  }

  /** Shows the draft of the current puzzle, or the puzzle itself. */
  function open() {
    if (playing || origin === app.current.key) return;
    origin = app.current.key;
    draft.load(draftOf(origin) ?? app.current.board.puzzle);
    selected = -1;
    say('');
    show();
  }

  onOtherTab('draft.', (changedName) => {
    if (changedName !== `draft.${origin}`) return;
    draft.load(draftOf(origin) ?? app.current.board.puzzle);
    show();
    say('The draft continues as in the other tab.');
  });
  app.listeners.add(() => !root.hidden && open());
  open();
  return { enter: open };
}
