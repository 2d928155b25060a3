// The layer of the editor's board that handles mouse, finger and keys.

import { CELL } from './board.js';
import { announce, s } from './dom.js';

export class EditBoard {
  /** @type {any} */ view;
  /** @type {any} */ draft;
  /** @type {any} */ tool;
  /** @type {any} */ length;
  /** @type {any} */ use;
  /** @type {any} */ select;
  /** @type {any} */ say;

  /**
   * A layer over a board: `tool()` and `length()` return what is selected, `use(cell)` applies it, `select(index)`
   * selects a vehicle.
   */
  constructor(view, draft, actions) {
    Object.assign(this, { view, draft, ...actions });
    this.cursor = [0, 0];
  }

  /** Draws the layer again after the board has changed. */
  attach() {
    const {
      view,
      draft: { puzzle },
    } = this;
    const { layer } = view;
    this.preview = s('rect', { class: 'preview', rx: 10, hidden: true });
    this.frame = s('rect', { class: 'cursor', width: CELL - 4, height: CELL - 4, rx: 8 });
    layer.replaceChildren(
      s('rect', { class: 'hit-area', width: puzzle.width * CELL, height: puzzle.height * CELL }),
      this.preview,
      this.frame,
    );
    this.cursor = [Math.min(this.cursor[0], puzzle.height - 1), Math.min(this.cursor[1], puzzle.width - 1)];
    this.showCursor();
    if (layer.classList.contains('cells')) return;
    layer.classList.add('cells');
    layer.setAttribute('tabindex', '0');
    layer.setAttribute('role', 'button');
    layer.setAttribute('aria-label', 'Cells: arrow keys select a cell, Enter uses the tool');
    this.listen(layer);
  }

  showCursor() {
    this.frame.setAttribute('x', this.cursor[1] * CELL + 2);
    this.frame.setAttribute('y', this.cursor[0] * CELL + 2);
  }

  cellOf(event) {
    return this.view.at(event).map(Math.floor);
  }

  /** Returns the vehicle that the current tool would add at a cell. */
  newVehicle([row, column]) {
    return { orientation: this.tool(), length: this.length(), row: row + 1, column: column + 1 };
  }

  showPreview(vehicle, ignored) {
    const flat = vehicle.orientation === 'horizontal';
    const shape = {
      x: (vehicle.column - 1) * CELL + 4,
      y: (vehicle.row - 1) * CELL + 4,
      width: (flat ? vehicle.length : 1) * CELL - 8,
      height: (flat ? 1 : vehicle.length) * CELL - 8,
    };
    Object.entries(shape).forEach(([key, value]) => this.preview.setAttribute(key, value));
    this.preview.classList.toggle('no', !this.draft.fits(vehicle, ignored));
    this.preview.removeAttribute('hidden');
  }

  hidePreview() {
    this.preview.setAttribute('hidden', '');
  }

  listen(layer) {
    const { draft } = this;
    let drag = null;
    let dragged = false;
    const vehicles = () => draft.puzzle.vehicles;
    layer.addEventListener('pointerdown', (event) => {
      const cell = this.cellOf(event);
      const index = draft.vehicleAt(cell);
      dragged = false;
      if (this.tool() !== 'move' || index < 0) return;
      this.select(index);
      drag = { index, cell, to: vehicles()[index] };
      layer.setPointerCapture(event.pointerId);
    });
    // A finger that moves a vehicle does not scroll the page.
    layer.addEventListener(
      'touchstart',
      (event) => {
        if (event.cancelable && this.tool() === 'move' && draft.vehicleAt(this.cellOf(event.touches[0])) >= 0)
          event.preventDefault();
      },
      { passive: false },
    );
    layer.addEventListener('pointermove', (event) => {
      const cell = this.cellOf(event);
      if (drag) {
        const from = vehicles()[drag.index];
        drag.to = { ...from, row: from.row + cell[0] - drag.cell[0], column: from.column + cell[1] - drag.cell[1] };
        this.showPreview(drag.to, drag.index);
      } else if (['horizontal', 'vertical'].includes(this.tool()) && event.pointerType !== 'touch')
        this.showPreview(this.newVehicle(cell));
      else this.hidePreview();
    });
    layer.addEventListener('pointerleave', () => this.hidePreview());
    layer.addEventListener('pointercancel', () => {
      drag = null;
      this.hidePreview();
    });
    layer.addEventListener('pointerup', () => {
      if (!drag) return;
      const { index, to } = drag;
      drag = null;
      const from = vehicles()[index];
      this.hidePreview();
      if (to.row === from.row && to.column === from.column) return;
      dragged = true;
      if (draft.fits(to, index)) draft.change((puzzle) => (puzzle.vehicles[index] = to));
      else this.say(`No room for ${from.label} there.`, true);
    });
    layer.addEventListener('click', (event) => {
      const cell = this.cellOf(event);
      if (dragged || !draft.inside(cell)) return;
      this.cursor = cell;
      this.use(cell);
      this.showCursor();
    });
    layer.addEventListener('keydown', (event) => this.key(event));
  }

  key(event) {
    const { width, height } = this.draft.puzzle;
    const direction = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (direction) {
      this.cursor = [
        Math.max(0, Math.min(height - 1, this.cursor[0] + direction[0])),
        Math.max(0, Math.min(width - 1, this.cursor[1] + direction[1])),
      ];
      this.showCursor();
      announce(this.describe(this.cursor));
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.use(this.cursor);
      this.view.layer.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  }

  /** Returns a cell in words. */
  describe(cell) {
    const vehicle = this.draft.puzzle.vehicles[this.draft.vehicleAt(cell)];
    const what = vehicle
      ? `${vehicle.label}, ${vehicle.orientation}, length ${vehicle.length}`
      : this.draft.wallAt(cell) >= 0
        ? 'wall'
        : 'empty';
    return `Row ${cell[0] + 1}, column ${cell[1] + 1}: ${what}`;
  }
}
