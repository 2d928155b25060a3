// Values in the browser's local storage, as JSON. A value that cannot be stored is kept until the page is closed, and
// exported with the others.

const PREFIX = 'rushlab.';

/** Functions to call when the storage is full. */
const whenFull = new Set();

/** Functions to call when a value could not be stored. */
const whenUnstored = new Set();

/** The values that could not be stored, by name. */
const unstored = new Map();

/** Returns a stored value, or the default. */
export function load(name, initial) {
  if (unstored.has(name)) return structuredClone(unstored.get(name));
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? initial : JSON.parse(text);
  } catch {
    return initial;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    unstored.delete(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores a value; returns false if the storage is full or not allowed. The value is kept until the page is closed, and
 * the page says so.
 */
export function save(name, value) {
  if (write(name, value)) return true;
  // Makes room once.
  for (const makeRoom of whenFull) makeRoom();
  if (write(name, value)) return true;
  unstored.set(name, structuredClone(value));
  for (const listener of whenUnstored) listener(name);
  return false;
}

/** Removes a value. The room is used for values that could not be stored. */
export function remove(name) {
  unstored.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage there is nothing to remove.
  }
  for (const [waiting, value] of unstored) write(waiting, value);
}

/** Returns the names of all values that begin with a prefix. */
export function names(prefix = '') {
  const matching = (all) => all.filter((name) => name.startsWith(prefix));
  let stored = [];
  try {
    stored = Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length));
  } catch {
    // Without storage, only the values of this visit exist.
  }
  return matching([...new Set([...stored, ...unstored.keys()])]);
}

/** Calls a function when the storage is full, before a value is given up. */
export const onFull = (makeRoom) => whenFull.add(makeRoom);

/** Calls `listener(name)` when a value could not be stored. */
export const onUnstored = (listener) => whenUnstored.add(listener);

/** Calls `listener(name)` when another tab of the browser has changed a value that begins with a prefix. */
export function onOtherTab(prefix, listener) {
  addEventListener('storage', (event) => {
    const name = event.key?.startsWith(PREFIX) ? event.key.slice(PREFIX.length) : null;
    if (name?.startsWith(prefix)) listener(name);
  });
}
