// Puzzles of the user: saved from the editor, arranged in lists, shared as a link to a whole list.

import { format } from './address.js';
import { MINE, own, removeOwn, saveOwn, storeOwn } from './collections.js';
import { button, count, field, h } from './dom.js';
import { copyText, download, fileName } from './share.js';

/** Adds a board to My puzzles. One that is already there gets its name. */
export function saveMine(board, name) {
  const mine = own().find((each) => each.name === MINE) ?? { title: 'My puzzles', entries: [] };
  const entry = { id: board.key, labels: board.labels, name: name || `Puzzle ${mine.entries.length + 1}` };
  const known = mine.entries.findIndex(({ id, labels }) => id === entry.id && labels === entry.labels);
  const entries =
    known < 0
      ? [...mine.entries, entry]
      : mine.entries.with(known, { ...mine.entries[known], ...(name ? { name } : {}) });
  storeOwn(MINE, mine.title, entries);
  return entries[known < 0 ? entries.length - 1 : known].name;
}

/** Returns a link to a whole list. */
export function listLink({ title, entries }) {
  const ids = entries.map(({ id }) => id).join(' ');
  const names = entries.map(({ name }) => (name ?? '').replaceAll('|', ' ')).join('|');
  return `${location.origin}${location.pathname}${format({ tab: 'levels', collection: 'shared', title, ids, names })}`;
}

/** Creates the panel that arranges a list of the user; `onChange()` is called after each change. */
export function arrangePanel(app, onChange) {
  const list = h('ol', { class: 'arrange' });
  const title = h('input', { maxlength: 80, onchange: () => store(shown.entries, title.value || shown.title) });
  const status = h('p', { class: 'message', role: 'status' });
  const say = (text) => (status.textContent = text);
  let shown = null;

  function store(entries, name = shown.title) {
    storeOwn(shown.name, name, entries);
    onChange();
  }

  /** Stores a change, and offers to take it back. */
  function withUndo(text, change) {
    const { name, title: before, entries } = shown;
    change();
    app.say(text, {
      bad: false,
      action: [
        'Undo',
        () => {
          storeOwn(name, before, entries);
          app.clearNotice();
          onChange(name);
        },
      ],
    });
  }

  function move(at, by) {
    const entries = [...shown.entries];
    const [entry] = entries.splice(at, 1);
    entries.splice(at + by, 0, entry);
    store(entries);
    list.children[at + by]?.querySelector(`button[data-by="${by}"]`)?.focus();
  }

  function row(entry, at) {
    const { entries } = shown;
    const named = entry.name ?? `Puzzle ${at + 1}`;
    const change = (part) => store(entries.with(at, { ...entry, ...part }));
    const arrow = (by, symbol, label) =>
      button('', () => move(at, by), {
        symbol,
        label: `${label}: ${named}`,
        'data-by': by,
        disabled: at + by < 0 || at + by >= entries.length,
      });
    return h(
      'li',
      null,
      h('input', {
        value: named,
        maxlength: 80,
        'aria-label': `Name of ${named}`,
        onchange: (event) => change({ name: event.target.value || named }),
      }),
      h('input', {
        value: entry.group ?? '',
        maxlength: 80,
        placeholder: 'Group',
        'aria-label': `Group of ${named}`,
        onchange: (event) => change({ group: event.target.value || undefined }),
      }),
      arrow(-1, 'up', 'Move up'),
      arrow(1, 'down', 'Move down'),
      h(
        'a',
        {
          class: 'button',
          href: format({ tab: 'edit', puzzle: { kind: 'p', value: entry.id }, name: entry.name, labels: entry.labels }),
          'aria-label': `Edit ${named}`,
        },
        'Edit',
      ),
      button('', () => withUndo(`${named} is deleted.`, () => store(entries.toSpliced(at, 1))), {
        symbol: 'close',
        label: `Delete ${named}`,
      }),
    );
  }

  const link = async () => copyText(listLink(shown), say, `The link to ${count(shown.entries.length, 'puzzles')}`);
  const save = () =>
    download(
      new Blob([shown.entries.map(({ id }) => `${id}\n`).join('')], { type: 'text/plain' }),
      fileName(shown.title, 'txt'),
    );
  const removeAll = () =>
    withUndo(`The list ${shown.title} is deleted.`, () => {
      removeOwn(shown.name);
      app.go({ tab: 'levels' });
    });
  const root = h(
    'details',
    { hidden: true },
    h('summary', null, 'Arrange this list'),
    field('Title of the list', title),
    list,
    h(
      'div',
      { class: 'tools minor' },
      button('Copy a link to the list', link, { symbol: 'share' }),
      button('Save as a file', save),
      button('Remove this collection', removeAll),
    ),
    status,
  );
  return {
    root,
    /** Shows the panel for a list of the user; hides it for others. */
    show(collection) {
      shown = collection;
      root.hidden = !collection.own;
      if (!collection.own) return;
      title.value = collection.title;
      list.replaceChildren(...collection.entries.map(row));
      say('');
    },
  };
}

/** Stores the list of a link as a list of the user; returns its name. */
export function adoptList(/** @type {import('./address.js').Address} */ { title, ids, names }) {
  const given = (names ?? '').split('|');
  const entries = ids
    .split(' ')
    .filter(Boolean)
    .map((id, at) => ({ id, name: given[at] || `${title ?? 'Puzzle'} ${at + 1}` }));
  return saveOwn(title ?? 'Shared puzzles', entries);
}
