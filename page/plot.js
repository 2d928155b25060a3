// Small plots: line plots and column plots. Axes show the values themselves.

import { h, s } from './dom.js';

/**
 * Colours that people with a colour vision deficiency can distinguish (Okabe and Ito 2008). Dashes distinguish lines
 * without colour.
 */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#a08000', '#56b4e9'];
const DASHES = ['', '9 4', '3 3', '12 3 3 3', '6 2', '2 5'];

const WIDTH = 360;
const HEIGHT = 200;
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 8, 10, 34];
const [ACROSS, DOWN] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];

export const format = (number) => {
  const size = Math.abs(number);
  return size >= 1e6
    ? `${+(number / 1e6).toFixed(1)}M`
    : size >= 1e4
      ? `${+(number / 1e3).toFixed(1)}k`
      : String(+number.toFixed(2));
};

/** Returns the least and the greatest of many numbers. */
export function extremes(numbers, least = Infinity, greatest = -Infinity) {
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  return [least, greatest];
}

/** Returns round values from at or below `low` to at or above `high`, at least `least` apart. */
export function ticks(low, high, least = 0) {
  const rough = Math.max(least, (high - low) / 4) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((value) => value >= rough * 0.999);
  const values = [];
  for (let index = Math.floor(low / step + 1e-9); ; index++) {
    values.push(+(index * step).toPrecision(12));
    if (index * step >= high - step * 1e-9) return values;
  }
}

/** Draws axes with their values; returns functions from values to coordinates. */
export function scales(xTicks, yTicks) {
  const part = (values, value) => (value - values[0]) / (values.at(-1) - values[0] || 1);
  return {
    x: (value) => LEFT + part(xTicks, value) * ACROSS,
    y: (value) => HEIGHT - BOTTOM - part(yTicks, value) * DOWN,
  };
}

export function axes(xTicks, yTicks, across) {
  const { x, y } = scales(xTicks, yTicks);
  return [
    yTicks.map((value) => [
      s('line', { class: value === 0 ? 'axis zero' : 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      s('text', { class: 'y-value', x: LEFT - 5, y: y(value) + 4, 'text-anchor': 'end' }, format(value)),
    ]),
    xTicks.map((value, index) =>
      s(
        'text',
        {
          x: x(value),
          y: HEIGHT - BOTTOM + 14,
          'text-anchor': index === 0 ? 'start' : index === xTicks.length - 1 ? 'end' : 'middle',
        },
        format(value),
      ),
    ),
    s('text', { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' }, across),
  ].flat(2);
}

export const plot = (title, ...children) =>
  s('svg', { class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title }, ...children);

/** Creates the legend of a plot of lines. */
const legend = (names) =>
  h(
    'ul',
    { class: 'plot-legend' },
    names.map((name, index) =>
      h(
        'li',
        null,
        s(
          'svg',
          { viewBox: '0 0 28 8', 'aria-hidden': 'true' },
          s('path', { d: 'M1 4H27', stroke: COLOURS[index % 6], 'stroke-dasharray': DASHES[index % 6] }),
        ),
        name,
      ),
    ),
  );

/**
 * Creates a plot of several lines; `set(series, names)` takes `[[x, y], …]` for each. `step` is the least distance of
 * values on the x axis. The y axis begins at 0, or at the lowest value with `fit`.
 */
export function lines(title, across, { step = 0, fit = false } = {}) {
  const svg = plot(title);
  const names = h('div');
  const element = h('figure', { class: 'card' }, h('figcaption', null, h('h2', null, title)), svg, names);
  let shown = '';
  const set = (series, labels = []) => {
    const all = series.flat();
    const xTicks = ticks(
      0,
      extremes(
        all.map((point) => point[0]),
        0,
        0,
      )[1] || 1,
      step,
    );
    const heights = all.map((point) => point[1]);
    const yTicks = ticks(...(fit && all.length ? extremes(heights) : extremes(heights, 0, all.length ? 0.1 : 1)));
    const { x, y } = scales(xTicks, yTicks);
    const paths = series.map(
      (points, index) =>
        points.length > 0 &&
        s('path', {
          d: `M${points.map(([one, two]) => `${x(one).toFixed(1)} ${y(two).toFixed(1)}`).join('L')}`,
          stroke: COLOURS[index % 6],
          'stroke-dasharray': DASHES[index % 6],
        }),
    );
    svg.replaceChildren(...axes(xTicks, yTicks, across), ...paths.filter(Boolean));
    if (labels.join() !== shown) names.replaceChildren(...(labels.length > 1 ? [legend(labels)] : []));
    shown = labels.join();
  };
  set([]);
  return { element, set };
}

/** Creates a plot of bars, one for each value, in a fixed order. */
export function bars(title, across) {
  const svg = plot(title);
  const set = (values) => {
    if (!values.length) return svg.replaceChildren();
    // Bars begin at 0, so that their lengths can be compared.
    const yTicks = ticks(...extremes(values, 0, 0));
    const { y } = scales([0, 1], yTicks);
    const wide = ACROSS / values.length;
    const d = values
      .map(
        (value, index) =>
          `M${(LEFT + (index + 0.5) * wide).toFixed(2)} ${y(0).toFixed(2)}V${(Math.abs(y(value) - y(0)) < 0.7 ? y(0) - 0.7 : y(value)).toFixed(2)}`,
      )
      .join('');
    const shape = s('path', { class: 'individuals-bars', d, 'data-count': values.length });
    shape.style.strokeWidth = Math.max(0.4, wide * (wide > 1.2 ? 0.75 : 1));
    svg.replaceChildren(
      ...axes([0, 1], yTicks, across).filter(
        (mark) => mark.tagName !== 'text' || mark.getAttribute('class') || mark.textContent === across,
      ),
      shape,
    );
    svg.setAttribute(
      'aria-label',
      `${title}: ${values.length.toLocaleString('en')} bars from ${format(values[0])} to ${format(values.at(-1))}`,
    );
    return undefined;
  };
  /** Returns the index of the bar below a pointer event. */
  const at = (event, values) => {
    const box = svg.getBoundingClientRect();
    return Math.floor((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (ACROSS / values));
  };
  return { element: svg, set, at };
}

/**
 * Creates a plot of columns on a logarithmic axis that the user can select: `counts` by index, `colour(index)`,
 * `onSelect(index)`.
 */
export function columns(title, across, counts, colour, onSelect) {
  const powers = Math.max(1, Math.ceil(Math.log10(Math.max(1, ...counts)) + 1e-9));
  // One count is half a step high; each step is a factor of 10.
  const tall = (count) => (count ? ((Math.log10(count) + 0.5) / (powers + 0.5)) * DOWN : 0);
  const wide = ACROSS / counts.length;
  const every = Math.ceil(counts.length / 12);
  const marks = Array.from({ length: powers + 1 }, (_, power) => HEIGHT - BOTTOM - tall(10 ** power)).map(
    (y, power) => [
      s('line', { class: 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }),
      s('text', { x: LEFT - 5, y: y + 4, 'text-anchor': 'end' }, format(10 ** power)),
    ],
  );
  const select = (index, focus) => {
    targets.forEach((target, other) => {
      target.classList.toggle('here', other === index);
      target.setAttribute('aria-pressed', String(other === index));
      target.setAttribute('tabindex', other === index ? '0' : '-1');
    });
    if (focus) targets[index].focus();
  };
  const keys = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, Home: -Infinity, End: Infinity };
  const onkeydown = (index) => (event) => {
    if (event.key === 'Enter' || event.key === ' ') return (event.preventDefault(), onSelect(index));
    if (!(event.key in keys)) return undefined;
    event.preventDefault();
    const next = Math.max(0, Math.min(counts.length - 1, index + keys[event.key]));
    onSelect(next);
    return targets[next].focus();
  };
  // The target of a column has the full height, so that short columns can be hit.
  const targets = counts.map((count, index) =>
    s(
      'rect',
      {
        class: 'column',
        x: LEFT + index * wide,
        width: wide,
        y: TOP,
        height: DOWN,
        tabindex: index ? '-1' : '0',
        role: 'button',
        'aria-pressed': 'false',
        'aria-label': `${count.toLocaleString('en')} at distance ${index}`,
        onclick: () => onSelect(index),
        onkeydown: onkeydown(index),
      },
      s('title', null, `${count.toLocaleString('en')} at distance ${index}`),
    ),
  );
  const drawn = counts.map((count, index) => [
    s('rect', {
      class: 'bar-shape',
      x: LEFT + index * wide + wide * 0.08,
      width: wide * 0.84,
      y: HEIGHT - BOTTOM - tall(count),
      height: tall(count),
      rx: Math.min(2, wide / 4),
      fill: colour(index),
    }),
    index % every === 0 &&
      s('text', { x: LEFT + (index + 0.5) * wide, y: HEIGHT - BOTTOM + 14, 'text-anchor': 'middle' }, index),
  ]);
  const element = s(
    'svg',
    {
      class: 'plot',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'group',
      'aria-label': `${title}, on a logarithmic scale`,
    },
    marks.flat(),
    drawn.flat(),
    s('text', { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' }, across),
    targets,
  );
  return { element, select };
}
