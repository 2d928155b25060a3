// Small plots: line plots and column plots.

import { h, s } from './dom.js';

/** Colours that people with a colour vision deficiency can distinguish (Okabe and Ito 2008). Dashes distinguish lines without colour. */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#a08000', '#56b4e9'];
const DASHES = ['', '9 4', '3 3', '12 3 3 3', '6 2', '2 5'];

const WIDTH = 360;
const HEIGHT = 200;
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 8, 10, 34];

/** Returns the smallest round number that is not below a number. */
function roundUp(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 4, 8, 10].map((step) => step * power).find((step) => step >= number) ?? number;
}

const format = (number) => (number >= 1e6 ? `${+(number / 1e6).toFixed(1)}M` : number >= 1e4 ? `${+(number / 1e3).toFixed(1)}k` : String(+number.toFixed(2)));

function axes(x, y, names) {
  const marks = [];
  for (let part = 0; part <= 4; part++) {
    const at = HEIGHT - BOTTOM - (part / 4) * (HEIGHT - TOP - BOTTOM);
    marks.push(s('line', { class: 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at }), s('text', { x: LEFT - 5, y: at + 4, 'text-anchor': 'end' }, format((y * part) / 4)));
    const along = LEFT + (part / 4) * (WIDTH - LEFT - RIGHT);
    if (x !== null) marks.push(s('text', { x: along, y: HEIGHT - BOTTOM + 14, 'text-anchor': part === 0 ? 'start' : part === 4 ? 'end' : 'middle' }, format((x * part) / 4)));
  }
  marks.push(s('text', { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' }, names[0]));
  return marks;
}

/** Creates a plot of several lines; `set` takes `[[x, y], …]` for each. */
export function lines(title, across) {
  const svg = s('svg', { class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title });
  const figure = h('figure', { class: 'card' }, h('figcaption', null, h('h2', null, title)), svg);
  const set = (series) => {
    const all = series.flat();
    const x = roundUp(Math.max(1, ...all.map((point) => point[0])));
    const y = roundUp(Math.max(0.1, ...all.map((point) => point[1])));
    const put = ([one, two]) => `${(LEFT + (one / x) * (WIDTH - LEFT - RIGHT)).toFixed(1)} ${(HEIGHT - BOTTOM - (two / y) * (HEIGHT - TOP - BOTTOM)).toFixed(1)}`;
    const paths = series.map((points, index) => points.length > 0
      && s('path', { d: `M${points.map(put).join('L')}`, stroke: COLOURS[index % 6], 'stroke-dasharray': DASHES[index % 6] }));
    svg.replaceChildren(...axes(x, y, [across]), ...paths.filter(Boolean));
  };
  set([]);
  return { element: figure, set };
}

/** Creates a plot of columns that the user can select: `counts` by index, `colour(index)`, `onSelect(index)`. */
export function columns(title, across, counts, colour, onSelect) {
  const y = roundUp(Math.max(1, ...counts));
  const wide = (WIDTH - LEFT - RIGHT) / counts.length;
  const every = Math.ceil(counts.length / 12);
  const bars = counts.map((count, index) => {
    const tall = Math.max(count ? 1 : 0, (count / y) * (HEIGHT - TOP - BOTTOM));
    const bar = s('rect', {
      class: 'column', x: LEFT + index * wide + wide * 0.08, width: wide * 0.84, y: HEIGHT - BOTTOM - tall, height: tall, rx: Math.min(2, wide / 4), fill: colour(index),
      tabindex: '0', role: 'button', 'aria-label': `${count.toLocaleString('en')} at distance ${index}`, onclick: () => onSelect(index),
      onkeydown: (event) => (event.key === 'Enter' || event.key === ' ') && (event.preventDefault(), onSelect(index)),
    }, s('title', null, `${count.toLocaleString('en')} at distance ${index}`));
    return [bar, index % every === 0 && s('text', { x: LEFT + (index + 0.5) * wide, y: HEIGHT - BOTTOM + 14, 'text-anchor': 'middle' }, index)];
  });
  return s('svg', { class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', 'aria-label': title }, axes(null, y, [across]), bars.flat());
}
