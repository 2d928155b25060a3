// Collections: named lists of puzzles. The file puzzles.gz holds those that come with the page; scripts/page-puzzles
// writes it.
//
// The file is text, compressed: a line `# name` begins a list, every other line is an id and par.

import { format } from './address.js';
import { capital } from './dom.js';
import { names, load, remove, save } from './store.js';

const TITLES = { hardest: 'Hardest 6×6', walls: 'Walls', small: 'Small boards', big: 'Big boards' };

/** Returns the title of a list that comes with the page. */
export const titleOf = (name) => TITLES[name] ?? capital(name);

let request = null;

/** Returns the lists that come with the page: `{<name>: [{id, name, level, par}]}`. */
export function shipped() {
  request ??= read().catch((error) => {
    request = null;
    throw error;
  });
  return request;
}

async function read() {
  const response = await fetch('puzzles.gz');
  if (!response.ok) throw new Error('the puzzles that come with the page cannot be loaded');
  const bytes = await response.arrayBuffer();
  // Some hosts let the browser decompress the file.
  const compressed = new Uint8Array(bytes)[0] === 0x1f;
  const text = await (
    compressed
      ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
      : new Response(bytes)
  ).text();
  const lists = {};
  let list = null;
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) {
      const name = line.slice(2);
      list = { name, entries: (lists[name] = []) };
    } else {
      const [id, par] = line.split(' ');
      // The other lists have the names of levels.
      const level = TITLES[list.name] ? undefined : list.name;
      list.entries.push({ id, par: Number(par), level, name: `${titleOf(list.name)} ${list.entries.length + 1}` });
    }
  }
  return lists;
}

/** Returns what the lists know of a puzzle, by its id. */
export async function shippedEntry(id) {
  const lists = await shipped().catch(() => ({}));
  return Object.values(lists)
    .flat()
    .find((entry) => entry.id === id);
}

/** Returns the collections of the user: `{name, title, entries: [{id, name}]}`. */
export const own = () =>
  names('collection.').map((name) => ({ name: name.slice('collection.'.length), ...load(name, { entries: [] }) }));

/** The name of the list that the editor saves to. */
export const MINE = 'own-mine';

/** Stores a list of the user under its name. */
export const storeOwn = (name, title, entries) => save(`collection.${name}`, { title: title.slice(0, 80), entries });

/**
 * Stores a collection of the user; returns its name. Another collection of the same title stays, and this one gets a
 * number.
 */
export function saveOwn(title, entries) {
  const base = `own-${
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'puzzles'
  }`;
  const isOther = (stored) => stored && JSON.stringify(stored.entries) !== JSON.stringify(entries);
  let [name, number] = [base, 1];
  while (isOther(load(`collection.${name}`, null))) name = `${base}-${++number}`;
  storeOwn(name, number > 1 ? `${title} ${number}` : title, entries);
  return name;
}

/** Returns the address of an entry of a collection. */
export const addressOf = ({ id, name, level, labels, href }) =>
  href ?? format({ puzzle: { kind: 'p', value: id }, name, level, labels });

/** Notes the collection from which puzzles are opened, which the next puzzle comes from. */
export const playFrom = (name) => save('playing', name);

/** Returns the entry after a puzzle: in the collection that the user plays, or in another one that has the puzzle. */
export async function following(key) {
  const lists = Object.entries(await shipped().catch(() => ({}))).map(([name, entries]) => ({ name, entries }));
  const all = [...own(), ...lists];
  const playing = load('playing', '');
  const places = all
    .map(({ name, entries }) => ({ name, entries, at: entries.findIndex(({ id }) => id === key) }))
    .filter(({ at }) => at >= 0);
  const place = places.find(({ name }) => name === playing) ?? places[0];
  return place && { collection: place.name, entry: place.entries[place.at + 1] };
}

/** Removes a collection of the user. */
export const removeOwn = (name) => remove(`collection.${name}`);
