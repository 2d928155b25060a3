// Random puzzles: one of the thousands that come with the page, or a new one when all of a level are solved.

import { shipped } from './collections.js';
import * as lab from './lab.js';
import { checked } from './puzzles.js';
import { gameOf } from './saves.js';
import { load } from './store.js';

/** Returns a puzzle of a level, or of any level: `{board, name, level, par}`. */
export async function randomPuzzle(app, level, signal) {
  const progress = load('progress', {});
  const lists = await shipped().catch(() => ({}));
  const names = level ? [level] : app.menu.levels;
  const free = names
    .flatMap((name) => lists[name] ?? [])
    .filter(({ id }) => !progress[id] && !gameOf(id) && id !== app.current.key);
  if (!free.length) {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const {
      board,
      name,
      level: generated,
      par,
    } = await lab.request('random', { seed, ...(level ? { level } : {}) }, { signal });
    return { board, name, level: generated, par };
  }
  const { id, ...about } = free[Math.floor(Math.random() * free.length)];
  return { board: await checked(id, signal), ...about };
}
