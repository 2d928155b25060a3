// Challenges: Streak (rising difficulty until the first mistake) and Storm (three minutes). One is played at a time,
// with the puzzles that come with the page.

import { LEVELS } from './address.js';
import { addressOf, shipped } from './collections.js';
import { announce, button, count, h, pause } from './dom.js';
import { load, save } from './store.js';

const STORM_SECONDS = 180;

/** The number of puzzles of each level before the next level begins. */
const STEP = 4;

const KINDS = {
  streak: {
    title: 'Streak',
    about:
      'Harder and harder, until a puzzle that earns fewer than two stars, or in which a move or the solution was shown.',
  },
  storm: { title: 'Storm', about: 'As many puzzles as you solve in three minutes.' },
};

/** The challenge that is played: `{kind, solved, ends, key, lists}`. */
let current = null;
const bar = h('div', { class: 'note challenge', hidden: true, role: 'group', 'aria-label': 'Challenge' });
const text = h('p');
let timer = 0;

/** Returns the best results: `{streak: {best, when}, storm}`. */
export const records = () => load('challenges', {});

const left = () => Math.max(0, Math.ceil((current.ends - Date.now()) / 1000));
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function show() {
  const { title } = KINDS[current.kind];
  text.textContent = `${title}: ${current.solved} solved${current.ends ? ` · ${clock(left())} left` : ''}`;
  if (current.ends && !left()) end('The three minutes are over.');
}

/** Opens the next puzzle: a random one of the level that has been reached. */
function next() {
  const level = LEVELS[Math.min(LEVELS.length - 1, Math.floor(current.solved / STEP))];
  const entries = current.lists[level].filter(({ id }) => !current.seen.has(id));
  const entry = entries[Math.floor(Math.random() * entries.length)] ?? current.lists[level][0];
  current.key = entry.id;
  current.seen.add(entry.id);
  location.hash = addressOf(entry);
}

/** Begins a challenge. */
export async function begin(kind) {
  const lists = await shipped();
  current = { kind, solved: 0, lists, seen: new Set(), ends: kind === 'storm' ? Date.now() + STORM_SECONDS * 1000 : 0 };
  bar.replaceChildren(
    text,
    kind === 'storm' ? button('Skip', next) : '',
    button('End', () => end('The challenge has ended.')),
  );
  bar.hidden = false;
  document.getElementById('notices').before(bar);
  clearInterval(timer);
  timer = setInterval(() => current && show(), 1000);
  show();
  next();
}

/** Ends the challenge, and stores its result. */
function end(reason) {
  const { kind, solved } = current;
  const all = records();
  const isBest = solved > (all[kind]?.best ?? 0);
  if (isBest) save('challenges', { ...all, [kind]: { best: solved, when: Date.now() } });
  clearInterval(timer);
  current = null;
  text.textContent = `${reason} ${KINDS[kind].title}: ${count(solved, 'puzzles')} solved${isBest ? ', your best' : `; your best is ${all[kind]?.best ?? 0}`}.`;
  announce(text.textContent);
  bar.replaceChildren(
    text,
    button('Again', () => begin(kind)),
    button('', () => (bar.hidden = true), { symbol: 'close', label: 'Close' }),
  );
}

/** Notes that a puzzle is solved, with its stars; 0 if the solution was shown. Returns whether a challenge goes on. */
export async function solved(key, stars) {
  if (current?.key !== key) return false;
  if (current.kind === 'streak' && stars < 2) {
    end('That was the first mistake.');
    return false;
  }
  current.solved++;
  show();
  const mine = current;
  await pause(900);
  if (mine && mine === current) next();
  return true;
}

/** Creates the card that begins challenges. */
export function challengeCard() {
  const rows = h('div', { class: 'challenges' });
  const show_ = () =>
    rows.replaceChildren(
      ...Object.entries(KINDS).map(([kind, { title, about }]) =>
        h(
          'div',
          null,
          button(title, () => begin(kind), { variant: 'strong' }),
          h('p', { class: 'small' }, `${about} ${records()[kind] ? `Your best: ${records()[kind].best}.` : ''}`),
        ),
      ),
    );
  return { root: h('div', { class: 'card' }, h('h2', null, 'Challenges'), rows), show: show_ };
}
