// Helpers for elements, announcements for screen readers, and small utilities.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'hidden') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Returns a text with a capital first letter. */
export const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** Creates an HTML element: `h('p', {class: 'note'}, 'text', child)`. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** Creates an SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Creates an icon from the symbols in index.html. */
export const icon = (name) => s('svg', { class: 'icon', 'aria-hidden': 'true' }, s('use', { href: `#i-${name}` }));

/**
 * Creates a button with a text, an icon, or both.
 * @type {(text: string, onclick?: (event: any) => unknown, options?: {variant?: string, symbol?: string,
 *   label?: string, [name: string]: unknown}) => any}
 */
export const button = (text, onclick, { variant = '', symbol, label, ...rest } = {}) =>
  h(
    'button',
    { type: 'button', class: variant, onclick, 'aria-label': label, title: label, ...rest },
    symbol && icon(symbol),
    text && h('span', null, text),
  );

/** Creates a control with a label. */
export function field(text, control, note) {
  control.id ||= `f${++field.count}`;
  return h(
    'div',
    { class: 'field' },
    h('label', { for: control.id }, text),
    control,
    note && h('p', { class: 'small' }, note),
  );
}
field.count = 0;

/**
 * Creates a menu. Entries are `{value, text, title}`, or `{group, entries}`.
 * @param {any[]} entries
 * @param {string} [value]
 * @param {(value: string) => unknown} [onchange]
 */
export function select(entries, value, onchange) {
  const option = (entry) => h('option', { value: entry.value, title: entry.title }, entry.text ?? entry.value);
  const element = h(
    'select',
    { onchange: () => onchange?.(element.value) },
    entries.map((entry) =>
      entry.group ? h('optgroup', { label: entry.group }, entry.entries.map(option)) : option(entry),
    ),
  );
  if (value !== undefined) element.value = value;
  return element;
}

/** Creates radio buttons; entries are `[value, text]`. */
export function radioButtons(name, entries, value, onChange) {
  return entries.map(([key, text]) =>
    h(
      'label',
      { class: 'choice' },
      h('input', { type: 'radio', name, value: key, checked: key === value, onchange: () => onChange(key) }),
      h('span', null, text),
    ),
  );
}

/** Creates an input for files that a button opens. */
export const fileInput = (attributes) =>
  h('input', { type: 'file', class: 'visually-hidden', tabindex: '-1', 'aria-hidden': 'true', ...attributes });

/** Announces a text to screen readers. The same text twice is announced twice. */
export function announce(text) {
  const live = document.getElementById('live');
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Returns whether the user prefers reduced motion. */
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Formats a number with a noun: `1 move`, `1,500 moves`. */
export const count = (number, noun) =>
  `${number.toLocaleString('en')} ${number === 1 ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun}`;

/** Waits. */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Returns a function that runs once it has not been called for some time. */
export function debounce(milliseconds, run) {
  let timer;
  return (...parameters) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...parameters), milliseconds);
  };
}

/**
 * Returns a function that runs at the next frame, but not within `interval` milliseconds after the last run. Calls in
 * between are dropped.
 */
export function oncePerFrame(run, interval = 0) {
  let waiting = false;
  let last = -Infinity;
  const frame = () => {
    waiting = false;
    last = performance.now();
    run();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    const wait = last + interval - performance.now();
    if (wait > 0) setTimeout(() => requestAnimationFrame(frame), wait);
    else requestAnimationFrame(frame);
  };
}

/** Calls `reset` when the current puzzle has changed. A change of its name alone keeps results. */
export function followPuzzle(app, reset) {
  const key = () => JSON.stringify([app.current.board.puzzle.vehicles, app.current.key]);
  let shown = key();
  app.listeners.add(() => {
    if (key() === shown) return;
    shown = key();
    reset();
  });
}

/** Creates a list of names and values. */
export const figures = (entries) => h('dl', { class: 'figures' }, figureRows(entries));
export const figureRows = (entries) =>
  entries.map(([name, value]) =>
    h(
      'div',
      null,
      h('dt', null, name),
      h('dd', null, value === null || value === undefined ? '–' : value.toLocaleString('en')),
    ),
  );

/** Creates the card "What you just saw". `set(sentences)` fills it, or hides it if there are none. */
export function sentenceCard(title = 'What you just saw') {
  const list = h('ul', { class: 'sentences' });
  const element = h('section', { class: 'card seen', hidden: true, 'aria-label': title }, h('h2', null, title), list);
  const set = (sentences) => {
    element.hidden = !sentences.length;
    list.replaceChildren(...sentences.map((sentence) => h('li', null, sentence)));
  };
  return { element, set };
}
