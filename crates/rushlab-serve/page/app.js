// The page: tabs, the puzzle at hand, themes. Each tab is a module of its own, loaded when it is first looked at.

import { get, post } from './api.js';
import { h, select } from './dom.js';
import { load, save } from './store.js';

const TABS = {
  play: () => import('./play.js'),
  edit: () => import('./edit.js'),
  solve: () => import('./solve.js'),
  lab: () => import('./lab.js'),
  evolve: () => import('./evolve.js'),
  explore: () => import('./explore.js'),
};

/** What the tabs share. */
const app = {
  menu: null,
  levels: [],
  /** The puzzle at hand: `{board, name, level, tier}`. */
  current: null,
  watchers: new Set(),

  /** Makes a puzzle the one at hand. */
  choose(board, about = {}) {
    app.current = { board, name: about.name ?? board.name ?? 'Your puzzle', level: about.id, tier: about.tier, par: about.par };
    app.watchers.forEach((watch) => watch());
  },

  /** The same for a puzzle as text or document, which the server reads first. */
  async take(puzzle, about) {
    const answer = await post('api/check', { puzzle });
    if (!answer.valid) throw new Error(answer.problems.map((problem) => problem.text).join('; '));
    app.choose(answer.board, about);
  },

  async level(id) {
    const level = await get(`api/levels/${encodeURIComponent(id)}`);
    app.choose(level.board, level);
  },

  /** A link that holds the puzzle at hand. */
  link: (tab = 'play') => `${location.origin}/#${tab}?p=${encodeURIComponent(app.current.board.short)}`,

  /** A menu of all levels, which follows the puzzle at hand. */
  picker() {
    const tiers = [...new Set(app.levels.map((level) => level.tier))];
    const host = h('div', { class: 'field' });
    const draw = () => {
      const known = app.levels.some((level) => level.id === app.current.level);
      const entries = tiers.map((tier) => ({
        group: tier,
        entries: app.levels.filter((level) => level.tier === tier).map((level) => ({ value: level.id, text: `${level.name} (par ${level.par})` })),
      }));
      if (!known) entries.unshift({ value: '', text: app.current.name });
      const menu = select(entries, known ? app.current.level : '', (id) => id && app.level(id));
      menu.id = host.dataset.id ??= `picker${++app.pickers}`;
      host.replaceChildren(h('label', { for: menu.id }, 'Puzzle'), menu);
    };
    app.watchers.add(draw);
    draw();
    return host;
  },
  pickers: 0,
};

const main = document.getElementById('main');
const mounted = {};
let shown = null;

/** `#solve?p=…` as `['solve', parameters]`. */
function address() {
  const [tab, rest = ''] = location.hash.slice(1).split(/\?(.*)/s);
  return [TABS[tab] ? tab : 'play', new URLSearchParams(rest)];
}

/** Takes the puzzle that an address names, if it does. */
async function follow(parameters) {
  if (parameters.has('p')) await app.take(parameters.get('p'));
  else if (parameters.has('level')) await app.level(parameters.get('level'));
  else return false;
  return true;
}

async function open() {
  if (location.hash === '#main') return;
  const [tab, parameters] = address();
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#${tab}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (shown && mounted[shown]) {
    mounted[shown].root.hidden = true;
    mounted[shown].leave?.();
  }
  shown = tab;
  try {
    await follow(parameters);
  } catch (error) {
    trouble(error);
  }
  if (!mounted[tab]) {
    const module = await TABS[tab]();
    if (!mounted[tab]) {
      const root = h('section', { class: `tab ${tab}`, 'aria-labelledby': `${tab}-title` });
      main.append(root);
      mounted[tab] = { ...module.mount(app, root), root };
    }
  }
  for (const [name, each] of Object.entries(mounted)) each.root.hidden = name !== shown;
  if (shown === tab) mounted[tab].enter?.();
  document.title = `${document.querySelector(`nav a[href="#${tab}"]`).textContent} · rushlab`;
}

function trouble(error) {
  const note = h('p', { class: 'note bad', role: 'alert' }, `${error.message}.`);
  main.prepend(note);
  setTimeout(() => note.remove(), 12_000);
}

function look() {
  const theme = document.getElementById('theme');
  theme.value = load('theme', 'auto');
  theme.addEventListener('change', () => {
    save('theme', theme.value);
    document.documentElement.dataset.theme = theme.value;
    app.watchers.forEach((watch) => watch());
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

async function begin() {
  look();
  try {
    [app.menu, app.levels] = await Promise.all([get('api/menu'), get('api/levels')]);
    const [, parameters] = address();
    if (!parameters.has('p') && !parameters.has('level')) {
      const kept = load('at', null);
      await (kept ? app.take(kept.puzzle, kept) : app.level(app.levels[0].id)).catch(() => app.level(app.levels[0].id));
    } else {
      await follow(parameters).catch(async (error) => {
        await app.level(app.levels[0].id);
        trouble(error);
      });
      // The puzzle is taken; what follows is about the tab alone.
      history.replaceState(null, '', `#${address()[0]}`);
    }
    addEventListener('hashchange', () => open().catch(trouble));
    await open();
  } catch (error) {
    trouble(error);
  }
}

begin();
