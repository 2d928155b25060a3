// The savepoints of a game: a list, and a button that adds one.

import { button, count, h } from './dom.js';

/** Creates the panel. `current()` returns the game, `say` shows a sentence, `onRestore(savepoint)` returns to one. */
export function savepointsPanel({ current, say, onRestore }) {
  const list = h('ul', { class: 'savepoints' });
  const add = button(
    'Add a savepoint',
    () => {
      if (add.getAttribute('aria-disabled') === 'true') return;
      current().addSavepoint();
      show();
      say(`Savepoint at ${count(current().state.moves, 'moves')}.`);
    },
    { symbol: 'flag' },
  );

  function remove(savepoint) {
    current().removeSavepoint(savepoint);
    show();
    add.focus();
  }

  const entry = (savepoint) =>
    h(
      'li',
      null,
      button(`Return to ${count(savepoint.moves, 'moves')}`, () => onRestore(savepoint)),
      button('', () => remove(savepoint), {
        symbol: 'close',
        label: `Remove the savepoint at ${count(savepoint.moves, 'moves')}`,
      }),
    );

  function show() {
    const { savepoints, state } = current();
    list.replaceChildren(...savepoints.map(entry));
    add.setAttribute('aria-disabled', String(state.finished));
  }

  return { root: h('div', { class: 'minor' }, add, list), show };
}
