// The table of the fittest individuals of a generation: their parents, how they were made, and what became of them.

import { count, h } from './dom.js';

/** Names the first moves of a sequence. */
const firstMoves = (number) => (number === 1 ? 'first move' : `first ${number} moves`);
const parentName = (number) => number ?? 'a known board';

/** Describes the crossover of a child. A cut point is the number of moves before it. */
function crossed({ parents, crossover: { cuts, mates, board, move } }) {
  const [one, other] = parents.map(parentName);
  if (cuts) {
    const head = cuts[0] ? `the ${firstMoves(cuts[0])} of ${one}, then ` : '';
    return `crossover, cut at ${cuts[0]} and ${cuts[1]}: ${head}${cuts[1] ? `${other} without its ${firstMoves(cuts[1])}` : `all of ${other}`}`;
  }
  const [own, opposite] = board === 1 ? [one, other] : [other, one];
  return `crossover: ${own} after ${mates[board - 1]}, and ${move}, as in ${opposite} after ${mates[2 - board]}`;
}

/** Describes what happened to an individual, one sentence per operator. */
function events(individual) {
  const { origin, failed, failures, mutations } = individual;
  const reasons = `${failures.join('; ')}${failed > failures.length ? '; …' : ''}`;
  const first =
    { initial: 'no parents', survivor: 'survived', copy: 'copied: no crossover was legal', child: '' }[origin] ||
    crossed(individual);
  const changes = mutations.map(({ before, after, failure }) => {
    const change =
      before && after ? ` ${before} → ${after}` : before ? ` without ${before}` : after ? ` with ${after}` : '';
    return `mutation${change}${failure ? ` failed: ${failure}` : ''}`;
  });
  return [first, ...(failed ? [`${count(failed, 'crossovers')} failed: ${reasons}`] : []), ...changes];
}

/** Describes what became of an individual in the next generation. */
function fateOf(fate) {
  if (!fate) return 'decided by the next generation';
  const { chosen, children, survived, copied } = fate;
  const parts = [survived ? 'survived' : copied ? 'copied' : 'replaced'];
  if (children) parts.push(children === 1 ? '1 child' : `${children} children`);
  else if (chosen) parts.push(`parent ${chosen === 1 ? 'once' : `${chosen} times`}, but no child was kept`);
  else parts.push('never a parent');
  return parts.join('; ');
}

const parentNames = ({ parents }) => (parents.length ? parents.map(parentName).join(' × ') : '–');

/** The table. `onSelect` is called with an individual. Rows are reused, so that the focus stays where it is. */
export class Individuals {
  constructor(onSelect) {
    this.onSelect = onSelect;
    this.rows = [];
    this.body = h('tbody');
    this.rest = h('p', { class: 'small' });
    this.table = h(
      'table',
      { class: 'individuals' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          ['Individual', 'Parents', 'How it was made', 'Fate'].map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      this.body,
    );
    this.element = h(
      'section',
      { class: 'card', 'aria-label': 'The fittest individuals and their parents' },
      h('h2', null, 'The fittest individuals'),
      h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'The fittest individuals' }, this.table),
      this.rest,
    );
    this.clear();
  }

  /** Shows a generation, at the next frame. */
  show(generation) {
    this.generation = generation;
    this.frame ??= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = undefined;
    const { individuals = [], population, became } = this.generation;
    individuals.forEach((individual, index) =>
      this.fill(this.rows[index] ?? this.add(), individual, became?.get(individual.number)),
    );
    this.rows.forEach((row, index) => (row.element.hidden = index >= individuals.length));
    const more = population - individuals.length;
    this.rest.textContent =
      more > 0
        ? `${more.toLocaleString('en')} more in this generation. Parents are numbers in the generation before.`
        : 'Parents are numbers in the generation before.';
    this.element.hidden = !individuals.length;
  }

  add() {
    const row = { number: h('span'), fitness: h('small'), parents: h('td'), events: h('td'), fate: h('td') };
    const select = h(
      'button',
      { type: 'button', onclick: () => this.onSelect(row.individual) },
      row.number,
      row.fitness,
    );
    row.element = h('tr', null, h('th', { scope: 'row' }, select), row.parents, row.events, row.fate);
    this.rows.push(row);
    this.body.append(row.element);
    return row;
  }

  fill(row, individual, fate) {
    row.individual = individual;
    row.number.textContent = individual.number;
    row.fitness.textContent = ` fitness ${+individual.fitness.toFixed(2)}${individual.is_solution ? ', solution' : ''}`;
    row.parents.textContent = parentNames(individual);
    row.fate.textContent = fateOf(fate);
    row.events.replaceChildren(...events(individual).map((event) => h('p', null, event)));
  }

  clear() {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    this.element.hidden = true;
  }
}
