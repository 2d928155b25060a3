// The page: tabs, addresses, the current puzzle. Each tab is a module that is loaded when the tab is first opened.

import * as address from './address.js';
import { capital, h, select } from './dom.js';
import { firstBoard, storedBoard } from './first-board.js';
import * as lab from './lab.js';
import { busy, clearNotice, notice, showError } from './notice.js';
import { checked, describe, find, remember } from './puzzles.js';
import { keyOf } from './saves.js';
import { bindHeader } from './settings.js';
import { load, onUnstored, save } from './store.js';

const MODULES = {
  play: () => import('./play.js'),
  edit: () => import('./edit.js'),
  solve: () => import('./solve.js'),
  race: () => import('./race.js'),
  evolve: () => import('./evolve.js'),
  explore: () => import('./explore.js'),
  levels: () => import('./levels.js'),
};

/** The state that the tabs share. */
const app = {
  menu: null,
  /** The built-in puzzles: `{id, name, level, par, key}`. */
  puzzles: [],
  /**
   * The current puzzle: `{board, key, name, id, level, par, source, rules, metric, isFirst}`; `isFirst` says that the
   * page was opened with it.
   */
  current: null,
  /** Functions to call when the current puzzle or the theme has changed. */
  listeners: new Set(),

  /** Sets the current puzzle, and the address. */
  setPuzzle(board, about = {}) {
    adopt(board, about);
    push(address.format(here()));
  },

  /** Sets the current puzzle to a text or JSON document, which is validated first. */
  async readPuzzle(puzzle, about) {
    const token = ++opening;
    const board = await checked(puzzle);
    const { id } = await describe(board, app.puzzles);
    const listed = id && (await find({ puzzle: { kind: 'number', value: id } }, app.puzzles));
    if (token !== opening) return;
    // With other labels it is not the built-in puzzle.
    if (listed && listed.board.labels === board.labels) app.setPuzzle(listed.board, listed);
    else app.setPuzzle(board, about);
  },

  /** Opens a built-in puzzle. */
  openPuzzle: (id) => app.go({ puzzle: { kind: 'number', value: String(id) } }),

  /** Opens an address; the tab is the current one if it is left out. */
  go(parts) {
    location.hash = address.format({ tab: active === 'levels' ? 'play' : active, ...parts });
  },

  /** Returns the parts of the address of the current puzzle. */
  parts: () => here(),

  /** Returns the address of the current puzzle in a tab. */
  address: (tab = 'play') => address.format({ ...here(), tab }),

  /** Returns a link to the current puzzle. */
  link: (tab = 'play') => `${location.origin}${location.pathname}${app.address(tab)}`,

  /** The search of the address that was opened, for the tab Solve: `{algorithm, heuristic}`. */
  search: null,

  /** The board that is shown before the lab has arrived: `{key, offsets, moves}`. */
  first: null,

  notice,
  clearNotice,
  busy,

  /** Shows a sentence after the address that is being opened, which removes older ones. */
  say: (text, options = { bad: false }) => setTimeout(() => notice(text, options), 50),

  /** Returns a menu of the built-in puzzles that shows the current puzzle. */
  puzzleMenu() {
    const levels = [...new Set(app.puzzles.map((puzzle) => puzzle.level))];
    const host = h('div', { class: 'field' });
    const draw = () => {
      const builtIn = app.puzzles.some((puzzle) => puzzle.id === app.current.id);
      /** @type {any[]} */
      const entries = levels.map((level) => ({
        group: level,
        entries: app.puzzles
          .filter((puzzle) => puzzle.level === level)
          .map((puzzle) => ({ value: puzzle.id, text: `${puzzle.name} (par ${puzzle.par})` })),
      }));
      if (!builtIn) entries.unshift({ value: '', text: app.current.name });
      const menu = select(entries, builtIn ? app.current.id : '', (id) => id && app.openPuzzle(id));
      menu.id = host.dataset.id ??= `puzzle-menu${++app.menuCount}`;
      host.replaceChildren(h('label', { for: menu.id }, 'Puzzle'), menu);
    };
    app.listeners.add(draw);
    draw();
    return host;
  },
  menuCount: 0,
};

const UNNAMED = 'Your puzzle';
const main = document.getElementById('main');
const mounted = {};
let active = 'play';
/** The tab and puzzle that were shown last. */
let shownPlace = '';
/** The number of the address that is being opened. A late answer for another one is ignored. */
let opening = 0;
/** Aborts the search for the puzzle that is being opened. */
let finding = null;

/** Returns the parts of the address of the current tab and puzzle. */
function here() {
  const { source, rules, metric, name, level, id } = app.current;
  const named = source.kind === 'p' && !id;
  return {
    tab: active === 'levels' ? 'play' : active,
    puzzle: source,
    rules,
    metric,
    name: named && name !== UNNAMED ? name : undefined,
    level: named ? level : undefined,
    labels: labelsOf(app.current),
  };
}

/** Returns the labels of a puzzle for its address, if that names the puzzle by its id, which has none. */
const labelsOf = ({ source, board }) => (source.kind === 'p' ? board.labels : undefined);

/** Sets the current puzzle without a new entry of the history. */
function adopt(board, about) {
  const { level, par, rules, metric } = about;
  const id = app.puzzles.some((puzzle) => puzzle.id === about.id) ? about.id : undefined;
  const source = about.source ?? (id ? { kind: 'number', value: id } : { kind: 'p', value: keyOf(board) });
  const before = app.current;
  const key = keyOf(board);
  const isFirst = !before || (before.isFirst && before.key === key);
  app.current = {
    board,
    key,
    name: about.name ?? board.name ?? UNNAMED,
    id,
    level,
    par,
    source,
    rules,
    metric,
    isFirst,
  };
  remember({ ...app.current, labels: labelsOf(app.current) }, { board, name: about.name, id, level, par });
  save('last', { address: address.format({ ...here(), tab: 'play' }), board: storedBoard(board) });
  if (before?.key !== key || before.name !== app.current.name || before.board.labels !== board.labels)
    app.listeners.forEach((listener) => listener());
}

/** Sets the address, and those of the links to the other tabs. */
function push(hash, replace = false) {
  if (hash !== location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', hash);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('nav a'))) {
    link.href = app.address(link.dataset.tab);
    if (link.dataset.tab === (active === 'levels' ? 'play' : active)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const tab = document.querySelector('nav a[aria-current]').textContent;
  document.title = active === 'levels' ? 'Puzzles · rushlab' : `${app.current.name} · ${tab} · rushlab`;
}

/** Opens the puzzle of an address; returns false if another one was opened meanwhile. */
async function openPuzzleOf(parts, token) {
  const abort = (finding = new AbortController());
  const found = await busy(find(parts, app.puzzles, abort.signal), 'Opening the puzzle …', () => abort.abort());
  if (token !== opening) return false;
  const { rules, metric, puzzle } = parts;
  const source =
    puzzle.kind === 'p'
      ? found.id && !rules && !metric
        ? { kind: 'number', value: found.id }
        : rules || metric
          ? puzzle
          : { kind: 'p', value: keyOf(found.board) }
      : puzzle;
  adopt(found.board, { ...found, source, rules, metric });
  return true;
}

/** Returns whether an address names the current puzzle under the current rules. */
function isCurrent(/** @type {address.Address} */ { puzzle, rules, metric, labels }) {
  if (!app.current) return false;
  const { source, rules: currentRules, metric: currentMetric } = app.current;
  return (
    address.format({ puzzle, rules, metric, labels }) ===
    address.format({ puzzle: source, rules: currentRules, metric: currentMetric, labels: labelsOf(app.current) })
  );
}

/** Opens the last puzzle of the previous visit, or the first one. */
async function openLast(token) {
  const last = address.parse(load('last', {}).address ?? '');
  const first = { puzzle: { kind: 'number', value: app.puzzles[0].id } };
  return openPuzzleOf(last.puzzle && !last.problem ? last : first, token).catch(() => openPuzzleOf(first, token));
}

async function open() {
  const token = ++opening;
  finding?.abort();
  const parts = address.parse(location.hash);
  clearNotice();
  let problem = parts.problem ? 'This link is not one of this page' : null;
  try {
    if (parts.puzzle && !isCurrent(parts) && !(await openPuzzleOf(parts, token))) return;
  } catch (error) {
    if (token !== opening) return;
    // The user has cancelled it: the page stays where it was.
    if (lab.isAborted(error) && app.current) return void push(address.format(here()), true);
    problem = lab.isAborted(error) ? 'The puzzle was not opened' : error.message;
  }
  if (!app.current && !(await openLast(token))) return;
  if (problem) notice(`${capital(problem)}. Here is ${app.current.name} instead.`);
  // The address of a search says which; the tab takes it over.
  if (parts.tab === 'solve' && parts.algorithm) app.search = { algorithm: parts.algorithm, heuristic: parts.heuristic };
  if (parts.tab === 'levels' && parts.ids) {
    const { adoptList } = await import('./my-puzzles.js');
    parts.collection = adoptList(parts);
  }
  return showTab(parts.tab, parts.collection, token);
}

async function showTab(tab, collection, token) {
  let module = null;
  try {
    module = mounted[tab] ? null : await MODULES[tab]();
  } catch {
    // The page stays at the tab that is shown.
    push(address.format(here()), true);
    throw new Error(
      `the tab cannot be loaded: ${lab.hasServer ? 'the server does not respond; is rushlab serve still running?' : 'there is no network'}`,
    );
  }
  if (token !== opening) return;
  if (active !== tab) mounted[active]?.leave?.();
  active = tab;
  push(tab === 'levels' ? address.format({ tab, collection }) : address.format(here()), true);
  if (!mounted[tab]) {
    const root = h('section', { class: `tab ${tab}`, 'aria-labelledby': `${tab}-title`, hidden: true });
    main.append(root);
    mounted[tab] = { ...module.mount(app, root), root };
  }
  await app.first?.end();
  app.first = null;
  for (const [name, { root }] of Object.entries(mounted)) root.hidden = name !== active;
  mounted[tab].enter?.(collection);
  // The board of another puzzle must not stay above the visible part of the page.
  const place = `${tab} ${app.current.key}`;
  if (tab !== 'levels' && place !== shownPlace) scrollTo(0, 0);
  shownPlace = place;
}

/** Focus rings are shown for the keyboard only. */
function watchInput() {
  const note = (way) => (document.documentElement.dataset.input = way);
  addEventListener('keydown', () => note('keyboard'), true);
  addEventListener('pointerdown', () => note('pointer'), true);
}

/** The one place for what no other part of the page handles: rejected promises, and values that are not stored. */
function watchProblems() {
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    showError(event.reason);
  });
  onUnstored(() =>
    notice(
      'This browser does not store what you do: its storage is full or not allowed. Export it to a file before you close the page.',
      {
        action: ['Export', async () => (await import('./data-card.js')).exportFile()],
      },
    ),
  );
}

async function start() {
  watchProblems();
  watchInput();
  bindHeader(() => app.current && app.listeners.forEach((listener) => listener()));
  app.first = firstBoard(address.parse(location.hash), main);
  // The module of the tab loads while the menu does.
  MODULES[address.parse(location.hash).tab]().catch(() => null);
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
  try {
    [app.menu, app.puzzles] = await Promise.all([lab.request('menu'), lab.request('puzzles')]);
  } catch (error) {
    return showError(error);
  }
  // A static site works without a network after the first visit. `rushlab serve` has its own version of the page in
  // each program; the tabs are loaded at once, so that they stay when the server ends.
  if (!lab.hasServer) import('./update.js').then(({ watchUpdates }) => watchUpdates());
  else setTimeout(() => Object.values(MODULES).forEach((module) => module().catch(() => null)), 1000);
  const opened = () => open().catch(showError);
  addEventListener('hashchange', opened);
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length) import('./own-files.js').then(({ readFiles }) => readFiles(app, files));
  });
  addEventListener('paste', (event) => {
    const text = event.clipboardData.getData('text');
    const isEditable = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (active !== 'play' || isEditable || !text.trim()) return;
    event.preventDefault();
    import('./read-text.js').then(({ openText }) => openText(app, text)).catch(showError);
  });
  return opened();
}

start();
