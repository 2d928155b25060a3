// Addresses: the part of the link after `#`.
//
//   #/play/21   #/p/<id>   #/daily/2026-11-16/expert   #/levels/<collection>
//   #/solve/21   #/explore/p/<id>?rules=comp472
//
// A puzzle is a built-in one by number, any one by its id, or the one of a date and a level. The parameters: `rules`
// and `metric` replace the rules of the puzzle; `name`, `level` and `labels` are those of a puzzle that is in no
// collection. A list of puzzles is shared with `title`, `ids` and `names`.

/** The tabs, and the page of all puzzles. */
export const TABS = ['play', 'edit', 'solve', 'race', 'evolve', 'explore', 'levels'];

/** The levels, easy ones first. */
export const LEVELS = ['beginner', 'intermediate', 'advanced', 'expert'];

/** The level of a daily puzzle whose address has none. */
const DAILY_LEVEL = 'intermediate';

/** The parameters, and the greatest length of each. */
const LENGTHS = {
  rules: 80,
  metric: 80,
  name: 80,
  level: 80,
  labels: 2000,
  title: 80,
  ids: 60_000,
  names: 20_000,
  algorithm: 80,
  heuristic: 80,
};
const PARAMETERS = Object.keys(LENGTHS);

/** The values of the parameters `rules` and `metric`; without one, the puzzle has its own. */
const RULES = [undefined, 'plain', 'comp472'];
const METRICS = [undefined, 'moves', 'steps'];

/**
 * The parts of an address.
 * @typedef {{tab?: string, puzzle?: {kind: string, value: string}, collection?: string, problem?: boolean,
 *   rules?: string, metric?: string, name?: string, level?: string, labels?: string, title?: string, ids?: string,
 *   names?: string, algorithm?: string, heuristic?: string}} Address
 */

/**
 * Returns the parts of an address.
 * @param {string} hash
 * @returns {Address}
 */
export function parse(hash) {
  const [path, query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const given = new URLSearchParams(query);
  const parameters = Object.fromEntries(
    PARAMETERS.filter((name) => given.get(name)).map((name) => [name, given.get(name).slice(0, LENGTHS[name])]),
  );
  if (!path.startsWith('/')) return { tab: 'play', problem: Boolean(path), ...parameters };
  const parts = path.slice(1).split('/');
  let text;
  try {
    text = parts.map(decodeURIComponent);
  } catch {
    return { tab: 'play', problem: true };
  }
  const tab = TABS.includes(text[0]) ? text.shift() : 'play';
  const [first = '', ...rest] = text;
  const address = { tab, ...parameters };
  if (!RULES.includes(parameters.rules) || !METRICS.includes(parameters.metric)) return { tab, problem: true };
  if (tab === 'levels') return { ...address, collection: first };
  if (first === 'p' && rest.join('/')) return { ...address, puzzle: { kind: 'p', value: rest.join('/') } };
  if (first === 'daily') {
    const [date = today(), level = DAILY_LEVEL, ...more] = rest;
    const isDaily = isDate(date) && LEVELS.includes(level) && !more.length;
    return isDaily
      ? { ...address, puzzle: { kind: 'daily', value: `${date}/${level}` } }
      : { ...address, problem: true };
  }
  if (/^\d{1,6}$/.test(first) && !rest.length) return { ...address, puzzle: { kind: 'number', value: first } };
  return first ? { ...address, problem: true } : address;
}

/**
 * Returns the address of a tab and a puzzle.
 * @param {Address} parts
 */
export function format({ tab = 'play', puzzle, collection, ...rest }) {
  const query = new URLSearchParams(
    PARAMETERS.filter((name) => rest[name]).map((name) => [name, rest[name]]),
  ).toString();
  // Letters, digits and these signs are safe in a link; an id has no others.
  const encode = (text) =>
    encodeURIComponent(text).replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%40/g, '@').replace(/%2F/g, '/');
  const where = !puzzle ? '' : puzzle.kind === 'number' ? puzzle.value : `${puzzle.kind}/${encode(puzzle.value)}`;
  const short = tab === 'play' && (puzzle?.kind === 'p' || puzzle?.kind === 'daily');
  const path =
    tab === 'levels'
      ? `levels${collection ? `/${collection}` : ''}`
      : [short ? '' : tab, where].filter(Boolean).join('/');
  return `#/${path}${query ? `?${query}` : ''}`;
}

/** Returns a date of the calendar as `2026-11-16`. */
export function dateText(date) {
  const two = (number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns whether a text is a date of the calendar. */
export const isDate = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && dateText(new Date(`${text}T12:00`)) === text;

/** Returns the date of today. */
export const today = () => dateText(new Date());
