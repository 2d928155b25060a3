// Puzzles on paper: a sheet of boards for the printer, which browsers also save as PDF.

import { BoardView } from './board.js';
import { h } from './dom.js';
import { start } from './puzzle.js';

/** Prints boards: `{board, title, note, answer}`. The answers, if there are any, are on a page of their own. */
export function printBoards(entries) {
  const sheet = h('div', { class: `sheet${entries.length === 1 ? ' single' : ''}` });
  for (const { board, title, note } of entries) {
    const host = h('div');
    new BoardView(host, { small: true, label: title }).show(board, start(board));
    sheet.append(h('figure', null, host, h('figcaption', null, h('b', null, title), note && h('span', null, note))));
  }
  const answers = entries.filter(({ answer }) => answer);
  if (answers.length) {
    const lines = answers.map(({ title, answer }) => h('li', null, h('b', null, title), ` ${answer}`));
    sheet.append(h('section', { class: 'answers' }, h('h2', null, 'Answers'), h('ul', null, lines)));
  }
  document.body.append(sheet);
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  print();
}
