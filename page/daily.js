// The daily puzzles, one of each level: results by date and level, the streak, and a text to share that tells nothing
// about the solution.

import { LEVELS, dateText, today } from './address.js';
import { button, capital, count, h, icon } from './dom.js';
import { better } from './saves.js';
import { load, save } from './store.js';
import { copyText } from './share.js';

/**
 * Returns all results: `{<date>/<level>: {stars, cost, par, seconds, onTime}}`; `onTime` says that the puzzle was
 * solved on its date. Results of the time when a date had one puzzle have no level.
 */
export const days = () => load('daily', {});

const dateOf = (key) => key.split('/')[0];

/** Stores the result of a date and a level. */
export function recordDaily(key, result) {
  const all = days();
  const onTime = dateOf(key) === today() || Boolean(all[key]?.onTime);
  all[key] = { ...(all[key] ? better(all[key], result) : result), onTime };
  save('daily', all);
}

/** Returns the date a number of days later. */
export function shift(date, by) {
  const [year, month, day] = date.split('-').map(Number);
  return dateText(new Date(year, month - 1, day + by));
}

/** Returns the number of solved days, the streak that lasts until today, and the longest streak. */
export function statistics(all = days(), until = today()) {
  const solved = new Set(Object.keys(all).map(dateOf));
  const timely = new Set(
    Object.keys(all)
      .filter((key) => all[key].onTime)
      .map(dateOf),
  );
  let streak = 0;
  for (let date = timely.has(until) ? until : shift(until, -1); timely.has(date); date = shift(date, -1)) streak++;
  let longest = 0;
  for (const date of [...timely].filter((each) => !timely.has(shift(each, -1)))) {
    let length = 0;
    for (let each = date; timely.has(each); each = shift(each, 1)) length++;
    longest = Math.max(longest, length);
  }
  const stars = [1, 2, 3].map((number) => Object.values(all).filter((result) => result.stars === number).length);
  return { solved: solved.size, streak, longest, stars };
}

/** Returns a date in words: `16 November`. */
export function words(date, /** @type {Intl.DateTimeFormatOptions} */ options = { day: 'numeric', month: 'long' }) {
  const [year, month, day] = date.split('-').map(Number);
  return new Date(year, month - 1, day).toLocaleDateString('en-GB', options);
}

/** Calls a function when a day has begun: at midnight, or when the page is seen again. */
export function onNewDay(listener) {
  let shown = today();
  const check = () => {
    if (today() === shown) return;
    shown = today();
    listener();
  };
  document.addEventListener('visibilitychange', check);
  addEventListener('pageshow', check);
  setInterval(check, 30_000);
}

/** Creates the links to the puzzles of a date, with their results; `long` gives the names of the levels. */
export function levelLinks(date, all, long = true) {
  return LEVELS.map((level) => {
    const result = all[`${date}/${level}`];
    const state = result ? `solved with ${count(result.stars, 'stars')}` : 'not solved yet';
    return h(
      'a',
      {
        class: `daily-level${result ? ' done' : ''}`,
        href: `#/daily/${date}/${level}`,
        'aria-label': `${capital(level)}, ${words(date)}: ${state}`,
        title: `${capital(level)}: ${state}`,
      },
      long ? capital(level) : capital(level).slice(0, 1),
      result ? ` ${'★'.repeat(result.stars)}` : '',
    );
  });
}

/** Creates the line with today's puzzles, their results and the streak. */
export function dailyLine() {
  const element = h('div', { class: 'daily-line', role: 'group', 'aria-label': 'Daily puzzles' });
  const show = () => {
    const { streak } = statistics();
    element.replaceChildren(
      icon('calendar'),
      h('b', null, h('span', { class: 'wide-only' }, 'Daily, '), words(today(), { day: 'numeric', month: 'short' })),
      ...levelLinks(today(), days(), false),
      streak ? h('span', { class: 'streak wide-only' }, `streak ${streak}`) : '',
    );
  };
  onNewDay(show);
  return { element, show };
}

/** Returns the text to share: the result without the moves. */
export function shareText(key, link) {
  const { stars, cost, par, seconds } = days()[key];
  const { streak } = statistics();
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `rushlab daily ${key.replace('/', ', ')}\n${'★'.repeat(stars)}${'☆'.repeat(3 - stars)} ${count(cost, 'moves')}${par === null ? '' : `, par ${par}`}, ${time}${streak > 1 ? `, streak ${streak}` : ''}\n${link}`;
}

/** Creates the button that copies the result of a date and a level. */
export const resultButton = (key, say) =>
  button(
    'Copy the result',
    () => copyText(shareText(key, `${location.origin}${location.pathname}#/daily/${key}`), say, 'The result'),
    { symbol: 'copy' },
  );
