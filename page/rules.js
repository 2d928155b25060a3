// The rules of a puzzle in one line, where they differ from the usual ones; and what is known about puzzles that cannot
// be solved.

import { hasBadge } from './board.js';
import { count, field, select } from './dom.js';

/** Shows the line; `found` is the result of a search for the solution. */
export function rulesLine(element, board, found) {
  const { rules, vehicles } = board;
  const parts = [];
  if (found?.status === 'unsolvable') parts.push('This puzzle has no solution: the primary can never reach the exit.');
  else if (found)
    parts.push(
      `Par is not known: the search reached its limit. At least ${count(found.bound, rules.metric)} are needed.`,
    );
  if (rules.metric === 'steps') parts.push('Steps: every cell counts.');
  if (vehicles.some(({ fuel }) => fuel !== null)) {
    const all = vehicles.every(({ fuel }, index) => fuel === null || hasBadge(board, index, fuel));
    parts.push(
      `Fuel: one unit for each cell${rules.default_fuel === null ? '' : `, ${rules.default_fuel} at the start`}; ${all ? 'badges show what is left' : 'a badge shows what is left when that is less than the length of the board'}.`,
    );
  }
  if (rules.valet) parts.push('Valet: other vehicles that reach the exit are removed.');
  element.textContent = parts.join(' ');
  element.hidden = !parts.length;
}

/** Creates the menu that plays the current puzzle under other rules. */
export function rulesMenu(app) {
  // The first set is `plain`, which changes few puzzles.
  const sets = app.menu.rule_sets.slice(1).map(({ name, title }) => ({ value: `rules=${name}`, text: title }));
  const entries = [
    { value: '', text: 'of the puzzle' },
    { value: 'metric=steps', text: 'every cell counts (steps)' },
    ...sets,
  ];
  const menu = select(entries, '', (value) =>
    app.go({ ...app.parts(), rules: undefined, metric: undefined, ...Object.fromEntries(new URLSearchParams(value)) }),
  );
  return {
    root: field('Rules', menu),
    show() {
      const { rules, metric } = app.current;
      menu.value = sets.some(({ value }) => value === `rules=${rules}`)
        ? `rules=${rules}`
        : metric === 'steps'
          ? 'metric=steps'
          : '';
    },
  };
}
