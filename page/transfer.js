// Export and import of everything the page has stored: results, games, drafts, daily results, own collections.

import { count } from './dom.js';
import * as lab from './lab.js';
import * as records from './records.js';
import { better } from './saves.js';
import { load, names, save } from './store.js';

const VERSION = 1;

const newer = (mine, theirs) => ((theirs.when ?? 0) > (mine.when ?? 0) ? theirs : mine);
const merged = (choose) => (mine, theirs) => ({
  ...mine,
  ...Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => [key, mine[key] ? choose(mine[key], value) : value]),
  ),
});
const onTime = (mine, theirs) => ({ ...better(mine, theirs), onTime: Boolean(mine.onTime || theirs.onTime) });
const longer = (mine, theirs) => (theirs.best > mine.best ? theirs : mine);
const single = (parser) => (value, key) => ({ value: parser(value, key), refused: [] });

/** Refuses a game whose line is not one of its puzzle. */
async function checkGame({ game }, key) {
  const state = await lab.request('game', { game }).catch(() => null);
  if (state?.board.key !== key) throw new Error('the moves are not those of the puzzle');
}

/** The kinds of values by the beginning of their names: `parse` gives `{value, refused}`, `merge` keeps one of two. */
const KINDS = [
  {
    prefix: 'progress',
    parse: (value) => records.entriesOf(value, records.keyText, records.result),
    merge: merged(better),
    noun: 'results',
  },
  {
    prefix: 'daily',
    parse: (value) => records.entriesOf(value, records.dailyKey, records.daily),
    merge: merged(onTime),
    noun: 'daily results',
  },
  {
    prefix: 'challenges',
    parse: (value) => records.entriesOf(value, records.challengeKey, records.challenge),
    merge: merged(longer),
    noun: 'challenges',
  },
  { prefix: 'game.', parse: single(records.game), check: checkGame, merge: newer, noun: 'games' },
  { prefix: 'draft.', parse: single(records.draft), merge: newer, noun: 'drafts' },
  { prefix: 'collection.', parse: single(records.collection), merge: (mine) => mine, noun: 'collections' },
];
const kindOf = (name) => KINDS.find(({ prefix }) => (prefix.endsWith('.') ? name.startsWith(prefix) : name === prefix));

/** Returns everything that is stored, as the text of a file. */
export function exportText() {
  const stored = names()
    .filter(kindOf)
    .map((name) => [name, load(name, null)])
    .filter(([, value]) => value !== null);
  return JSON.stringify({
    rushlab_export: VERSION,
    date: new Date().toISOString(),
    values: Object.fromEntries(stored),
  });
}

/** Returns the values of a file. */
function valuesOf(text) {
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    // The same sentence as for other documents.
  }
  if (typeof file?.values !== 'object' || file.values === null)
    throw new Error('This file is not one that rushlab has exported');
  if (file.rushlab_export !== VERSION)
    throw new Error(`This file has version ${file.rushlab_export}, and this page reads version ${VERSION}`);
  return Object.entries(file.values);
}

/** Returns a list of nouns in words: `1 result, 2 games and 1 draft`. */
function inWords(parts) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/**
 * Stores what a file contains beside what is there: the better result, the newer game. Only what the parsers accept is
 * stored. Returns a sentence with the number of refused entries and the first reason.
 */
export async function importText(text) {
  const counts = new Map();
  const refused = [];
  let unstored = 0;
  for (const [name, content] of valuesOf(text)) {
    const kind = kindOf(name);
    try {
      if (!kind) throw new Error(`the value ${name.slice(0, 40)} is unknown`);
      const key = name.slice(kind.prefix.length);
      const parsed = kind.parse(content, key);
      await kind.check?.(parsed.value, key);
      refused.push(...parsed.refused);
      const mine = load(name, null);
      unstored += Number(!save(name, mine === null ? parsed.value : kind.merge(mine, parsed.value)));
      const number = kind.prefix.endsWith('.') ? 1 : Object.keys(parsed.value).length;
      counts.set(kind.noun, (counts.get(kind.noun) ?? 0) + number);
    } catch (error) {
      refused.push(error.message);
    }
  }
  const parts = [...counts].filter(([, number]) => number).map(([noun, number]) => count(number, noun));
  const sentences = [parts.length ? `Imported ${inWords(parts)}.` : 'Nothing was imported.'];
  if (refused.length)
    sentences.push(
      `${count(refused.length, 'entries')} ${refused.length === 1 ? 'was' : 'were'} refused: ${[...new Set(refused)].slice(0, 3).join('; ')}.`,
    );
  if (unstored)
    throw new Error(
      `${sentences.join(' ')} ${count(unstored, 'values')} could not be stored, because the storage of this browser is full`,
    );
  return sentences.join(' ');
}
