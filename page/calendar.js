// The calendar of the daily puzzles, with the streak and the statistics.

import { LEVELS, dateText, today } from './address.js';
import { button, field, h, select } from './dom.js';
import { days, levelLinks, onNewDay, statistics, words } from './daily.js';
import { load, onOtherTab, save } from './store.js';
import { stars } from './win.js';

/** The first daily puzzle that the calendar offers. */
const FIRST = '2026-01-01';

/** Creates the calendar. */
export function calendar() {
  const now = new Date();
  let [year, month] = [now.getFullYear(), now.getMonth()];
  const title = h('h3', { class: 'month', 'aria-live': 'polite' });
  const grid = h('ol', { class: 'days' });
  const figures = h('dl', { class: 'figures' });
  const links = h('div', { class: 'tools daily-levels' });
  const level = select(
    LEVELS.map((value) => ({ value })),
    load('daily-level', 'intermediate'),
    (value) => {
      save('daily-level', value);
      show();
    },
  );
  const turn = (by) => {
    [year, month] = [new Date(year, month + by).getFullYear(), new Date(year, month + by).getMonth()];
    show();
  };
  const previous = button('', () => previous.getAttribute('aria-disabled') === 'true' || turn(-1), {
    symbol: 'back',
    label: 'Previous month',
  });
  const next = button('', () => next.getAttribute('aria-disabled') === 'true' || turn(1), {
    symbol: 'forward',
    label: 'Next month',
  });

  function day(number, all) {
    const date = dateText(new Date(year, month, number));
    const result = all[`${date}/${level.value}`] ?? all[date];
    const name = `${words(date)}${result ? `, ${result.stars} of 3 stars` : ''}`;
    if (date > today() || date < FIRST) return h('li', null, h('span', { class: 'day' }, String(number)));
    return h(
      'li',
      null,
      h(
        'a',
        {
          class: `day${result ? ' done' : ''}`,
          href: `#/daily/${date}/${level.value}`,
          'aria-label': name,
          'aria-current': date === today() ? 'date' : undefined,
        },
        String(number),
        stars(result?.stars ?? 0),
      ),
    );
  }

  function show() {
    const all = days();
    const first = new Date(year, month, 1);
    title.textContent = first.toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
    const length = new Date(year, month + 1, 0).getDate();
    grid.replaceChildren(...Array.from({ length }, (_, index) => day(index + 1, all)));
    grid.firstChild.style.gridColumnStart = ((first.getDay() + 6) % 7) + 1;
    previous.setAttribute('aria-disabled', String(dateText(first) <= FIRST));
    next.setAttribute('aria-disabled', String(dateText(new Date(year, month + 1, 1)) > today()));
    const { solved, streak, longest, stars: counts } = statistics(all);
    figures.replaceChildren(
      ...[
        ['Solved', solved],
        ['Streak', streak],
        ['Longest streak', longest],
        ['Three stars', counts[2]],
      ].map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
    );
    links.replaceChildren(...levelLinks(today(), all));
  }

  onOtherTab('daily', show);
  onNewDay(show);
  return {
    root: h(
      'div',
      { class: 'card' },
      h('h2', null, 'Daily puzzles'),
      h(
        'p',
        { class: 'small' },
        'One puzzle of each level for everyone, each day. The streak counts days in a row on which you solved one of that day.',
      ),
      links,
      figures,
      // On a phone, the lists of puzzles come sooner without it.
      h(
        'details',
        { open: matchMedia('(min-width: 861px)').matches },
        h('summary', null, 'Calendar'),
        field('Level', level),
        h('div', { class: 'month-bar' }, previous, title, next),
        grid,
      ),
    ),
    show,
  };
}
