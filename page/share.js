// Copies of the current puzzle: a link, text, a picture, an animation, paper.

import { button, count, h, select } from './dom.js';
import * as lab from './lab.js';

/** Copies a text; `say` shows what happened. */
export async function copyText(text, say, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is copied.`);
    return true;
  } catch {
    say('This browser does not allow copying; the text is selected, so that Ctrl+C copies it.');
    return false;
  }
}

/** Shares the result of a game: with the device if it can, else as a copied text. The text does not show the moves. */
export async function shareResult(app, { state, seconds }, say) {
  const stars = state.stars ?? 1;
  const time = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  const text = `rushlab: ${app.current.name}\n${'★'.repeat(stars)}${'☆'.repeat(3 - stars)} ${count(state.cost, state.board.rules.metric)}${state.par === null ? '' : `, par ${state.par}`}, ${time}\nBeat it: `;
  if (!navigator.share) return copyText(text + app.link('play'), say, 'The result');
  return navigator
    .share({ text, url: app.link('play') })
    .catch((error) => error.name !== 'AbortError' && say(`${error.message}.`));
}

/** Offers a file for download. */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns a name for a file of the current puzzle. */
export const fileName = (name, extension) =>
  `${
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'puzzle'
  }.${extension}`;

/** Creates the panel of the tab Play, and the button that opens it. */
export function sharePanel(app, view, say) {
  const text = h('textarea', {
    class: 'link',
    readonly: true,
    rows: 2,
    'aria-label': 'Text to copy',
    onfocus: () => text.select(),
  });
  const format = select(
    app.menu.formats.map(({ name, summary }) => ({ value: name, title: summary })),
    'line',
  );
  format.setAttribute('aria-label', 'Format of the text');
  const board = () => app.current.board;

  async function copy(value, what) {
    text.value = value;
    if (!(await copyText(value, say, what))) text.focus();
  }

  /** Runs a job that makes a file; errors are shown. */
  const file = (text_, job) => async () => {
    const abort = new AbortController();
    try {
      const [blob, extension] = await app.busy(job(abort.signal), text_, () => abort.abort());
      download(blob, fileName(app.current.name, extension));
      say(`The ${extension.toUpperCase()} file is saved.`);
    } catch (error) {
      if (error.name !== 'AbortError') say(`${error.message}.`, true);
    }
  };

  async function writeText() {
    try {
      const { text: written } = await lab.request('write', { puzzle: board().puzzle, format: format.value });
      await copy(written, 'The text');
    } catch (error) {
      say(`${error.message}.`, true);
    }
  }

  const picture = () => import('./picture.js');
  const panel = h(
    'div',
    { class: 'share', hidden: true },
    text,
    h(
      'div',
      { class: 'tools minor' },
      button('Copy the link', () => copy(app.link(), 'The link'), { symbol: 'share' }),
      button('Copy as text', writeText, { symbol: 'copy' }),
      format,
      button(
        'Save a picture',
        file('Drawing …', async () => [await (await picture()).png(view.svg), 'png']),
      ),
      button(
        'Save a PDF',
        file('Drawing …', async () => [(await picture()).pdf(view.svg, app.current.name), 'pdf']),
      ),
      button(
        'Save an animation',
        file('Drawing the solution …', async (signal) => [await (await picture()).solutionGif(board(), signal), 'gif']),
      ),
      button(
        'Print',
        async () =>
          (await import('./print.js')).printBoards([
            { board: board(), title: app.current.name, note: app.current.level ?? '' },
          ]),
        { symbol: 'print' },
      ),
    ),
  );
  const open = button(
    'Share',
    () => {
      panel.hidden = !panel.hidden;
      open.setAttribute('aria-expanded', String(!panel.hidden));
      if (!panel.hidden) copy(app.link(), 'The link');
    },
    { symbol: 'share', 'aria-expanded': 'false' },
  );
  return {
    open,
    panel,
    hide() {
      panel.hidden = true;
      open.setAttribute('aria-expanded', 'false');
    },
  };
}
