// What the user has solved: by level, over par, by month; as a table, and as a file for a spreadsheet.

import { LEVELS } from './address.js';
import { shipped } from './collections.js';
import { button, capital, figures, h } from './dom.js';
import { download } from './share.js';
import { load } from './store.js';

const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);

/** Returns all results: `{id, name, level, stars, cost, par, seconds, hints, when}`, the last one first. */
export async function results(app) {
  const lists = Object.values(await shipped().catch(() => ({}))).flat();
  const known = new Map([
    ...lists.map((entry) => [entry.id, entry]),
    ...app.puzzles.map((puzzle) => [puzzle.key, puzzle]),
  ]);
  const entries = Object.entries(load('progress', {})).map(([id, result]) => {
    const { name, level, par } = known.get(id) ?? {};
    return { id, name: name ?? '', level: result.level ?? level, ...result, par: result.par ?? par ?? null };
  });
  return entries.sort((one, two) => (two.when ?? 0) - (one.when ?? 0));
}

/** Returns a summary of results: how many, with three stars, in par, the mean over par, the time. */
export function summary(all) {
  const rated = all.filter(({ par }) => par !== null);
  return {
    solved: all.length,
    three: all.filter(({ stars }) => stars === 3).length,
    over: mean(rated.map(({ cost, par }) => cost - par)),
    hints: all.reduce((sum, { hints }) => sum + (hints ?? 0), 0),
    seconds: all.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
  };
}

const figure = (value) => (value === null ? '–' : (+value.toFixed(1)).toLocaleString('en'));
const duration = (seconds) => (seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`);
const month = ({ when }) => new Date(when).toLocaleDateString('en-GB', { month: 'short', year: 'numeric' });

/** Returns results as the text of a CSV file. */
export function csv(all) {
  const columns = ['id', 'name', 'level', 'stars', 'cost', 'par', 'seconds', 'hints', 'when'];
  const cell = (value) => {
    const text = String(value ?? '');
    // A spreadsheet must not take a name for a formula.
    return /[",\n]|^[=+@-]/.test(text) ? `"${text.replace(/^[=+@-]/, "'$&").replaceAll('"', '""')}"` : text;
  };
  const row = (result) =>
    columns
      .map((name) => cell(name === 'when' && result.when ? new Date(result.when).toISOString() : result[name]))
      .join(',');
  return `${[columns.join(','), ...all.map(row)].join('\n')}\n`;
}

/** Creates the card. */
export function statisticsCard(app) {
  const body = h('div');
  const save = button('Save as CSV', async () =>
    download(new Blob([csv(await results(app))], { type: 'text/csv' }), 'rushlab-results.csv'),
  );

  function table(heads, rows) {
    return h(
      'div',
      { class: 'wide' },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            heads.map((text) => h('th', { scope: 'col' }, text)),
          ),
        ),
        h(
          'tbody',
          null,
          rows.map(([name, ...cells]) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, name),
              cells.map((cell) => h('td', null, cell)),
            ),
          ),
        ),
      ),
    );
  }

  const row = (name, part) => {
    const { solved, three, over } = summary(part);
    return [name, solved, three, figure(over)];
  };

  async function show() {
    const all = await results(app);
    const { solved, three, over, seconds, hints } = summary(all);
    save.disabled = !solved;
    const dated = Map.groupBy(
      all.filter(({ when }) => when),
      month,
    );
    body.replaceChildren(
      ...(!solved
        ? [h('p', { class: 'small' }, 'Solve a puzzle to see your results here.')]
        : [
            figures([
              ['Solved', solved],
              ['Three stars', three],
              ['Over par', figure(over)],
              ['Hints', hints],
              ['Time', duration(seconds)],
            ]),
            h(
              'details',
              null,
              h('summary', null, 'By level and month'),
              table(
                ['Level', 'Solved', 'Three stars', 'Over par'],
                LEVELS.map((level) =>
                  row(
                    capital(level),
                    all.filter((result) => result.level === level),
                  ),
                ),
              ),
              table(
                ['Month', 'Solved', 'Three stars', 'Over par'],
                [...dated].slice(0, 12).map(([name, part]) => row(name, part)),
              ),
            ),
          ]),
    );
  }

  return {
    root: h('div', { class: 'card' }, h('h2', null, 'Statistics'), body, h('div', { class: 'tools minor' }, save)),
    show,
  };
}
