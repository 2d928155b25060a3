// The sentences of "What you just saw": what a run shows, in words, with its own figures.

import { count } from './dom.js';

const number = (value) => value.toLocaleString('en');
const percent = (part) =>
  part > 0 && part < 0.01 ? 'less than 1%' : part < 1 && part > 0.99 ? 'more than 99%' : `${Math.round(100 * part)}%`;

/** Returns how many times as large one number is as another: `3.2 times`, `half`, `as many`. */
export function times(large, small) {
  const ratio = large / Math.max(1, small);
  return ratio >= 10 ? `${Math.round(ratio).toLocaleString('en')} times` : `${ratio.toFixed(1)} times`;
}

/** Writes a time with its unit, in three significant digits, as the program does. */
export function duration(seconds) {
  const [value, unit] = seconds >= 1 ? [seconds, 's'] : seconds >= 1e-3 ? [1e3 * seconds, 'ms'] : [1e6 * seconds, 'µs'];
  return `${value >= 100 ? number(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2)} ${unit}`;
}

/**
 * Describes a finished search. `search` is `{ about, estimate }`: the entries of the algorithm and the heuristic in the
 * menu.
 */
export function solveSentences(result, metric, { about, estimate }) {
  const name = about.plain_name;
  const sentences = [];
  if (result.expanded) {
    sentences.push(
      `${name} expanded ${count(result.expanded, 'positions')}: it looked at every move from each of them.`,
    );
    const known = result.generated - Math.max(0, result.states - 1);
    if (known > 0 && result.states > 1) {
      sentences.push(
        `It generated ${count(result.generated, 'moves')}; ${percent(known / result.generated)} of them led back to positions that it knew already.`,
      );
    }
  }
  if (result.status === 'solved') {
    if (result.optimal) sentences.push(`No solution is shorter${about.proof ? `: ${about.proof}` : ''}.`);
    else
      sentences.push(
        `A shorter solution may exist${result.bound ? `, but none has fewer than ${count(result.bound, metric)}` : ''}.`,
      );
    if (result.estimate !== undefined && result.estimate !== null && about.informed) {
      const { estimate: h, cost } = result;
      const gap =
        h > cost
          ? `${number(h)} is more than the ${number(cost)} found, so this estimate can mislead`
          : h === cost
            ? 'which is exact'
            : `${number(cost - h)} too few`;
      sentences.push(`At the start, ${estimate.plain_name} estimated ${count(h, metric)}: ${gap}.`);
    }
    if (result.steps > result.moves)
      sentences.push(`The ${count(result.moves, 'moves')} go over ${count(result.steps, 'cells')} in all.`);
  } else if (result.status === 'unsolvable') {
    sentences.push(
      result.states
        ? `All ${count(result.states, 'positions')} that can be reached were examined, and none is solved.`
        : 'It was proved without expanding a position: some vehicle can never move out of the way.',
    );
  } else if (result.bound) {
    sentences.push(`It is proved that every solution needs at least ${count(result.bound, metric)}.`);
  }
  if (result.seconds) {
    const speed = result.expanded / result.seconds;
    sentences.push(
      `It took ${duration(result.seconds)}${result.expanded > 1000 ? `, which is ${number(Number(speed.toPrecision(2)))} positions per second` : ''}.`,
    );
  }
  return sentences;
}

/** Describes a race. `entrants` are ranked: `{ name, done, algorithm }`. */
export function raceSentences(entrants, metric, reachable) {
  const solved = entrants.filter(({ done }) => done.status === 'solved');
  if (!solved.length) return ['No algorithm has found a solution.'];
  const sentences = [];
  const [first] = solved;
  const shortest = solved.filter(({ done }) => done.cost === first.done.cost);
  const proved = shortest.some(({ done }) => done.optimal);
  sentences.push(
    shortest.length === entrants.length && entrants.length > 1
      ? `All found a solution of ${count(first.done.cost, metric)}${proved ? ', and none is shorter' : ''}.`
      : `The shortest solution found has ${count(first.done.cost, metric)}${proved ? ', and none is shorter' : ''}: ${shortest.map(({ name }) => name).join(', ')}.`,
  );
  const least = [...solved].sort((one, other) => one.done.expanded - other.done.expanded);
  const [few, many] = [least[0], least.at(-1)];
  if (solved.length > 1 && many.done.expanded > few.done.expanded) {
    sentences.push(
      `${few.name} expanded the fewest positions, ${number(few.done.expanded)}; ${many.name} expanded ${times(many.done.expanded, few.done.expanded)} as many.`,
    );
  }
  for (const { name, done } of solved.filter((each) => each.done.cost > first.done.cost)) {
    sentences.push(
      `${name} found a longer one: ${count(done.cost, metric)}, ${number(done.cost - first.done.cost)} more${done.expanded < first.done.expanded ? `, after ${number(first.done.expanded - done.expanded)} fewer positions than ${first.name}` : ''}.`,
    );
  }
  const bfs = solved.find(({ algorithm }) => algorithm === 'bfs');
  const astar = shortest.find(({ algorithm }) => algorithm === 'astar');
  if (bfs && astar && astar.done.expanded < bfs.done.expanded) {
    sentences.push(
      `Breadth-first search cannot tell a good direction from a bad one: it expanded all positions up to ${count(Math.max(0, bfs.done.cost - 2), metric)} from the start, in every direction. A* left out those whose cost plus estimate is above ${number(astar.done.cost)}.`,
    );
  }
  if (reachable)
    sentences.push(
      `${count(reachable, 'positions')} can be reached from the start; ${few.name} needed ${percent(few.done.expanded / reachable)} of them.`,
    );
  return sentences;
}

/** Describes an explored cluster. */
export function exploreSentences(found) {
  const { histogram, positions, goals, distance, unsolvable } = found;
  const unit = found.board.rules.metric;
  const solvable = positions - unsolvable;
  if (!solvable) return [`None of the ${count(positions, 'positions')} can be solved.`];
  const sentences = [
    `${count(goals, 'positions')} (${percent(goals / positions)}) ${goals === 1 ? 'is' : 'are'} solved.`,
  ];
  let [seen, middle] = [0, 0];
  while (seen + histogram[middle] < solvable / 2) seen += histogram[middle++];
  sentences.push(
    `Half of the positions are at most ${count(middle, unit)} from the exit; the farthest need ${number(histogram.length - 1)}.`,
  );
  if (distance !== null) {
    const nearer = histogram.slice(0, distance).reduce((sum, value) => sum + value, 0);
    sentences.push(
      distance === histogram.length - 1
        ? 'The start is one of the hardest positions of this puzzle.'
        : `The start needs ${count(distance, unit)}: ${percent(nearer / solvable)} of the positions are nearer to the exit.`,
    );
  }
  if (unsolvable) sentences.push(`From ${count(unsolvable, 'positions')} the exit can no longer be reached.`);
  return sentences;
}

/** Describes a finished evolution by its first, its last and all its generations. */
export function evolveSentences(history, ending, metric) {
  const [first, last] = [history[0], history.at(-1)];
  if (!last) return [];
  const figure = (value) => number(+value.toFixed(2));
  const sentences = ending ? [ending] : [];
  if (last.number > first.number) {
    sentences.push(
      `The best fitness went from ${figure(first.best)} to ${figure(last.best)}, the mean from ${figure(first.mean)} to ${figure(last.mean)}.`,
    );
    sentences.push(
      `Diversity ${last.diversity < first.diversity ? 'fell' : last.diversity > first.diversity ? 'rose' : 'stayed'} ${last.diversity === first.diversity ? 'at' : `from ${percent(first.diversity)} to`} ${percent(last.diversity)}${last.diversity < 0.5 ? ': many individuals have the same board' : ''}.`,
    );
  }
  const mean = (key) => {
    const shares = history.map((each) => each[key]).filter((share) => share !== null && share !== undefined);
    return shares.length ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null;
  };
  const [crossovers, mutations] = [mean('crossovers'), mean('mutations')];
  if (crossovers !== null)
    sentences.push(
      `${percent(crossovers)} of the crossovers${mutations === null ? '' : ` and ${percent(mutations)} of the mutations`} gave a legal individual.`,
    );
  const { solution } = last;
  if (solution) {
    sentences.push(
      `The solution comes from generation ${solution.generation}${solution.evolved_cost > solution.cost ? `; it had ${count(solution.evolved_cost, metric)} and was shortened to ${number(solution.cost)}` : ` and has ${count(solution.cost, metric)}`}.`,
    );
    sentences.push('A genetic algorithm proves nothing: a shorter solution may exist.');
  }
  return sentences;
}
