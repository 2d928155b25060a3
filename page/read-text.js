// Puzzles as text: pasted, dropped or selected. A text is a link of the page, or puzzles in one of the formats.

import { parse } from './address.js';
import { saveOwn } from './collections.js';
import { count } from './dom.js';
import * as lab from './lab.js';
import { find } from './puzzles.js';
import { keyOf } from './saves.js';

/** Returns the address of a puzzle that a text is a link to. */
function linkOf(text) {
  const hash = /^\S*?(#\/\S+)$/.exec(text.trim())?.[1];
  const address = hash && parse(hash);
  return address?.puzzle && !address.problem ? address : null;
}

/**
 * Reads a text in any format, or in the given one. Some formats look like another one, so each is tried if the detected
 * one fails. Returns `{boards, errors, format, more}`.
 */
export async function readPuzzles(app, text, format) {
  if (format) return lab.request('read', { text, format });
  let first = null;
  for (const name of [undefined, ...app.menu.formats.map((each) => each.name)]) {
    try {
      return await lab.request('read', { text, format: name });
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

/** Returns the puzzles of a text: those of `readPuzzles`, or the one of a link. */
export async function readText(app, text, format) {
  const address = format ? null : linkOf(text);
  if (!address) return readPuzzles(app, text, format);
  const { board } = await find(address, app.puzzles);
  return { boards: [board], errors: [], format: 'a link', more: false };
}

/** Stores boards as a collection of the user; returns its name. */
export function toCollection(title, boards) {
  const entry = (board, index) => ({
    id: keyOf(board),
    labels: board.labels,
    name: board.name ?? `${title} ${index + 1}`,
  });
  return saveOwn(title, boards.map(entry));
}

/** Returns what was read, in words. */
export function readWords({ boards, errors, format, more }) {
  const first = errors[0]?.error;
  return (
    `${count(boards.length, 'puzzles')}, read as ${format}` +
    (errors.length
      ? `; ${errors.length} ${errors.length === 1 ? 'is' : 'are'} invalid, the first because ${first}`
      : '') +
    (more ? '; the text has more than 100 puzzles, and the first 100 are read' : '')
  );
}

/** Opens the puzzle of a pasted text. Several puzzles become a collection. */
export async function openText(app, text) {
  const address = linkOf(text);
  if (address) return app.go({ ...address, tab: 'play' });
  const read = await readPuzzles(app, text);
  if (read.boards.length === 1) return app.readPuzzle(read.boards[0].puzzle, { name: read.boards[0].name });
  app.go({ tab: 'levels', collection: toCollection('Pasted', read.boards) });
  return app.say(`Pasted: ${readWords(read)}.`);
}
