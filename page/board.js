// The board of every tab. It is drawn once per puzzle; a position only moves its vehicles.
//
// Shapes and proportions are those of rushlab-render (crates/rushlab-render/src/board_image), in 64ths of a cell. All
// colours of vehicles come from the server. A browser test compares the drawing with the one of rushlab-render.

import { announce, s } from './dom.js';

const CELL = 64;
const FRAME = 10;
const GAP = 4;

const arrow = {
  right: 'M0 -15 L24 0 L0 15 z',
  left: 'M0 -15 L-24 0 L0 15 z',
  top: 'M-15 0 L0 -24 L15 0 z',
  bottom: 'M-15 0 L0 24 L15 0 z',
};

/** Returns the first cell of a vehicle at an offset in its line: `[row, column]`. */
const firstCell = (vehicle, offset) => (vehicle.horizontal ? [vehicle.line, offset] : [offset, vehicle.line]);

/** Returns the exit of a board, if the primary can reach it: in a draft, it may be on another side. */
const exitOf = ({ exit, vehicles }) => {
  const primary = vehicles.find((vehicle) => vehicle.primary);
  return exit && (!primary || primary.horizontal === ['left', 'right'].includes(exit.side)) ? exit : undefined;
};

/**
 * Returns whether a vehicle has a badge with the fuel left: if the puzzle gives its tank, or if the fuel may restrict
 * it.
 */
export function hasBadge({ width, height, vehicles, puzzle }, index, units) {
  const { label, horizontal } = vehicles[index];
  const given = (puzzle?.vehicles ?? []).find((other) => other.label === label)?.fuel !== undefined;
  return units !== null && units !== undefined && (given || units < (horizontal ? width : height));
}

/** Returns the shapes of a vehicle seen from above, drawn at the origin. */
function vehicleShapes(vehicle, exit) {
  const long = vehicle.length * CELL - 2 * 5;
  const broad = CELL - 2 * 5;
  const [width, height] = vehicle.horizontal ? [long, broad] : [broad, long];
  // In a draft, the exit may be on a side that the primary cannot reach.
  const ends = vehicle.horizontal ? ['left', 'right'] : ['top', 'bottom'];
  const nose = vehicle.primary && ends.includes(exit.side) ? exit.side : ends[0];
  const part = (behind, across, length, breadth, rest) => {
    const areas = {
      left: [5 + behind, 5 + across, length, breadth],
      right: [5 + width - behind - length, 5 + across, length, breadth],
      top: [5 + across, 5 + behind, breadth, length],
      bottom: [5 + across, 5 + height - behind - length, breadth, length],
    };
    const [x, y, w, t] = areas[nose];
    return s('rect', { x, y, width: w, height: t, rx: 3, ...rest });
  };
  const size = Math.min(26, ((vehicle.horizontal ? long - 54 : broad - 12) * 1.5) / vehicle.label.length);
  return [
    s('rect', { class: 'shadow', x: 5, y: 8, width, height, rx: 14 }),
    s('rect', { class: 'shell', x: 5, y: 5, width, height, rx: 14, fill: vehicle.colour, stroke: vehicle.rim }),
    s('rect', { class: 'shine', x: 7, y: 7, width: width - 4, height: height - 4, rx: 12 }),
    part(17, 8, 8, broad - 16, { class: 'glass' }),
    part(long - 25, 8, 8, broad - 16, { class: 'glass' }),
    part(25, 8, long - 50, broad - 16, { class: 'roof' }),
    vehicle.primary && [7, broad - 20].map((across) => part(4, across, 6, 13, { class: 'light', rx: 2 })),
    s(
      'text',
      { class: 'label', x: 5 + width / 2, y: 5 + height / 2, 'font-size': size, fill: vehicle.ink },
      vehicle.label,
    ),
    // A light line between two dark ones is visible on every colour.
    s('rect', { class: 'halo', x: 3, y: 3, width: width + 4, height: height + 4, rx: 16 }),
    s('rect', { class: 'ring', x: 3, y: 3, width: width + 4, height: height + 4, rx: 16 }),
  ].flat();
}

/** A board in an element. With `onMove(vehicle, cells)`, the user can move its vehicles. */
export class BoardView {
  /**
   * @param {any} host
   * @param {{onMove?: (vehicle: number, cells: number) => unknown, onBlocked?: (vehicle: any, retry?: any) => unknown,
   *   label?: string, small?: boolean, edited?: boolean}} [options]
   */
  constructor(host, { onMove, onBlocked, label = 'Board', small = false, edited = false } = {}) {
    this.host = host;
    this.onMove = onMove;
    this.onBlocked = onBlocked ?? (({ label: name }) => announce(`${name} cannot move in that direction`));
    this.label = label;
    this.small = small;
    this.edited = edited;
    this.drawn = '';
    /** The vehicle that the Tab key reaches. */
    this.stop = -1;
    /** Whether the user can move nothing now, for example while a solution is shown. */
    this.locked = false;
  }

  /** Shows a position; `reach` has the number of cells each vehicle can move left or up, and right or down. */
  show(board, position, reach) {
    const key = JSON.stringify([board.puzzle ?? board, Boolean(reach)]);
    if (key !== this.drawn) this.draw(board, Boolean(reach));
    this.drawn = key;
    this.reach = reach;
    // A board is one tab stop: the vehicle that had the focus last, or the primary.
    const isThere = (index) => index >= 0 && position.offsets[index] !== null;
    if (!isThere(this.stop))
      this.stop = board.vehicles.findIndex((vehicle, index) => vehicle.primary && isThere(index));
    if (!isThere(this.stop)) this.stop = board.vehicles.findIndex((_, index) => isThere(index));
    this.offsets = position.offsets;
    board.vehicles.forEach((vehicle, index) => {
      const offset = position.offsets[index];
      const gone = offset === null || offset === undefined;
      const group = this.groups[index];
      group.classList.toggle('gone', gone);
      if (gone) return group.removeAttribute('tabindex');
      group.classList.remove('leaving');
      this.move(index, offset);
      this.fuel(index, position.fuel?.[index]);
      if (!reach) return undefined;
      const [row, column] = firstCell(vehicle, offset);
      const [backward, forward] = reach[index];
      const directions = vehicle.horizontal ? ['left', 'right'] : ['up', 'down'];
      const options = [
        [backward, directions[0]],
        [forward, directions[1]],
      ]
        .filter(([cells]) => cells)
        .map(([cells, direction]) => `${direction} ${cells}`);
      const fuel = position.fuel?.[index];
      group.setAttribute('tabindex', index === this.stop ? '0' : '-1');
      group.setAttribute(
        'aria-label',
        `${vehicle.primary ? 'primary ' : ''}${vehicle.label}, ${vehicle.horizontal ? 'horizontal' : 'vertical'}, ` +
          `length ${vehicle.length}, row ${row + 1}, column ${column + 1}; ${options.length ? `can move ${options.join(' or ')}` : 'cannot move'}` +
          (fuel === null || fuel === undefined ? '' : `; fuel ${fuel}`),
      );
      group.classList.toggle('stuck', !backward && !forward);
      return undefined;
    });
  }

  move(index, offset) {
    const [row, column] = firstCell(this.board.vehicles[index], offset);
    this.groups[index].style.transform = `translate(${column * CELL}px, ${row * CELL}px)`;
  }

  /** Shows a badge with the fuel left. */
  fuel(index, units) {
    const vehicle = this.board.vehicles[index];
    const visible = hasBadge(this.board, index, units);
    const badge = this.groups[index].querySelector('.fuel');
    if (!visible) return badge?.remove();
    if (badge) return void (badge.lastChild.textContent = units);
    const [width, height] = vehicle.horizontal ? [vehicle.length * CELL, CELL] : [CELL, vehicle.length * CELL];
    const wide = 9 + 9 * String(units).length;
    return this.groups[index].append(
      s(
        'g',
        { class: 'fuel' },
        s('rect', { x: width - 8 - wide, y: height - 26, width: wide, height: 18, rx: 9 }),
        s('text', { x: width - 8 - wide / 2, y: height - 17 }, units),
      ),
    );
  }

  /** Highlights a vehicle, or none for -1. */
  mark(index) {
    this.groups?.forEach((group, other) => group.classList.toggle('marked', other === index));
  }

  draw(board, movable) {
    this.board = board;
    this.stop = -1;
    const [across, down] = [board.width * CELL, board.height * CELL];
    const exit = exitOf(board);
    const side = exit?.side;
    const exitSpace = 40;
    const pad = (name) => FRAME + GAP + (side === name ? exitSpace : 0);
    const [left, top] = [pad('left'), pad('top')];
    this.view = [-left, -top, across + left + pad('right'), down + top + pad('bottom')];
    const cells = [];
    for (let row = 0; row < board.height; row++) {
      for (let column = 0; column < board.width; column++) {
        cells.push(
          s('rect', {
            class: 'cell',
            x: column * CELL + GAP,
            y: row * CELL + GAP,
            width: CELL - 2 * GAP,
            height: CELL - 2 * GAP,
            rx: 7,
          }),
        );
      }
    }
    const walls = board.walls.map(([row, column]) =>
      s(
        'g',
        { class: 'wall', transform: `translate(${column * CELL} ${row * CELL})` },
        s('rect', { x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 7 }),
        s('path', { d: 'M14 50L50 14M14 30L30 14M34 50L50 34' }),
      ),
    );
    this.groups = board.vehicles.map((vehicle, index) => {
      const group = s(
        'g',
        { class: `vehicle${vehicle.primary ? ' primary' : ''}`, 'data-label': vehicle.label },
        vehicleShapes(vehicle, board.exit ?? { side: 'right' }),
      );
      if (movable) this.enableMoves(group, vehicle, index);
      return group;
    });
    this.layer = s('g', { class: 'layer' });
    const svg = s(
      'svg',
      {
        class: `board${movable ? ' movable' : ''}${this.small ? ' mini' : ''}`,
        viewBox: this.view.join(' '),
        role: movable || this.edited ? 'group' : 'img',
        'aria-label': this.label,
      },
      s('rect', {
        class: 'frame',
        x: -FRAME - GAP + 4,
        y: -FRAME - GAP + 4,
        width: across + 2 * FRAME + 2 * GAP - 8,
        height: down + 2 * FRAME + 2 * GAP - 8,
        rx: 16,
      }),
      s('rect', {
        class: 'floor',
        x: -GAP + 2,
        y: -GAP + 2,
        width: across + 2 * GAP - 4,
        height: down + 2 * GAP - 4,
        rx: 9,
      }),
      cells,
      exit && this.exit(exit, across, down),
      walls,
      this.groups,
      this.layer,
    );
    svg.style.setProperty('--shape', `${this.view[2]} / ${this.view[3]}`);
    svg.style.setProperty('--ratio', this.view[2] / this.view[3]);
    this.svg = svg;
    this.host.replaceChildren(svg);
  }

  exit({ side, line }, across, down) {
    const along = line * CELL;
    const geometry = {
      right: [across, along, FRAME + GAP + 2, CELL, across + 22, along + 32],
      left: [-FRAME - GAP - 2, along, FRAME + GAP + 2, CELL, -22, along + 32],
      top: [along, -FRAME - GAP - 2, CELL, FRAME + GAP + 2, along + 32, -22],
      bottom: [along, down, CELL, FRAME + GAP + 2, along + 32, down + 22],
    };
    const [x, y, width, height, middle, centre] = geometry[side];
    const flat = side === 'left' || side === 'right';
    return s(
      'g',
      { class: 'exit' },
      s('rect', {
        class: 'gate',
        x: flat ? x : x + 3,
        y: flat ? y + 3 : y,
        width: flat ? width : width - 6,
        height: flat ? height - 6 : height,
      }),
      s('path', { class: 'arrow', d: arrow[side], transform: `translate(${middle} ${centre})` }),
    );
  }

  /** Lets the primary drive out through the exit. */
  driveOut() {
    const index = this.board.vehicles.findIndex((vehicle) => vehicle.primary);
    const { side } = this.board.exit;
    this.groups[index].classList.add('leaving');
    this.move(
      index,
      this.offsets[index] + (['right', 'bottom'].includes(side) ? 1 : -1) * (this.board.vehicles[index].length + 1),
    );
  }

  /** Returns the position of a pointer event in cells: `[row, column]` with fractions. */
  at(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.view[2] / box.width;
    return [
      ((event.clientY - box.top) * scale + this.view[1]) / CELL,
      ((event.clientX - box.left) * scale + this.view[0]) / CELL,
    ];
  }

  /** Lets the user move a vehicle with mouse, finger and keys. */
  enableMoves(group, vehicle, index) {
    group.setAttribute('role', 'button');
    group.addEventListener('focus', () => {
      this.stop = index;
      this.groups.forEach(
        (other, at) => other.hasAttribute('tabindex') && other.setAttribute('tabindex', at === index ? '0' : '-1'),
      );
    });
    const axis = vehicle.horizontal ? 1 : 0;
    let from = null;
    let cells = 0;
    group.addEventListener('pointerdown', (event) => {
      if (event.button || !event.isPrimary || !this.reach || this.locked) return;
      group.setPointerCapture(event.pointerId);
      group.classList.add('held');
      group.focus({ preventScroll: true });
      from = this.at(event)[axis];
      cells = 0;
    });
    group.addEventListener('pointermove', (event) => {
      if (from === null) return;
      const [backward, forward] = this.reach[index];
      cells = Math.max(-backward, Math.min(forward, this.at(event)[axis] - from));
      this.move(index, this.offsets[index] + cells);
    });
    const drop = (commit) => {
      if (from === null) return;
      from = null;
      group.classList.remove('held');
      const whole = commit ? Math.round(cells) : 0;
      this.move(index, this.offsets[index] + whole);
      if (whole) this.onMove(index, whole);
    };
    // A finger on a vehicle moves it and does not scroll the page.
    group.addEventListener('touchstart', (event) => event.cancelable && event.preventDefault(), { passive: false });
    group.addEventListener('pointerup', () => drop(true));
    group.addEventListener('pointercancel', () => drop(false));
    group.addEventListener('keydown', (event) => this.key(event, vehicle, index));
  }

  key(event, vehicle, index) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.reach || this.locked) return;
    const directions = { ArrowLeft: [true, -1], ArrowRight: [true, 1], ArrowUp: [false, -1], ArrowDown: [false, 1] };
    const direction = directions[event.key];
    if (!direction) return;
    event.preventDefault();
    const [horizontal, sign] = direction;
    if (horizontal !== vehicle.horizontal) return void this.focusNeighbour(index, horizontal, sign);
    const step = () => this.step(index, sign, event.shiftKey);
    if (!step()) this.onBlocked(vehicle, step);
  }

  /** Moves a vehicle by one cell, or as far as possible; returns false if it cannot move. */
  step(index, sign, far) {
    const max = this.reach[index][sign < 0 ? 0 : 1];
    if (max) this.onMove(index, sign * (far ? max : 1));
    return max > 0;
  }

  /** Moves the focus to the nearest vehicle in a direction in which this one cannot move. */
  focusNeighbour(index, horizontal, sign) {
    const middle = (other) => {
      const vehicle = this.board.vehicles[other];
      const [row, column] = firstCell(vehicle, this.offsets[other]);
      return vehicle.horizontal ? [row, column + (vehicle.length - 1) / 2] : [row + (vehicle.length - 1) / 2, column];
    };
    const here = middle(index);
    const [ahead, aside] = horizontal ? [1, 0] : [0, 1];
    /** @type {number} */
    let nearest = null;
    let least = Infinity;
    this.board.vehicles.forEach((_, other) => {
      if (other === index || this.offsets[other] === null) return;
      const there = middle(other);
      const far = sign * (there[ahead] - here[ahead]);
      const cost = far + 2.5 * Math.abs(there[aside] - here[aside]);
      if (far > 0.2 && cost < least) [nearest, least] = [other, cost];
    });
    if (nearest !== null) this.groups[nearest].focus();
  }

  /** Moves the focus to the board. */
  focusFirst() {
    this.groups[this.stop]?.focus({ preventScroll: true });
  }

  /** Moves the focus to the vehicle with a label; returns false if there is none. */
  focus(label) {
    const index =
      this.board?.vehicles.findIndex((vehicle) => vehicle.label.toLowerCase() === label.toLowerCase()) ?? -1;
    if (index < 0) return false;
    this.groups[index].focus();
    return true;
  }
}

export { CELL };
