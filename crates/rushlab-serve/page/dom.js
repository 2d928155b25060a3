// Elements, and a voice for screen readers.

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

/** An HTML element: `h('p', {class: 'note'}, 'text', child)`. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** An icon of the page's sprite. */
export const icon = (name) => s('svg', { class: 'icon', 'aria-hidden': 'true' }, s('use', { href: `#i-${name}` }));

/** A button with a word, and perhaps an icon. */
export const button = (text, onclick, { look = '', symbol, label, ...rest } = {}) =>
  h('button', { type: 'button', class: look, onclick, 'aria-label': label, title: label, ...rest },
    symbol && icon(symbol), text && h('span', null, text));

/** A labelled field: the control gets an id that the label points to. */
export function field(text, control, note) {
  control.id ||= `f${++field.count}`;
  return h('div', { class: 'field' }, h('label', { for: control.id }, text), control, note && h('p', { class: 'small' }, note));
}
field.count = 0;

/** A menu: entries are `{value, text, title}`, or `{group, entries}`. */
export function select(entries, value, onchange) {
  const option = (entry) => h('option', { value: entry.value, title: entry.title }, entry.text ?? entry.value);
  const element = h('select', { onchange: () => onchange?.(element.value) },
    entries.map((entry) => (entry.group ? h('optgroup', { label: entry.group }, entry.entries.map(option)) : option(entry))));
  if (value !== undefined) element.value = value;
  return element;
}

/** Says something to a screen reader; the same words twice are said twice. */
export function say(text) {
  const live = document.getElementById('live');
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Whether the reader would rather see nothing move. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** `1 move`, `1,500 moves`. */
export const count = (number, noun) => `${number.toLocaleString('en')} ${number === 1 ? noun.replace(/s$/, '') : noun}`;

/** A moment's pause. */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A function that runs when it was not called for a while. */
export function calm(milliseconds, run) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...given), milliseconds);
  };
}
