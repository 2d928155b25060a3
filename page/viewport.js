// Zoom and pan of a square canvas: wheel, pinch, drag, keys and buttons.

import { button, h } from './dom.js';

const [MIN, MAX] = [1, 60];

/** A view of a square picture. `onChange()` repaints it; `onClick(x, y)` gets a click in pixels of the page. */
export class Viewport {
  /** @type {any} */ canvas;
  /** @type {any} */ onChange;
  /** @type {any} */ onClick;
  /** @type {any} */ pointers;

  constructor(canvas, { onChange, onClick }) {
    Object.assign(this, { canvas, onChange, onClick, zoom: 1, x: 0, y: 0, pointers: new Map(), travelled: 0 });
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event, true));
    canvas.addEventListener('pointercancel', (event) => this.up(event, false));
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const [x, y] = this.at(event);
        this.scale(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), x, y);
      },
      { passive: false },
    );
    canvas.addEventListener('keydown', (event) => this.key(event));
    this.buttons = h(
      'div',
      { class: 'tools zoom' },
      button('+', () => this.scale(1.5), { label: 'Zoom in' }),
      button('−', () => this.scale(1 / 1.5), { label: 'Zoom out' }),
      button('Whole graph', () => this.reset()),
    );
    this.update();
  }

  /** The side of the canvas on the page, in pixels. */
  get side() {
    return this.canvas.clientWidth || 1;
  }

  /** Returns where a point of the unzoomed picture is, in pixels of the page. */
  place(x, y) {
    const half = this.side / 2;
    return [(x - half) * this.zoom + half + this.x, (y - half) * this.zoom + half + this.y];
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** Zooms by a factor; the given point stays where it is. */
  scale(factor, x = this.side / 2, y = this.side / 2) {
    const zoom = Math.max(MIN, Math.min(MAX, this.zoom * factor));
    const [dx, dy] = [x - this.side / 2 - this.x, y - this.side / 2 - this.y];
    const real = zoom / this.zoom;
    this.zoom = zoom;
    this.pan(dx * (1 - real), dy * (1 - real));
  }

  pan(dx, dy) {
    const most = (this.side * (this.zoom - 1)) / 2 + (this.zoom > 1 ? this.side / 3 : 0);
    this.x = Math.max(-most, Math.min(most, this.x + dx));
    this.y = Math.max(-most, Math.min(most, this.y + dy));
    this.update();
    this.onChange();
  }

  /** Moves a point of the page to the middle, if it is outside. */
  reveal(/** @type {number[]} */ [x, y]) {
    const margin = this.side * 0.08;
    if (x > margin && y > margin && x < this.side - margin && y < this.side - margin) return;
    this.pan(this.side / 2 - x, this.side / 2 - y);
  }

  reset() {
    Object.assign(this, { zoom: 1, x: 0, y: 0 });
    this.update();
    this.onChange();
  }

  /** Unzoomed, a finger scrolls the page; zoomed, it moves the picture. */
  update() {
    this.canvas.style.touchAction = this.zoom > 1 ? 'none' : 'pan-y';
    this.canvas.dataset.zoom = this.zoom.toFixed(2);
  }

  down(event) {
    if (event.button) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.at(event));
    if (this.pointers.size === 1) this.travelled = 0;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    const spread = () => {
      const [one, two] = [...this.pointers.values()];
      return [Math.hypot(one[0] - two[0], one[1] - two[1]), (one[0] + two[0]) / 2, (one[1] + two[1]) / 2];
    };
    const pinch = this.pointers.size === 2;
    const [wide, middleX, middleY] = pinch ? spread() : [];
    this.pointers.set(event.pointerId, now);
    this.travelled += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (pinch) {
      const [wider, x, y] = spread();
      this.scale(wider / Math.max(1, wide), x, y);
      this.pan(x - middleX, y - middleY);
    } else if (this.zoom > 1 && this.travelled > 4) this.pan(now[0] - before[0], now[1] - before[1]);
  }

  up(event, click) {
    const at = this.pointers.get(event.pointerId);
    const alone = this.pointers.size === 1;
    this.pointers.delete(event.pointerId);
    if (at && click && alone && this.travelled < 6) this.onClick(...at);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = this.side / 8;
    const actions = {
      '+': () => this.scale(1.5),
      '=': () => this.scale(1.5),
      '-': () => this.scale(1 / 1.5),
      0: () => this.reset(),
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }
}
