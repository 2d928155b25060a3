// Export and import of everything the page has stored: results, games, drafts, daily results, own collections.

import { better } from './saves.js';
import { load, names, save } from './store.js';

const VERSION = 1;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isResult = (value) => isObject(value) && [1, 2, 3].includes(value.stars) && Number.isInteger(value.cost) && value.cost >= 0;

/** The stored values by the beginning of their names: whether a value is valid, and which of two is kept. */
const newer = (mine, theirs) => ((theirs.when ?? 0) > (mine.when ?? 0) ? theirs : mine);
const merged = (choose) => (mine, theirs) => ({ ...mine, ...Object.fromEntries(Object.entries(theirs).map(([key, value]) => [key, mine[key] ? choose(mine[key], value) : value])) });
const KINDS = [
  ['progress', (value) => isObject(value) && Object.values(value).every(isResult), merged(better)],
  ['daily', (value) => isObject(value) && Object.entries(value).every(([date, result]) => /^\d{4}-\d{2}-\d{2}$/.test(date) && isResult(result)),
    merged((mine, theirs) => ({ ...better(mine, theirs), onTime: Boolean(mine.onTime || theirs.onTime) }))],
  ['game.', (value) => isObject(value) && typeof value.game === 'string' && value.game.length < 1 << 18, newer],
  ['draft.', (value) => isObject(value) && isObject(value.puzzle), newer],
  ['collection.', (value) => isObject(value) && Array.isArray(value.entries) && value.entries.every((entry) => typeof entry?.id === 'string'), (mine) => mine],
];
const kindOf = (name) => KINDS.find(([prefix]) => (prefix.endsWith('.') ? name.startsWith(prefix) : name === prefix));

/** Returns everything that is stored, as the text of a file. */
export function exportText() {
  const stored = names().filter(kindOf).map((name) => [name, load(name, null)]).filter(([, value]) => value !== null);
  return JSON.stringify({ rushlab_export: VERSION, date: new Date().toISOString(), values: Object.fromEntries(stored) });
}

/**
 * Stores what a file contains beside what is there: the better result, the newer game. Returns a sentence; invalid
 * files change nothing.
 */
export function importText(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error('This file is not one that rushlab has exported');
  }
  if (!isObject(file) || !isObject(file.values)) throw new Error('This file is not one that rushlab has exported');
  if (file.rushlab_export !== VERSION) throw new Error(`This file has version ${file.rushlab_export}, and this page reads version ${VERSION}`);
  const entries = Object.entries(file.values);
  for (const [name, value] of entries) {
    const kind = kindOf(name);
    if (!kind) throw new Error(`This file contains an unknown value, ${name.slice(0, 40)}; nothing was imported`);
    if (!kind[1](value)) throw new Error(`The value ${name.slice(0, 40)} of this file is damaged; nothing was imported`);
  }
  const failed = entries.filter(([name, value]) => {
    const mine = load(name, null);
    return !save(name, mine === null ? value : kindOf(name)[2](mine, value));
  });
  if (failed.length) throw new Error(`The browser’s storage is full: ${failed.length} of ${entries.length} values were not imported`);
  const number = (prefix) => entries.filter(([name]) => name.startsWith(prefix)).length;
  return `Imported ${Object.keys(file.values.progress ?? {}).length} results, ${number('game.')} games and ${number('draft.')} drafts.`;
}
