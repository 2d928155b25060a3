// Files of the user, dropped on the page or selected: puzzles in any format become a collection.

import { readPuzzles, readWords, toCollection } from './read-text.js';

const MAX_BYTES = 4 << 20;

/** Reads files; returns a sentence for each, and opens the last collection. */
export async function readFiles(app, files) {
  const sentences = [];
  let opened = null;
  for (const file of files) {
    try {
      if (file.size > MAX_BYTES) throw new Error('a file has at most 4 MiB');
      const read = await readPuzzles(app, await file.text());
      opened = toCollection(file.name.replace(/\.[^.]*$/, ''), read.boards);
      sentences.push(`${file.name}: ${readWords(read)}.`);
    } catch (error) {
      sentences.push(`${file.name}: ${error.message}.`);
    }
  }
  if (opened) app.go({ tab: 'levels', collection: opened });
  app.say(sentences.join(' '), { bad: !opened });
}
