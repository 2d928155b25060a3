// The rules of a puzzle in one line, where they differ from the usual ones; and what is known about puzzles that cannot be solved.

import { count } from './dom.js';

/** Shows the line; `found` is the result of a search for the solution. */
export function rulesLine(element, board, found) {
  const { rules, vehicles } = board;
  const parts = [];
  if (found?.status === 'unsolvable') parts.push('This puzzle has no solution: the primary can never reach the exit.');
  else if (found) parts.push(`Par is not known: the search reached its limit. At least ${count(found.bound, rules.metric)} are needed.`);
  if (rules.metric === 'steps') parts.push('Steps: each cell a vehicle moves counts as one.');
  if (vehicles.some(({ fuel }) => fuel !== null)) parts.push('Fuel: each cell uses one unit; the badge shows how many a vehicle has left.');
  if (rules.valet) parts.push('Valet: another vehicle in the line of the primary is removed when it reaches the exit.');
  element.textContent = parts.join(' ');
  element.hidden = !parts.length;
}
