// What the browser keeps. Nothing breaks where it may keep nothing.

const PREFIX = 'rushlab.';

/** What was kept under a name, or something else. */
export function load(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Keeps something under a name. */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the game goes on, it is only not remembered.
  }
}

/** How well a puzzle was played so far: `{stars, cost, seconds}`. */
export function best(short) {
  return load('progress', {})[short];
}

/** Notes a finished game, if it is the best one so far. */
export function finished(short, stars, cost, seconds) {
  const progress = load('progress', {});
  const before = progress[short];
  if (!before || stars > before.stars || (stars === before.stars && cost <= before.cost)) {
    progress[short] = { stars: Math.max(stars, before?.stars ?? 0), cost: Math.min(cost, before?.cost ?? cost), seconds };
    save('progress', progress);
  }
}
