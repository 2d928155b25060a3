// The page: tabs, the current puzzle, themes. Each tab is a module that is loaded when the tab is first opened.

import { get, post } from './api.js';
import { h, select } from './dom.js';
import { load, save } from './store.js';

const TABS = {
  play: () => import('./play.js'),
  edit: () => import('./edit.js'),
  solve: () => import('./solve.js'),
  race: () => import('./race.js'),
  evolve: () => import('./evolve.js'),
  explore: () => import('./explore.js'),
};

/** The state that the tabs share. */
const app = {
  menu: null,
  /** The built-in puzzles: `{id, name, level, par, short}`. */
  puzzles: [],
  /** The current puzzle: `{board, name, id, level, par}`. */
  current: null,
  /** Functions to call when the current puzzle or the theme has changed. */
  listeners: new Set(),

  /** Sets the current puzzle. */
  setPuzzle(board, about = {}) {
    app.current = { board, name: about.name ?? board.name ?? 'Your puzzle', id: about.id, level: about.level, par: about.par };
    app.listeners.forEach((listener) => listener());
  },

  /** Sets the current puzzle to a text or JSON document, which the server validates. */
  async readPuzzle(puzzle, about) {
    const response = await post('api/check', { puzzle });
    if (!response.valid) throw new Error(response.problems.map((problem) => problem.text).join('; '));
    app.setPuzzle(response.board, about);
  },

  /** Sets the current puzzle to a built-in one. */
  async openPuzzle(id) {
    const puzzle = await get(`api/puzzles/${encodeURIComponent(id)}`);
    app.setPuzzle(puzzle.board, puzzle);
  },

  /** Returns a link that contains the current puzzle. */
  link: (tab = 'play') => `${location.origin}/#${tab}?p=${encodeURIComponent(app.current.board.short)}`,

  /** Returns a menu of the built-in puzzles that shows the current puzzle. */
  puzzleMenu() {
    const levels = [...new Set(app.puzzles.map((puzzle) => puzzle.level))];
    const host = h('div', { class: 'field' });
    const draw = () => {
      const builtIn = app.puzzles.some((puzzle) => puzzle.id === app.current.id);
      const entries = levels.map((level) => ({
        group: level,
        entries: app.puzzles.filter((puzzle) => puzzle.level === level).map((puzzle) => ({ value: puzzle.id, text: `${puzzle.name} (par ${puzzle.par})` })),
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

const main = document.getElementById('main');
const mounted = {};
let active = null;

/** Parses the address: `#solve?p=…` becomes `['solve', parameters]`. */
function address() {
  const [name, rest = ''] = location.hash.slice(1).split(/\?(.*)/s);
  const tab = name === 'lab' ? 'race' : name; // The old name, for links.
  return [TABS[tab] ? tab : 'play', new URLSearchParams(rest)];
}

/** Sets the current puzzle to the one in the address; returns false if there is none. */
async function openFromAddress(parameters) {
  if (parameters.has('p')) await app.readPuzzle(parameters.get('p'));
  else if (parameters.has('id')) await app.openPuzzle(parameters.get('id'));
  else return false;
  return true;
}

async function openTab() {
  if (location.hash === '#main') return;
  const [tab, parameters] = address();
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#${tab}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (active && mounted[active]) {
    mounted[active].root.hidden = true;
    mounted[active].leave?.();
  }
  active = tab;
  try {
    await openFromAddress(parameters);
  } catch (error) {
    showError(error);
  }
  if (!mounted[tab]) {
    const module = await TABS[tab]();
    if (!mounted[tab]) {
      const root = h('section', { class: `tab ${tab}`, 'aria-labelledby': `${tab}-title` });
      main.append(root);
      mounted[tab] = { ...module.mount(app, root), root };
    }
  }
  for (const [name, module] of Object.entries(mounted)) module.root.hidden = name !== active;
  if (active === tab) mounted[tab].enter?.();
  document.title = `${document.querySelector(`nav a[href="#${tab}"]`).textContent} · rushlab`;
}

function showError(error) {
  const note = h('p', { class: 'note bad', role: 'alert' }, `${error.message}.`);
  main.prepend(note);
  setTimeout(() => note.remove(), 12_000);
}

function initialiseSettings() {
  const theme = document.getElementById('theme');
  theme.value = load('theme', 'auto');
  theme.addEventListener('change', () => {
    save('theme', theme.value);
    document.documentElement.dataset.theme = theme.value;
    app.listeners.forEach((listener) => listener());
  });
  const labels = document.getElementById('labels');
  const apply = () => document.documentElement.classList.toggle('unlabelled', !labels.checked);
  labels.checked = load('labels', true);
  apply();
  labels.addEventListener('change', () => {
    save('labels', labels.checked);
    apply();
  });
}

async function start() {
  initialiseSettings();
  try {
    [app.menu, app.puzzles] = await Promise.all([get('api/menu'), get('api/puzzles')]);
    const [, parameters] = address();
    if (!parameters.has('p') && !parameters.has('id')) {
      const stored = load('current', null);
      const first = () => app.openPuzzle(app.puzzles[0].id);
      await (stored ? app.readPuzzle(stored.puzzle, stored) : first()).catch(first);
    } else {
      await openFromAddress(parameters).catch(async (error) => {
        await app.openPuzzle(app.puzzles[0].id);
        showError(error);
      });
      // The puzzle is set; the address keeps only the tab.
      history.replaceState(null, '', `#${address()[0]}`);
    }
    addEventListener('hashchange', () => openTab().catch(showError));
    await openTab();
  } catch (error) {
    showError(error);
  }
}

start();
