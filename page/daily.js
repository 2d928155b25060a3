// The daily puzzle: results by date, the streak, and a text to share that tells nothing about the solution.

import { today, dateText } from './address.js';
import { button, count, h, icon } from './dom.js';
import { better } from './saves.js';
import { load, save } from './store.js';
import { copyText } from './share.js';

/**
 * Returns all results: `{<date>: {stars, cost, par, seconds, onTime}}`; `onTime` says that the puzzle was solved on its
 * date.
 */
export const days = () => load('daily', {});

/** Stores the result of a date. */
export function recordDaily(date, result) {
  const all = days();
  const onTime = date === today() || Boolean(all[date]?.onTime);
  all[date] = { ...(all[date] ? better(all[date], result) : result), onTime };
  save('daily', all);
}

/** Returns the date a number of days later. */
export function shift(date, by) {
  const [year, month, day] = date.split('-').map(Number);
  return dateText(new Date(year, month - 1, day + by));
}

/** Returns the number of solved days, the streak that lasts until today, and the longest streak. */
export function statistics(all = days(), until = today()) {
  const onTime = (date) => Boolean(all[date]?.onTime);
  let streak = 0;
  for (let date = onTime(until) ? until : shift(until, -1); onTime(date); date = shift(date, -1)) streak++;
  let longest = 0;
  for (const date of Object.keys(all).filter((each) => onTime(each) && !onTime(shift(each, -1)))) {
    let length = 0;
    for (let each = date; onTime(each); each = shift(each, 1)) length++;
    longest = Math.max(longest, length);
  }
  const stars = [1, 2, 3].map((number) => Object.values(all).filter((result) => result.stars === number).length);
  return { solved: Object.keys(all).length, streak, longest, stars };
}

/** Returns a date in words: `16 November`. */
export function words(date, options = { day: 'numeric', month: 'long' }) {
  const [year, month, day] = date.split('-').map(Number);
  return new Date(year, month - 1, day).toLocaleDateString('en-GB', options);
}

/** Creates the link to today's puzzle, with its result and the streak. */
export function dailyLink() {
  const element = h('a', { class: 'daily-line', href: '#/daily' });
  return {
    element,
    show() {
      const result = days()[today()];
      const { streak } = statistics();
      const state = result ? `solved with ${count(result.stars, 'stars')}` : 'not solved yet';
      element.replaceChildren(icon('calendar'), h('span', null, h('b', null, `Daily, ${words(today())}`), ` ${state}${streak ? ` · streak ${streak}` : ''}`));
    },
  };
}

/** Returns the text to share: the result without the moves. */
export function shareText(date, link) {
  const { stars, cost, par, seconds } = days()[date];
  const { streak } = statistics();
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `rushlab daily ${date}\n${'★'.repeat(stars)}${'☆'.repeat(3 - stars)} ${count(cost, 'moves')}${par === null ? '' : `, par ${par}`}, ${time}${streak > 1 ? `, streak ${streak}` : ''}\n${link}`;
}

/** Creates the button that copies the result of a date. */
export const resultButton = (app, date, say) => button('Copy the result', () => copyText(shareText(date, `${location.origin}${location.pathname}#/daily/${date}`), say, 'The result'), { symbol: 'copy' });
