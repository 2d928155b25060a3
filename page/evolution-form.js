// The form of an evolution: algorithm, setting, seed and parameters, each with its explanation.

import { capital, field, h, select } from './dom.js';
import { load, save } from './store.js';

/** The parameters with a slider: minimum, maximum and step by name. */
const SLIDERS = { population: [10, 1000, 10], mutation: [0, 1, 0.01] };

/** The largest random seed. */
const MAX_SEED = 999_999_999;

/**
 * Creates the form. `request()` returns its part of a request; `onChange` is called when a new evolution is needed, and
 * `say` gets a sentence about a wrong number.
 */
export function evolutionForm({ algorithms, evolution: { methods, settings, parameters, summaries } }, onChange, say) {
  const plainName = (method) => algorithms.find(({ name }) => name === method).plain_name;
  const method = select(
    methods.map((value) => ({ value, text: plainName(value) })),
    load('method', methods[0]),
    update,
  );
  const setting = select(
    settings.map((value) => ({ value, text: capital(value) })),
    load('setting', settings.at(-1)),
    update,
  );
  const seed = numberInput({ name: 'seed', min: 0, max: MAX_SEED, kind: 'whole', value: load('seed', 1) });
  const about = h('p', { class: 'small help' });
  const sliders = h('div', { class: 'sliders' });
  const rest = h('div', { class: 'parameter-list' });
  const more = h('details', { class: 'keys' }, h('summary', null, 'All parameters'), rest);
  const element = h(
    'div',
    { class: 'evolution-form' },
    h('div', { class: 'row' }, field('Algorithm', method), field('Setting', setting), field('Seed', seed)),
    about,
    sliders,
    more,
  );
  let inputs = {};

  /** The parameters of the selected algorithm, and their defaults. */
  const available = () => parameters.filter((parameter) => parameter.defaults[method.value]);
  const defaultOf = (parameter) => parameter.defaults[method.value][setting.value];

  /** Creates the input for a number. A wrong number is explained, and the one before comes back. */
  function numberInput({ name, min, max, kind, value }) {
    let last = value;
    const input = h('input', {
      type: 'number',
      min,
      max,
      step: kind === 'real' ? 'any' : 1,
      value,
      onchange: () => {
        const number = input.valueAsNumber;
        const valid = number >= min && number <= max && (kind === 'real' || Number.isInteger(number));
        if (valid) last = number;
        else input.value = last;
        onChange();
        if (!valid)
          say(
            `${capital(name)} is a ${kind === 'real' ? '' : 'whole '}number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`,
          );
      },
    });
    return input;
  }

  function parameterField(parameter) {
    const slider = SLIDERS[parameter.name];
    const value = defaultOf(parameter);
    const input = slider
      ? h('input', { type: 'range', min: slider[0], max: slider[1], step: slider[2], onchange: onChange })
      : numberInput({ ...parameter, value });
    input.value = value;
    inputs[parameter.name] = input;
    const shown = h('output', null, value);
    input.addEventListener('input', () => (shown.textContent = input.value));
    return field(h('span', null, capital(parameter.name), ' ', slider && shown), input, `${parameter.help}.`);
  }

  function update() {
    save('method', method.value);
    save('setting', setting.value);
    about.textContent = [summaries[method.value], summaries[setting.value]]
      .filter(Boolean)
      .map((text) => `${capital(text)}.`)
      .join(' ');
    inputs = {};
    const rows = available().map((parameter) => [parameter.name in SLIDERS, parameterField(parameter)]);
    sliders.replaceChildren(...rows.filter(([slider]) => slider).map(([, row]) => row));
    rest.replaceChildren(...rows.filter(([slider]) => !slider).map(([, row]) => row));
    onChange();
  }

  function request() {
    save('seed', Number(seed.value));
    const changed = available().filter((parameter) => Number(inputs[parameter.name].value) !== defaultOf(parameter));
    return {
      method: method.value,
      setting: setting.value,
      seed: Number(seed.value),
      parameters: Object.fromEntries(
        changed.map((parameter) => [parameter.name, Number(inputs[parameter.name].value)]),
      ),
    };
  }
  return { element, request, update };
}
