// Values in the browser's local storage. The page also works without storage.

const PREFIX = 'rushlab.';

/** Returns a stored value, or the default. */
export function load(name, initial) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? initial : JSON.parse(text);
  } catch {
    return initial;
  }
}

/** Stores a value. */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The storage is full or not allowed: the game continues, but is not stored.
  }
}

/** Returns the best result of a puzzle: `{stars, cost, seconds}`. */
export function best(short) {
  return load('progress', {})[short];
}

/** Stores the result of a finished game, if it is the best one. */
export function recordResult(short, stars, cost, seconds) {
  const progress = load('progress', {});
  const before = progress[short];
  if (!before || stars > before.stars || (stars === before.stars && cost <= before.cost)) {
    progress[short] = { stars: Math.max(stars, before?.stars ?? 0), cost: Math.min(cost, before?.cost ?? cost), seconds };
    save('progress', progress);
  }
}
