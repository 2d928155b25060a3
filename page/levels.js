// The page of all puzzles: the daily ones, collections with pictures, filters and best results, own files, the user's
// data.

import { format, parse } from './address.js';
import { calendar } from './calendar.js';
import { challengeCard } from './challenge.js';
import { addressOf, own, playFrom, shipped, titleOf } from './collections.js';
import { dataCard } from './data-card.js';
import { announce, button, capital, field, fileInput, h, select } from './dom.js';
import * as lab from './lab.js';
import { arrangePanel } from './my-puzzles.js';
import { moveText } from './player.js';
import { find } from './puzzles.js';
import { best, drafts, games, keyOf } from './saves.js';
import { results, statisticsCard } from './statistics.js';
import { load, onOtherTab } from './store.js';
import { thumbnail } from './thumbnail.js';
import { stars } from './win.js';

const PAGE = 24;
const STATES = [
  ['', 'all'],
  ['new', 'not solved'],
  ['started', 'started'],
  ['solved', 'solved'],
  ['perfect', 'three stars'],
];

/** The boards of this visit, by address. */
const boards = new Map();

/** Returns the address of a stored game, written anew; its puzzle is the key. */
function gameAddress(text, key) {
  const address = parse(text ?? '');
  return format(address.puzzle && !address.problem ? address : { puzzle: { kind: 'p', value: key } });
}

export function mount(app, root) {
  let collection = '';
  let shownCount = PAGE;
  /** Where the user was before a puzzle was opened: `{collection, shownCount, top}`. */
  let place = null;
  let entries = [];
  let token = 0;

  const daily = calendar();
  const data = dataCard(() => open(collection));
  const menu = h('ul', { class: 'collections', 'aria-label': 'Collections' });
  const title = h('h2', { id: 'collection-title' });
  const figures = h('p', { class: 'small', role: 'status' });
  const grid = h('ul', { class: 'grid', 'aria-labelledby': 'collection-title' });
  const more = button('Show more', () => {
    shownCount += PAGE;
    draw();
  });
  const level = select([{ value: '', text: 'all' }, ...app.menu.levels.map((value) => ({ value }))], '', filter);
  const state = select(
    STATES.map(([value, text]) => ({ value, text })),
    '',
    filter,
  );
  const arrange = arrangePanel(app, (name) =>
    name && name !== collection ? app.go({ tab: 'levels', collection: name }) : open(collection),
  );
  const challenges = challengeCard();
  const statistics = statisticsCard(app);
  const progressBar = h('progress', { max: 1, value: 0, 'aria-label': 'Solved puzzles of this collection' });
  const resume = h('a', { class: 'button' }, 'Continue');
  const readOwn = () =>
    import('./own-files.js')
      .then(({ readFiles }) => readFiles(app, [...puzzleFiles.files]))
      .finally(() => (puzzleFiles.value = ''));
  const puzzleFiles = fileInput({ multiple: true, onchange: readOwn });

  root.append(
    h('h1', { id: 'levels-title' }, 'Puzzles'),
    h(
      'div',
      { class: 'levels-grid' },
      daily.root,
      h(
        'div',
        { class: 'card puzzle-list' },
        menu,
        title,
        h(
          'div',
          { class: 'row' },
          field('Level', level),
          field('Show', state),
          h(
            'div',
            { class: 'tools minor' },
            button('Print these', () => printThese(), { symbol: 'print' }),
            button('Print with answers', () => printThese(true), { symbol: 'print' }),
            button('Open files', () => puzzleFiles.click()),
            puzzleFiles,
            resume,
          ),
        ),
        figures,
        progressBar,
        arrange.root,
        grid,
        more,
      ),
      challenges.root,
      statistics.root,
      data.root,
    ),
  );

  /** Returns all collections: `{name, title, entries}`. */
  async function collections() {
    const lists = await shipped().catch(() => ({}));
    const started = games().map(({ key, name, address, level: rated, game }) => ({
      id: key,
      name: name ?? 'Your puzzle',
      level: rated,
      href: gameAddress(address, key),
      game,
    }));
    const edited = drafts().map(({ key, puzzle }) => ({
      id: key,
      name: puzzle.name ?? 'Draft',
      href: format({ tab: 'edit', puzzle: { kind: 'p', value: key } }),
    }));
    const over = (await results(app))
      .filter(({ cost, par }) => par !== null && cost > par)
      .map(({ id, name, level: rated, par }) => ({ id, name: name || 'Your puzzle', level: rated, par }));
    return [
      {
        name: '',
        title: 'Built-in',
        entries: app.puzzles.map((puzzle) => ({
          ...puzzle,
          id: keyOf(puzzle),
          name: `${puzzle.id}. ${puzzle.name}`,
          href: `#/play/${puzzle.id}`,
        })),
      },
      { name: 'started', title: 'In progress', entries: started },
      { name: 'drafts', title: 'Drafts', entries: edited },
      { name: 'over-par', title: 'Over par', entries: over },
      ...Object.entries(lists).map(([name, list]) => ({ name, title: titleOf(name), entries: list })),
      ...own().map((mine) => ({ ...mine, own: true })),
    ].filter(({ name, entries: list }) => list.length || !name);
  }

  /** Opens a collection. */
  async function open(name = '') {
    const mine = ++token;
    const all = await collections();
    if (mine !== token) return;
    const found = all.find((each) => each.name === name) ?? all[0];
    if (found.name !== name)
      app.notice(`There is no collection “${name.slice(0, 40)}” in this browser. Here are the built-in puzzles.`);
    collection = found.name;
    entries = found.entries;
    title.textContent = found.title;
    arrange.show(found);
    menu.replaceChildren(
      ...all.map((each) =>
        h(
          'li',
          null,
          h(
            'a',
            {
              class: 'button',
              href: `#/levels${each.name ? `/${each.name}` : ''}`,
              'aria-current': each === found ? 'true' : undefined,
            },
            `${each.title} `,
            h('small', null, each.entries.length.toLocaleString('en')),
          ),
        ),
      ),
    );
    const levels = new Set(entries.map((entry) => entry.level));
    level.parentNode.hidden = levels.size < 2;
    if (levels.size < 2) level.value = '';
    const returns = place?.collection === collection;
    shownCount = returns ? place.shownCount : PAGE;
    draw();
    if (returns) scrollTo(0, place.top);
    place = null;
  }

  function filter() {
    shownCount = PAGE;
    draw();
  }

  function matching() {
    const progress = load('progress', {});
    const started = new Set(games().map(({ key }) => key));
    const matches = {
      '': () => true,
      new: (entry) => !best(entry, progress),
      started: (entry) => started.has(entry.id),
      solved: (entry) => best(entry, progress),
      perfect: (entry) => best(entry, progress)?.stars === 3,
    }[state.value];
    return entries
      .map((entry) => ({ ...entry, key: entry.id }))
      .filter((entry) => (!level.value || entry.level === level.value) && matches(entry));
  }

  function draw() {
    const mine = ++token;
    const progress = load('progress', {});
    const all = matching();
    const solved = entries.filter((entry) => best({ ...entry, key: entry.id }, progress)).length;
    figures.textContent = `${all.length.toLocaleString('en')} of ${entries.length.toLocaleString('en')} puzzles; you have solved ${solved.toLocaleString('en')}.`;
    [progressBar.max, progressBar.value] = [Math.max(1, entries.length), solved];
    const unsolved = entries.find((entry) => !best({ ...entry, key: entry.id }, progress));
    resume.hidden = !unsolved || !solved;
    if (unsolved) resume.href = addressOf(unsolved);
    more.hidden = all.length <= shownCount;
    grid.replaceChildren(...all.slice(0, shownCount).map((entry) => tile(entry, progress, mine)));
  }

  function tile(entry, progress, mine) {
    const record = best(entry, progress);
    const picture = h('span', { class: 'picture' });
    loadBoard(entry).then(
      (board) => mine === token && picture.replaceChildren(thumbnail(board)),
      () => picture.classList.add('bad'),
    );
    const about = [entry.group, entry.level, entry.par ? `par ${entry.par}` : '', record ? `best ${record.cost}` : '']
      .filter(Boolean)
      .join(', ');
    return h(
      'li',
      null,
      h(
        'a',
        { class: 'tile', href: addressOf(entry) },
        picture,
        h('b', null, entry.name),
        h('span', { class: 'small' }, about),
        stars(record?.stars ?? 0),
        record && h('span', { class: 'visually-hidden' }, `${record.stars} of 3 stars`),
      ),
    );
  }

  /** Returns the board that an entry opens: the one of its game, or of its address. */
  async function loadBoard(entry) {
    const href = addressOf(entry);
    if (!boards.has(href))
      boards.set(
        href,
        (await (entry.game ? lab.request('game', { game: entry.game }) : find(parse(href), app.puzzles))).board,
      );
    return boards.get(href);
  }

  /** Returns a shortest solution of a board in words, or what the search says instead. */
  async function answerOf(board, signal) {
    const { status, solution, text } = await lab.request('solve', { puzzle: board.puzzle, brief: true }, { signal });
    return status === 'solved' ? `${solution.map(moveText).join(', ')}.` : `${capital(text)}.`;
  }

  /** Prints the puzzles that are shown. */
  async function printThese(withAnswers = false) {
    const shown = matching().slice(0, shownCount);
    announce('Preparing the sheet.');
    const [{ printBoards }, drawn] = await Promise.all([import('./print.js'), Promise.all(shown.map(loadBoard))]);
    const abort = new AbortController();
    const solving = Promise.all(withAnswers ? drawn.map((board) => answerOf(board, abort.signal)) : []);
    const answers = await app.busy(solving, 'Solving the puzzles …', () => abort.abort());
    printBoards(
      shown.map((entry, index) => ({
        board: drawn[index],
        title: entry.name,
        note: entry.par ? `par ${entry.par}` : '',
        answer: answers[index],
      })),
    );
  }

  for (const name of ['progress', 'game.', 'collection.']) onOtherTab(name, () => !root.hidden && open(collection));
  return {
    enter(name) {
      daily.show();
      challenges.show();
      statistics.show();
      data.clear();
      open(name ?? collection);
    },
    leave: () => {
      playFrom(collection);
      place = { collection, shownCount, top: scrollY };
    },
  };
}
