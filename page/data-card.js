// The card with the user's data: export and import.

import { button, fileInput, h } from './dom.js';
import { download } from './share.js';

const FILE = 'rushlab-progress.json';

/** Saves everything as a file. The module is loaded on demand: few visitors need it. */
export async function exportFile() {
  const { exportText } = await import('./transfer.js');
  download(new Blob([exportText()], { type: 'application/json' }), FILE);
}

/** Creates the card; `onImport()` is called after an import. */
export function dataCard(onImport) {
  const message = h('p', { class: 'message', role: 'status' });
  const say = (text, bad = false) => {
    message.textContent = text;
    message.classList.toggle('bad', bad);
  };
  const file = fileInput({ accept: '.json,application/json', onchange: read });

  async function read() {
    try {
      const { importText } = await import('./transfer.js');
      say(await importText(await file.files[0].text()));
      await onImport();
    } catch (error) {
      say(`${error.message}.`, true);
    }
    file.value = '';
  }

  async function write() {
    try {
      await exportFile();
      say(`The file ${FILE} is saved.`);
    } catch (error) {
      say(`${error.message}.`, true);
    }
  }

  return {
    root: h(
      'div',
      { class: 'card' },
      h('h2', null, 'Your data'),
      h(
        'p',
        { class: 'small' },
        'Results, games and drafts are stored in this browser only. The file moves them to another one.',
      ),
      h(
        'div',
        { class: 'tools minor' },
        button('Export', write),
        button('Import', () => file.click()),
        file,
      ),
      message,
    ),
    clear: () => say(''),
  };
}
