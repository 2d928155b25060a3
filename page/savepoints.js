// The list of savepoints of a game.

import { button, count, h } from './dom.js';

/** Creates the panel. */
export function savepointsPanel({ onAdd, onRestore, onRemove }) {
  const list = h('ul', { class: 'savepoints' });
  const add = button('Add a savepoint', onAdd, { symbol: 'flag' });
  const entry = (savepoint) => h('li', null,
    button(`Return to ${count(savepoint.moves, 'moves')}`, () => onRestore(savepoint)),
    button('', () => onRemove(savepoint), { symbol: 'close', label: `Remove the savepoint at ${count(savepoint.moves, 'moves')}` }));
  return {
    root: h('div', { class: 'minor' }, add, list),
    show({ savepoints, state }) {
      list.replaceChildren(...savepoints.map(entry));
      add.setAttribute('aria-disabled', String(state.finished));
    },
  };
}
