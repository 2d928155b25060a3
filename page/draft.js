// A puzzle in the editor: a document of the format `json`, with undo and redo. It need not be a valid puzzle.

import { blank, cells } from './puzzle.js';

const MAX_HISTORY = 200;
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWYZ'];

export class Draft {
  constructor(onChange) {
    this.onChange = onChange;
    this.load(blank(6, 6));
  }

  /** Replaces the puzzle, and forgets all earlier versions. */
  load(puzzle) {
    this.puzzle = structuredClone(puzzle);
    this.puzzle.walls ??= [];
    this.undone = [];
    this.done = [];
  }

  /** Changes the puzzle, with undo. */
  change(edit) {
    this.done = [...this.done, structuredClone(this.puzzle)].slice(-MAX_HISTORY);
    this.undone = [];
    edit(this.puzzle);
    this.repair();
    this.onChange();
  }

  /** Replaces the puzzle, with undo. */
  replace(puzzle) {
    this.change(() => (this.puzzle = { walls: [], ...structuredClone(puzzle) }));
  }

  undo() {
    this.step(this.done, this.undone);
  }

  redo() {
    this.step(this.undone, this.done);
  }

  step(from, to) {
    const puzzle = from.pop();
    if (!puzzle) return;
    to.push(this.puzzle);
    this.puzzle = puzzle;
    this.onChange();
  }

  repair() {
    const { puzzle } = this;
    if (!puzzle.vehicles.some((vehicle) => vehicle.label === puzzle.primary)) delete puzzle.primary;
  }

  /** Returns whether the draft is the same as a puzzle. */
  equals(puzzle) {
    const text = (document) =>
      JSON.stringify(document, (_, value) =>
        value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value,
      );
    return text(this.document()) === text({ walls: [], ...puzzle });
  }

  /** Returns the document without undefined fields. */
  document() {
    return JSON.parse(JSON.stringify(this.puzzle));
  }

  inside(/** @type {number[]} */ [row, column]) {
    return row >= 0 && column >= 0 && row < this.puzzle.height && column < this.puzzle.width;
  }

  /** Returns the index of the vehicle in a cell, or -1. */
  vehicleAt(cell) {
    return this.puzzle.vehicles.findIndex((vehicle) =>
      cells(vehicle).some(([row, column]) => row === cell[0] && column === cell[1]),
    );
  }

  /** Returns the index of the wall in a cell, or -1. */
  wallAt(cell) {
    return this.puzzle.walls.findIndex((wall) => wall.row - 1 === cell[0] && wall.column - 1 === cell[1]);
  }

  /** Returns whether there is room for a vehicle; `ignored` is the index of a vehicle that is not in the way. */
  fits(vehicle, ignored = -1) {
    return cells(vehicle).every(
      (cell) => this.inside(cell) && this.wallAt(cell) < 0 && [-1, ignored].includes(this.vehicleAt(cell)),
    );
  }

  resize(width, height) {
    this.change((puzzle) => {
      Object.assign(puzzle, { width, height });
      puzzle.vehicles = puzzle.vehicles.filter((vehicle) => cells(vehicle).every((cell) => this.inside(cell)));
      puzzle.walls = puzzle.walls.filter((wall) => this.inside([wall.row - 1, wall.column - 1]));
    });
  }

  setRules(changes) {
    this.change((puzzle) => {
      const { metric = 'moves', valet = false, default_fuel: units } = { ...puzzle.rules, ...changes };
      puzzle.rules = { metric, valet, ...(units === undefined || units === null ? {} : { default_fuel: units }) };
    });
  }

  /** Adds a vehicle; the first one is the primary. */
  add(placed) {
    this.change((puzzle) => {
      const first = !puzzle.primary;
      const taken = new Set(puzzle.vehicles.map((vehicle) => vehicle.label));
      const two = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
      const label = first && !taken.has('X') ? 'X' : [...LETTERS, ...two].find((each) => !taken.has(each));
      puzzle.vehicles.push({ label, ...placed });
      if (first) this.setPrimary(puzzle.vehicles.at(-1));
    });
  }

  /** Makes a vehicle the primary, and moves the exit to an end of its line if necessary. */
  setPrimary(vehicle) {
    const { puzzle } = this;
    puzzle.primary = vehicle.label;
    const side = puzzle.exit?.side ?? 'right';
    const flat = ['left', 'right'].includes(side);
    puzzle.exit = { side: flat === (vehicle.orientation === 'horizontal') ? side : flat ? 'top' : 'right' };
  }

  /** Gives a vehicle another label; returns the reason why that is not possible. */
  rename(index, label) {
    const { vehicles } = this.puzzle;
    if (!label || /\s/.test(label)) return 'A label has at least one character, and no spaces.';
    if (vehicles.some((vehicle, other) => other !== index && vehicle.label === label))
      return `Another vehicle is labelled ${label}.`;
    this.change((puzzle) => {
      if (puzzle.primary === vehicles[index].label) puzzle.primary = label;
      puzzle.vehicles[index].label = label;
    });
    return null;
  }
}
