// Where puzzles come from: the built-in ones, ids, dates. The answers are kept, so that Back needs no request.

import { format, today } from './address.js';
import { shippedEntry } from './collections.js';
import * as lab from './lab.js';
import { withLabels } from './puzzle.js';
import { keyOf } from './saves.js';

/** The puzzles of this visit, by address. */
const known = new Map();
const MAX_KNOWN = 200;

const nameOf = ({ puzzle, rules, metric, labels }) => format({ puzzle, rules, metric, labels });

/** Remembers the puzzle of a source: `{board, name, id, level, par}`. */
export function remember({ source, rules, metric, labels }, puzzle) {
  known.set(nameOf({ puzzle: source, rules, metric, labels }), puzzle);
  if (known.size > MAX_KNOWN) known.delete(known.keys().next().value);
}

/** Validates a puzzle, text or document, and returns its board. */
export async function checked(puzzle, signal, rules = {}) {
  const response = await lab.request('check', { puzzle, ...rules }, { signal });
  if (!response.valid) throw new Error(response.problems.map((problem) => problem.text).join('; '));
  return response.board;
}

/** Returns the puzzle of an address: `{board, name, id, level, par}`. */
export async function find(address, builtIn, signal) {
  const before = known.get(nameOf(address));
  if (before) return before;
  const found = await request(address, builtIn, signal);
  if (address.rules || address.metric) {
    const { rules, metric } = address;
    found.board = await checked(found.board.puzzle, signal, { rules, metric });
    delete found.par;
  }
  remember({ ...address, source: address.puzzle }, found);
  return found;
}

async function request({ puzzle: { kind, value }, name, level, labels }, builtIn, signal) {
  if (kind === 'number') {
    if (!builtIn.some(({ id }) => id === value))
      throw new Error(`There is no built-in puzzle ${value}; they are numbered from 1 to ${builtIn.length}`);
    return lab.request('puzzle', { id: value }, { signal });
  }
  if (kind === 'daily') {
    const [date, wanted] = value.split('/');
    if (date > today()) throw new Error(`The daily puzzle of ${date} appears on that day`);
    return lab.request('daily', { date, level: wanted }, { signal });
  }
  const unlabelled = await checked(value, signal).catch((error) => {
    if (error.name === 'AbortError' || error.status === 0) throw error;
    throw new Error('The puzzle in this link is incomplete or damaged');
  });
  // Labels that do not fit the puzzle are left out.
  const board = labels
    ? await checked(withLabels(unlabelled.puzzle, labels), signal).catch(() => unlabelled)
    : unlabelled;
  const about = await describe(board, builtIn);
  if (about.id) {
    // A built-in puzzle keeps its own labels, unless the link has others.
    const listed = await lab.request('puzzle', { id: about.id }, { signal });
    if (!labels || listed.board.labels === board.labels) return listed;
    delete about.id;
  }
  return { board, ...about, ...(name ? { name } : {}), ...(level ? { level } : {}) };
}

/** Returns what the collections know of a board: its number, name, level and par. */
export async function describe(board, builtIn) {
  const same = builtIn.find((puzzle) => keyOf(puzzle) === keyOf(board));
  if (same) return { id: same.id, name: same.name, level: same.level, par: same.par };
  const { name, level, par } = (await shippedEntry(keyOf(board))) ?? {};
  return { name: name ?? board.name, level, par };
}
