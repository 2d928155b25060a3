// Games, best results and drafts of the editor: one entry of the storage for each puzzle.
//
//   game.<key>   {game, seconds, shown, savepoints, name, address, offsets, moves, finished, when}   the game
//   draft.<key>  {puzzle, when}                                                   the edited board
//   progress     {<key>: {stars, cost, seconds, par, level, hints, when}}         the best results
//
// The key of a puzzle is its id. A value that another tab has stored is never replaced by an older one.

import { load, names, onFull, remove, save } from './store.js';

/** Returns the key of a board, or of an entry of the list of puzzles. */
export const keyOf = (puzzle) => puzzle.key;

/** Returns the game in progress of a puzzle, if there is one. */
export const gameOf = (key) => load(`game.${key}`, null);

/** Stores a game. */
export const saveGame = (key, game) => save(`game.${key}`, { ...game, when: Date.now() });

/** Removes the game of a puzzle. */
export const forgetGame = (key) => remove(`game.${key}`);

/** Returns all games in progress, the last one first: `{key, …}`. */
export const games = () =>
  names('game.')
    .map((name) => ({ key: name.slice('game.'.length), ...load(name, {}) }))
    .filter(({ moves, finished }) => moves > 0 && !finished)
    .sort((one, two) => (two.when ?? 0) - (one.when ?? 0));

/** Returns the edited board of a puzzle, if there is one. */
export const draftOf = (key) => load(`draft.${key}`, null)?.puzzle;

/** Stores the edited board of a puzzle. */
export const saveDraft = (key, puzzle) => save(`draft.${key}`, { puzzle, when: Date.now() });

/** Returns all edited boards, the last one first: `{key, puzzle, when}`. */
export const drafts = () =>
  names('draft.')
    .map((name) => ({ key: name.slice('draft.'.length), ...load(name, {}) }))
    .filter(({ puzzle }) => puzzle)
    .sort((one, two) => (two.when ?? 0) - (one.when ?? 0));

/** Removes the edited board of a puzzle. */
export const forgetDraft = (key) => remove(`draft.${key}`);

/** Returns the best result of a puzzle: `{stars, cost, seconds}`. */
export function best(puzzle, progress = load('progress', {})) {
  return progress[keyOf(puzzle)];
}

/** Returns the better of two results of a puzzle: more stars, then a lower cost, then less time. */
export function better(one, two) {
  const values = ({ stars, cost, seconds }) => [-stars, cost, seconds ?? Infinity];
  const [first, second] = [values(one), values(two)];
  const at = first.findIndex((value, index) => value !== second[index]);
  return at < 0 || first[at] < second[at] ? one : two;
}

/** Stores the result of a finished game, if it is the best one. Returns whether it is. */
export function recordResult(puzzle, result) {
  const progress = load('progress', {});
  const before = best(puzzle, progress);
  const record = { ...result, when: Date.now() };
  if (before && better(before, record) === before) return false;
  progress[keyOf(puzzle)] = record;
  save('progress', progress);
  return true;
}

// When the storage is full, games without a move make room. Nothing else is given up.
onFull(() => {
  const isIdle = ({ moves, savepoints }) => !moves && !savepoints?.length;
  for (const name of names('game.')) if (isIdle(load(name, {}))) remove(name);
});
