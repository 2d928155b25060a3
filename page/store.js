// Values in the browser's local storage, as JSON. The page also works without storage.

const PREFIX = 'rushlab.';

/** Functions to call when the storage is full. */
const whenFull = new Set();

/** Returns a stored value, or the default. */
export function load(name, initial) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? initial : JSON.parse(text);
  } catch {
    return initial;
  }
}

/** Stores a value; returns false if the storage is full or not allowed. */
export function save(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    // Makes room once. Without storage, the game continues but is not stored.
    for (const makeRoom of whenFull) makeRoom();
    try {
      localStorage.setItem(PREFIX + name, text);
      return true;
    } catch {
      return false;
    }
  }
}

/** Removes a value. */
export function remove(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Returns the names of all values that begin with a prefix. */
export function names(prefix = '') {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + prefix)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Calls a function when the storage is full, before a value is given up. */
export const onFull = (makeRoom) => whenFull.add(makeRoom);

/** Calls `listener(name)` when another tab of the browser has changed a value that begins with a prefix. */
export function onOtherTab(prefix, listener) {
  addEventListener('storage', (event) => {
    const name = event.key?.startsWith(PREFIX) ? event.key.slice(PREFIX.length) : null;
    if (name?.startsWith(prefix)) listener(name);
  });
}
