// What the stored values look like: a parser for each kind, field by field. A parser returns the value with the fields
// that it knows, or throws an error that says what is wrong.

import { LEVELS, format, isDate, parse } from './address.js';

const MAX_GAME = 1 << 18;
const MAX_ENTRIES = 10_000;
const MAX_SAVEPOINTS = 8;

const refuse = (what) => {
  throw new Error(what);
};

/** Returns the entries of an object. */
function entries(value, what) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(`${what} is not an object`);
  return value;
}

function list(value, what, max) {
  if (!Array.isArray(value) || value.length > max) refuse(`${what} is not a list of at most ${max} entries`);
  return value;
}

function whole(value, what, least, most = Number.MAX_SAFE_INTEGER) {
  if (!Number.isSafeInteger(value) || value < least || value > most)
    refuse(`${what} is not a whole number from ${least}`);
  return value;
}

function text(value, what, max) {
  // Control characters would hide something.
  if (typeof value !== 'string' || value.length > max || /[\u0000-\u001f\u007f]/.test(value))
    refuse(`${what} is not a short text`);
  return value;
}

function oneOf(value, what, all) {
  if (!all.includes(value)) refuse(`${what} is unknown`);
  return value;
}

const yes = (value) => value === true;
const optional = (value, parser, ...rest) =>
  value === undefined || value === null ? undefined : parser(value, ...rest);

/** Parses the key of a puzzle: its id. */
const keyText = (value) => (/^[\w:,.@+~-]{1,4000}$/.test(value) ? value : refuse('the id of the puzzle is damaged'));

/** Returns an address of the page, written anew. */
export function puzzleAddress(value) {
  const address = parse(text(value, 'the address', 8000));
  if (address.problem || !address.puzzle) refuse('the address is not one of this page');
  return format(address);
}

/** Parses a result: `{stars, cost, seconds, par, when}`. */
export function result(value) {
  const { stars, cost, seconds, par, when, hints, level } = entries(value, 'the result');
  return {
    stars: whole(stars, 'the number of stars', 1, 3),
    cost: whole(cost, 'the cost', 0),
    seconds: optional(seconds, whole, 'the time', 0),
    par: optional(par, whole, 'par', 0) ?? null,
    hints: optional(hints, whole, 'the number of hints', 0),
    level: optional(level, oneOf, 'the level', LEVELS),
    when: optional(when, whole, 'the date', 0),
  };
}

/** Parses the key of a daily result: a date, or a date and a level. */
export function dailyKey(value) {
  const [date, level, ...rest] = value.split('/');
  if (!isDate(date) || rest.length || (level !== undefined && !LEVELS.includes(level)))
    refuse(`${value.slice(0, 40)} is not a date`);
  return value;
}

/** Parses the best result of a challenge. */
export const challenge = (value) => ({
  best: whole(entries(value, 'the result').best, 'the result', 0),
  when: optional(value.when, whole, 'the date', 0),
});
export const challengeKey = (value) => oneOf(value, 'the challenge', ['streak', 'storm']);

export const daily = (value) => ({ ...result(value), onTime: yes(value.onTime) });

/** Parses a saved game; the lab parses its line `game`. */
export function game(value, key) {
  const {
    game: line,
    seconds,
    shown,
    savepoints,
    name,
    level,
    address,
    offsets,
    moves,
    finished,
    when,
  } = entries(value, 'the game');
  const savepoint = (one) => {
    const point = entries(one, 'the savepoint');
    return {
      game: savedGame(point.game),
      moves: whole(point.moves, 'the number of moves', 0),
      cost: whole(point.cost, 'the cost', 0),
      seconds: optional(point.seconds, whole, 'the time', 0) ?? 0,
      shown: yes(point.shown),
    };
  };
  keyText(key);
  return {
    game: savedGame(line),
    seconds: optional(seconds, whole, 'the time', 0) ?? 0,
    shown: yes(shown),
    savepoints: list(savepoints ?? [], 'the savepoints', MAX_SAVEPOINTS).map(savepoint),
    name: optional(name, text, 'the name', 80),
    level: optional(level, oneOf, 'the level', LEVELS),
    address: optional(address, puzzleAddress),
    offsets: optional(offsets, list, 'the offsets', 4096)?.map((offset) =>
      offset === null ? null : whole(offset, 'the offset', 0, 64),
    ),
    moves: whole(moves ?? 0, 'the number of moves', 0),
    finished: yes(finished),
    when: optional(when, whole, 'the date', 0),
  };
}

const savedGame = (value) =>
  typeof value === 'string' && value.length < MAX_GAME ? value : refuse('the moves are damaged');

/** Parses a vehicle of a document. */
function vehicle(value) {
  const { label, orientation, length, row, column, fuel } = entries(value, 'the vehicle');
  return {
    label: text(label, 'the label', 16),
    orientation: oneOf(orientation, 'the orientation', ['horizontal', 'vertical']),
    length: whole(length, 'the length', 1, 64),
    row: whole(row, 'the row', 1, 64),
    column: whole(column, 'the column', 1, 64),
    fuel: optional(fuel, whole, 'the fuel', 0, 9999),
  };
}

/** Parses a puzzle document, which need not be a valid puzzle. */
export function document(value) {
  const { width, height, exit, primary, vehicles, walls, rules, name } = entries(value, 'the board');
  const wall = (one) => ({
    row: whole(entries(one, 'the wall').row, 'the row', 1, 64),
    column: whole(one.column, 'the column', 1, 64),
  });
  const { metric, valet, default_fuel: units } = entries(rules ?? {}, 'the rules');
  return {
    rushlab: 1,
    width: whole(width, 'the width', 1, 64),
    height: whole(height, 'the height', 1, 64),
    exit: exit && {
      ...exit,
      side: oneOf(entries(exit, 'the exit').side, 'the side of the exit', ['left', 'right', 'top', 'bottom']),
    },
    primary: optional(primary, text, 'the primary', 16),
    vehicles: list(vehicles, 'the vehicles', 4096).map(vehicle),
    walls: list(walls ?? [], 'the walls', 4096).map(wall),
    name: optional(name, text, 'the name', 80),
    rules: rules && {
      metric: optional(metric, oneOf, 'the metric', ['moves', 'steps']),
      valet: yes(valet) || undefined,
      default_fuel: optional(units, whole, 'the fuel', 0, 9999),
    },
  };
}

/** Parses the edited board of a puzzle. */
export function draft(value, key) {
  const { puzzle, when } = entries(value, 'the draft');
  keyText(key);
  return { puzzle: document(puzzle), when: optional(when, whole, 'the date', 0) };
}

/** Parses a collection of the user. */
export function collection(value, key) {
  const { title, entries: all } = entries(value, 'the collection');
  if (!/^own-[a-z0-9-]{1,80}$/.test(key)) refuse('the name of the collection is damaged');
  const entry = (one) => ({
    id: keyText(entries(one, 'the entry').id),
    labels: optional(one.labels, text, 'the labels', 2000),
    name: optional(one.name, text, 'the name', 80),
    level: optional(one.level, oneOf, 'the level', LEVELS),
    par: optional(one.par, whole, 'par', 0),
    group: optional(one.group, text, 'the group', 80),
  });
  return { title: text(title, 'the title', 80), entries: list(all, 'the puzzles', MAX_ENTRIES).map(entry) };
}

/** Parses the best results, or the daily ones: each entry by itself. Returns `{value, refused: [reason]}`. */
export function entriesOf(value, parseKey, parseEntry) {
  const [good, refused] = [{}, []];
  for (const [key, entry] of Object.entries(entries(value, 'the value'))) {
    try {
      good[parseKey(key)] = parseEntry(entry);
    } catch (error) {
      refused.push(error.message);
    }
  }
  return { value: good, refused };
}

export { keyText };
