// Files of the user, dropped on the page or selected: puzzles in any format become a collection.

import { saveOwn } from './collections.js';
import * as lab from './lab.js';
import { keyOf } from './saves.js';

const MAX_BYTES = 4 << 20;

/** Reads files; returns a sentence for each, and opens the last collection. */
export async function readFiles(app, files) {
  const sentences = [];
  let opened = null;
  for (const file of files) {
    try {
      if (file.size > MAX_BYTES) throw new Error('a file has at most 4 MiB');
      const { boards, errors, format } = await lab.request('read', { text: await file.text() });
      const title = file.name.replace(/\.[^.]*$/, '');
      const entries = boards.map((board, index) => ({ id: keyOf(board), labels: board.labels, name: board.name ?? `${title} ${index + 1}` }));
      opened = saveOwn(title, entries);
      sentences.push(`${file.name}: ${entries.length === 1 ? '1 puzzle' : `${entries.length} puzzles`}, read as ${format}${errors.length ? `; ${errors.length} are invalid, the first because ${errors[0].error}` : ''}${boards.length + errors.length >= 100 ? '; the first hundred are read' : ''}.`);
    } catch (error) {
      sentences.push(`${file.name}: ${error.message}.`);
    }
  }
  if (opened) app.go({ tab: 'levels', collection: opened });
  setTimeout(() => app.notice(sentences.join(' '), { bad: !opened }), 50);
}
