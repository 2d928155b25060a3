// The card of puzzles in the tab Play: random ones, and the built-in ones with their stars.

import { count, button, h, icon, select } from './dom.js';
import * as lab from './lab.js';
import { randomPuzzle } from './random.js';
import { best } from './saves.js';
import { load, save } from './store.js';
import { stars } from './win.js';

export function puzzlesCard(app) {
  const levels = [...new Set(app.puzzles.map((puzzle) => puzzle.level))];
  const list = h('div', { class: 'puzzles' });
  const level = select(
    [{ value: '', text: 'any level' }, ...app.menu.levels.map((value) => ({ value }))],
    load('level', ''),
    (value) => save('level', value),
  );
  level.setAttribute('aria-label', 'Level of a random puzzle');
  let abort = null;

  /** Opens a random puzzle of a level. */
  async function random(wanted = level.value) {
    abort?.abort();
    const request = (abort = new AbortController());
    try {
      const { board, ...about } = await app.busy(
        randomPuzzle(app, wanted, request.signal),
        'Generating a puzzle …',
        () => request.abort(),
      );
      if (abort === request && !request.signal.aborted) app.setPuzzle(board, about);
    } catch (error) {
      if (!lab.isAborted(error)) app.notice(`${error.message}.`);
    }
  }

  function chip(puzzle, progress) {
    const record = best(puzzle, progress);
    const result = record ? `, ${count(record.stars, 'stars')}` : '';
    return h(
      'li',
      null,
      h(
        'a',
        {
          class: 'chip',
          href: `#/play/${puzzle.id}`,
          'aria-label': `${puzzle.id}: ${puzzle.name}, par ${puzzle.par}${result}`,
          title: `${puzzle.name}, par ${puzzle.par}`,
          'aria-current': puzzle.id === app.current.id ? 'true' : undefined,
        },
        h('span', null, puzzle.id),
        stars(record?.stars ?? 0),
      ),
    );
  }

  function show() {
    const progress = load('progress', {});
    list.replaceChildren(
      ...levels.map((name) =>
        h(
          'div',
          { class: 'level' },
          h('h3', null, name),
          h(
            'ul',
            null,
            app.puzzles.filter((puzzle) => puzzle.level === name).map((puzzle) => chip(puzzle, progress)),
          ),
        ),
      ),
    );
  }

  const root = h(
    'div',
    { class: 'card' },
    h('h2', null, 'Puzzles'),
    h(
      'div',
      { class: 'tools minor' },
      button('Random', () => random()),
      level,
      h('a', { class: 'button', href: '#/levels' }, icon('grid'), 'All puzzles'),
    ),
    list,
  );
  return { root, show, random };
}
