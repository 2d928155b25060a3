// Puzzles on paper: a sheet of boards for the printer, which browsers also save as PDF.

import { BoardView } from './board.js';
import { h } from './dom.js';
import { start } from './puzzle.js';

/** Prints boards: `{board, title, note}`. */
export function printBoards(entries) {
  const sheet = h('div', { class: `sheet${entries.length === 1 ? ' single' : ''}` });
  for (const { board, title, note } of entries) {
    const host = h('div');
    new BoardView(host, { small: true, label: title }).show(board, start(board));
    sheet.append(h('figure', null, host, h('figcaption', null, h('b', null, title), note && h('span', null, note))));
  }
  document.body.append(sheet);
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  print();
}
