// Messages at the top of the page: what went wrong with an address, and work that takes longer than a moment.

import { button, h } from './dom.js';

const host = () => document.getElementById('notices');

/**
 * Shows a sentence until it is closed, or until the next one; `action` is the text of a button and what it does.
 * @param {string} text
 * @param {{bad?: boolean, action?: [string, () => unknown]}} [options]
 */
export function notice(text, { bad = true, action } = {}) {
  clearNotice();
  host().append(
    h(
      'div',
      { class: `note${bad ? ' bad' : ''}`, role: 'alert' },
      h('p', null, text),
      action && button(...action),
      button('', clearNotice, { symbol: 'close', label: 'Close' }),
    ),
  );
}

/** Removes the sentence. */
export const clearNotice = () => host().querySelector('.note:not(.busy)')?.remove();

/** Shows an error; an aborted request is none. */
export function showError(error) {
  if (error?.name === 'AbortError') return;
  const text = error?.message ?? String(error);
  notice(`${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`);
}

/** The time after which work is shown, in milliseconds. */
const PATIENCE = 300;

/** Waits for a promise. If that takes longer than a moment, shows a text and a button that calls `cancel`. */
export async function busy(promise, text, cancel) {
  /** @type {HTMLElement} */
  let bar = null;
  const timer = setTimeout(() => {
    bar = h(
      'div',
      { class: 'note busy', role: 'status' },
      h('span', { class: 'spinner', 'aria-hidden': 'true' }),
      h('p', null, text),
      button('Cancel', cancel),
    );
    host().append(bar);
  }, PATIENCE);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    bar?.remove();
  }
}
