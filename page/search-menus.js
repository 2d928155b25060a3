// The menus of a search: algorithm, heuristic and parameters, each with one line that explains it.

import { capital, field, h, select } from './dom.js';

/** Names a search in plain words: `A* with Weighted blockers λ=3`. */
export function searchTitle(menu, { algorithm, heuristic, parameters = {} }) {
  const about = menu.algorithms.find(({ name }) => name === algorithm);
  if (!about?.informed) return about ? about.plain_name : algorithm;
  const estimate = menu.heuristics.find(({ name }) => name === (heuristic ?? menu.defaults.heuristic));
  const values = estimate.parameters
    .filter(({ name, default: usual }) => (parameters[name] ?? usual) !== usual)
    .map(({ name, symbol }) => ` ${symbol}=${parameters[name]}`);
  return `${about.plain_name} with ${estimate.plain_name}${values.join('')}`;
}

/** Returns a sentence about an algorithm: what it does, and when its solutions are the shortest. */
function algorithmHelp({ plain_name: name, idea, optimal }) {
  const shortest =
    { yes: 'Its solutions are the shortest.', no: 'Its solutions may be longer than necessary.' }[optimal] ??
    `Its solutions are the shortest ${optimal}.`;
  return `${name}: ${idea}. ${shortest}`;
}

function heuristicHelp({ plain_name: name, idea, admissible }) {
  const too =
    { yes: 'It never estimates too much (it is admissible).', no: 'It may estimate too much (it is not admissible).' }[
      admissible
    ] ?? `It never estimates too much ${admissible.includes('under') ? '' : 'in puzzles '}${admissible}.`;
  return `${name}: ${idea}. ${too}`;
}

/** Creates the menus. `options()` returns the options for the API; `element` holds everything. */
export function searchMenus(app, initial, onChange) {
  const entry = (list, value) => list.find(({ name }) => name === value) ?? list[0];
  const listed = (list) =>
    list.map((each) => ({
      value: each.name,
      text: each.plain_name === each.name ? each.name : `${each.plain_name} (${each.name})`,
    }));
  const algorithm = select(listed(app.menu.algorithms), initial.algorithm ?? app.menu.defaults.algorithm, update);
  const heuristic = select(listed(app.menu.heuristics), initial.heuristic ?? app.menu.defaults.heuristic, update);
  const algorithmNote = h('p', { class: 'small help' });
  const heuristicNote = h('p', { class: 'small help' });
  const heuristicField = h('div', { class: 'choice-row' }, field('Heuristic', heuristic), heuristicNote);
  const parameters = h('div', { class: 'parameters' });
  const element = h(
    'div',
    { class: 'search-menus' },
    h('div', { class: 'choice-row' }, field('Algorithm', algorithm), algorithmNote),
    heuristicField,
    parameters,
  );
  const about = () => entry(app.menu.algorithms, algorithm.value);
  const estimate = () => entry(app.menu.heuristics, heuristic.value);
  const declared = () => (about().informed ? estimate().parameters : []);
  const values = { ...initial.parameters };
  const menus = { element, algorithm, heuristic, about, estimate, update, options, set, listeners: new Set() };
  if (!algorithm.value) algorithm.value = app.menu.defaults.algorithm;
  if (!heuristic.value) heuristic.value = app.menu.defaults.heuristic;

  function update() {
    algorithmNote.textContent = algorithmHelp(about());
    heuristicField.hidden = !about().informed;
    heuristicNote.textContent = heuristicHelp(estimate());
    parameters.replaceChildren(...declared().map(parameterField));
    parameters.hidden = !declared().length;
    changed();
  }

  function changed() {
    onChange?.(menus);
    menus.listeners.forEach((listener) => listener());
  }

  /** Creates the input for a parameter of the selected heuristic. */
  function parameterField({
    name,
    symbol,
    summary,
    default: defaultValue,
    min,
    min_is_excluded: excluded,
    max,
    decimals,
  }) {
    const step = decimals ? 10 ** -decimals : 1;
    const least = excluded ? +(min + step).toFixed(decimals) : min;
    const input = h('input', {
      type: 'number',
      min: least,
      max,
      step,
      value: values[name] ?? defaultValue,
      onchange: () => {
        const value = Number.parseFloat(input.value);
        values[name] = Math.min(max, Math.max(least, Number.isFinite(value) ? +value.toFixed(decimals) : defaultValue));
        input.value = values[name];
        changed();
      },
    });
    return h(
      'div',
      { class: 'choice-row' },
      field(`${capital(name)} ${symbol}`, input),
      h(
        'p',
        { class: 'small help' },
        `${capital(summary)}. From ${least.toLocaleString('en')} to ${max.toLocaleString('en')}; normally ${defaultValue}.`,
      ),
    );
  }

  function options() {
    return {
      algorithm: algorithm.value,
      ...(about().informed ? { heuristic: heuristic.value } : {}),
      ...(declared().length
        ? {
            parameters: Object.fromEntries(
              declared().map(({ name, default: defaultValue }) => [name, values[name] ?? defaultValue]),
            ),
          }
        : {}),
    };
  }

  /** Selects other options. */
  function set(wanted) {
    algorithm.value = wanted.algorithm;
    if (wanted.heuristic) heuristic.value = wanted.heuristic;
    Object.assign(values, wanted.parameters);
    update();
  }
  update();
  return menus;
}

/**
 * Creates a line that says when a result is no longer one of the selected search. `set(options)` tells which search it
 * is of.
 */
export function outdatedLine(app, menus) {
  const element = h('p', { class: 'small outdated', role: 'status', hidden: true });
  let search = null;
  const show = () => {
    element.hidden = !search || JSON.stringify(search) === JSON.stringify(menus.options());
    element.textContent = element.hidden
      ? ''
      : `This is the result of ${searchTitle(app.menu, search)}, not of the search that is selected now.`;
  };
  menus.listeners.add(show);
  return {
    element,
    set(options) {
      search = options;
      show();
    },
  };
}
