// The cards of the editor that read and write puzzles as text, and save pictures.

import { button, capital, field, h, select } from './dom.js';
import * as lab from './lab.js';
import { readText } from './read-text.js';
import { copyText, download, fileName } from './share.js';

/** Creates the card that reads a pasted puzzle; `onRead(puzzle)` gets the first one. */
export function pasteCard(app, onRead) {
  const text = h('textarea', { rows: 5, spellcheck: 'false', placeholder: '......A..B..AXXB..A..B......CC......' });
  const status = h('p', { class: 'small', role: 'status' });
  const formats = app.menu.formats.map(({ name, summary }) => ({ value: name, title: summary }));
  const format = select([{ value: '', text: 'detected' }, ...formats], '');
  async function read() {
    try {
      const found = await readText(app, text.value, format.value || undefined);
      const { boards, more } = found;
      onRead(boards[0].puzzle);
      const many = more
        ? '; the first of more than 100 puzzles'
        : boards.length > 1
          ? `; the first of ${boards.length} puzzles`
          : '';
      status.textContent = `Read as ${found.format}${many}.`;
    } catch (error) {
      status.textContent = `${capital(error.message)}.`;
    }
  }
  return h(
    'div',
    { class: 'card' },
    h('h2', null, 'Paste a puzzle'),
    field(`A link of this page, or any of ${formats.length} formats`, text),
    field('Format of the text', format),
    status,
    h('div', { class: 'tools' }, button('Read', read)),
  );
}

/**
 * Creates the card that writes the puzzle; `svg()` returns its drawing. `write(puzzle)` gets each valid version,
 * `clear()` follows an invalid one.
 */
export function copyCard(app, svg) {
  const formats = [...app.menu.formats].sort((one, two) => (one.name === 'line' ? -1 : two.name === 'line' ? 1 : 0));
  const format = select(
    formats.map(({ name, summary }) => ({ value: name, title: summary })),
    'line',
    () => write(puzzle),
  );
  const relabel = h('input', { type: 'checkbox', onchange: () => write(puzzle) });
  const out = h('textarea', { rows: 5, readonly: true, spellcheck: 'false' });
  const status = h('p', { class: 'message', role: 'status' });
  const say = (words) => (status.textContent = words);
  let request = null;
  let puzzle = null;

  async function write(valid) {
    request?.abort();
    puzzle = valid;
    if (!puzzle) return;
    const mine = (request = new AbortController());
    try {
      const { text } = await lab.request(
        'write',
        { puzzle, format: format.value, relabel: relabel.checked },
        { signal: mine.signal },
      );
      if (mine === request) out.value = text;
    } catch (error) {
      if (!lab.isAborted(error) && mine === request) out.value = `${error.message}.`;
    }
  }

  async function picture(make, extension) {
    try {
      download(await make(await import('./picture.js')), fileName(puzzle?.name ?? 'puzzle', extension));
      say(`The ${extension.toUpperCase()} file is saved.`);
    } catch (error) {
      say(`${error.message}.`);
    }
  }

  const root = h(
    'div',
    { class: 'card' },
    h('h2', null, 'Copy the puzzle'),
    h(
      'div',
      { class: 'row' },
      field('Format', format),
      h('label', { class: 'toggle' }, relabel, h('span', null, 'New labels')),
    ),
    field('The puzzle', out),
    status,
    h(
      'div',
      { class: 'tools minor' },
      button('Copy', async () => (await copyText(out.value, say, 'The text')) || out.select(), { symbol: 'copy' }),
      button('Save as PNG', () => picture(({ png }) => png(svg()), 'png')),
      button('Save as PDF', () => picture(({ pdf }) => pdf(svg(), puzzle?.name ?? 'Puzzle'), 'pdf')),
      button('Save as SVG', () =>
        picture(({ svgText }) => new Blob([svgText(svg())], { type: 'image/svg+xml' }), 'svg'),
      ),
    ),
  );
  return {
    root,
    write,
    clear: () => {
      write(null);
      out.value = '';
    },
  };
}
