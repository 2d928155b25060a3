// Solve: any algorithm of the registry; the solution step by step.

import { aborted, post } from './api.js';
import { BoardView } from './board.js';
import { button, count, field, h, say, select, still } from './dom.js';
import { start } from './puzzle.js';
import { load, save } from './store.js';

/** Menus for an algorithm and its heuristic; `way()` is what the API takes. */
export function wayMenus(app, chosen, changed) {
  const algorithm = select(app.menu.algorithms.map(({ name, summary }) => ({ value: name, title: summary })), chosen.algorithm ?? app.menu.defaults.algorithm, update);
  const heuristic = select(app.menu.heuristics.map(({ name, summary }) => ({ value: name, text: `${name}: ${summary}`, title: summary })), chosen.heuristic ?? app.menu.defaults.heuristic, update);
  const weight = h('input', { type: 'number', min: 1, max: 1000, value: chosen.weight ?? 5, onchange: update });
  const about = () => app.menu.algorithms.find(({ name }) => name === algorithm.value);
  const weighted = () => app.menu.heuristics.find(({ name }) => name === heuristic.value).weighted;
  const menus = { algorithm, heuristic, weight, about, update, way };
  function update() {
    menus.informed = about().informed;
    menus.weighted = menus.informed && weighted();
    changed?.(menus);
  }
  function way() {
    return {
      algorithm: algorithm.value,
      ...(about().informed ? { heuristic: heuristic.value } : {}),
      ...(about().informed && weighted() ? { weight: Math.min(1000, Math.max(1, Number(weight.value) || 5)) } : {}),
    };
  }
  return menus;
}

/** Plays a list of places on a board: buttons, a slider, and a list of moves. */
export class Player {
  constructor(view) {
    this.view = view;
    this.at = 0;
    this.range = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Move', oninput: () => this.stop().go(Number(this.range.value)) });
    this.run = button('', () => (this.timer ? this.stop() : this.play()), { symbol: 'play', label: 'Play' });
    this.bar = h('div', { class: 'player' },
      button('', () => this.stop().go(0), { symbol: 'first', label: 'To the start' }),
      button('', () => this.stop().go(this.at - 1), { symbol: 'back', label: 'One move back' }),
      this.run,
      button('', () => this.stop().go(this.at + 1), { symbol: 'forth', label: 'One move on' }),
      button('', () => this.stop().go(this.places.length - 1), { symbol: 'last', label: 'To the end' }),
      this.range);
    this.list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  }

  /** Takes a solution: a board, the places, and the moves between them. */
  load(board, places, moves) {
    this.stop();
    Object.assign(this, { board, places, moves });
    this.range.max = places.length - 1;
    this.list.replaceChildren(...moves.map((move, index) => h('li', null,
      h('button', { type: 'button', onclick: () => this.stop().go(index + 1) }, h('small', null, index + 1), `${move.label} ${move.direction} ${move.cells}`))));
    this.go(0, true);
  }

  go(at, quiet = false) {
    if (!this.places) return;
    this.at = Math.max(0, Math.min(this.places.length - 1, at));
    this.view.show(this.board, this.places[this.at]);
    this.view.mark(this.at < this.moves.length ? this.moves[this.at].vehicle : -1);
    this.range.value = this.at;
    const move = this.moves[this.at - 1];
    this.range.setAttribute('aria-valuetext', move ? `${this.at}: ${move.label} ${move.direction} ${move.cells}` : 'start');
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const entry = this.list.children[this.at - 1]?.firstChild;
    entry?.setAttribute('aria-current', 'step');
    if (entry) this.list.scrollTop = entry.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    if (!quiet) say(move ? `${move.label} ${move.direction} ${move.cells}` : 'Start');
  }

  play() {
    if (!this.places || this.places.length < 2) return;
    if (this.at === this.places.length - 1) this.go(0, true);
    this.timer = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.places.length - 1) this.stop();
    }, still() ? 1000 : 480);
    this.face('pause', 'Pause');
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.face('play', 'Play');
    return this;
  }

  face(symbol, label) {
    this.run.querySelector('use').setAttribute('href', `#i-${symbol}`);
    this.run.setAttribute('aria-label', label);
    this.run.title = label;
  }
}

export function mount(app, root) {
  const table = h('div', { class: 'table' });
  const view = new BoardView(table, { label: 'Board of the solution' });
  const player = new Player(view);
  const note = h('p', { class: 'small' });
  const menus = wayMenus(app, load('way', {}), () => {
    heuristic.hidden = !menus.informed;
    weight.hidden = !menus.weighted;
    const { summary, optimal } = menus.about();
    note.textContent = `${summary}. Shortest solutions: ${optimal}.`;
    save('way', menus.way());
  });
  const heuristic = field('Heuristic', menus.heuristic);
  const weight = field('Weight λ', menus.weight);
  const verdict = h('p', { class: 'message' });
  const figures = h('dl', { class: 'figures' });
  let search = null;

  root.append(h('div', { class: 'stage' }, table, h('div', { class: 'side' },
    h('div', { class: 'card' }, h('h1', { id: 'solve-title' }, 'Solve'), app.picker(),
      h('div', { class: 'row' }, field('Algorithm', menus.algorithm), weight), heuristic, note,
      h('div', { class: 'tools' }, button('Solve', solve, { look: 'strong', symbol: 'solve' }), button('Stop', () => search?.abort()))),
    h('div', { class: 'card' }, verdict, figures, player.bar, player.list))));
  menus.update();

  async function solve() {
    search?.abort();
    const mine = (search = new AbortController());
    verdict.textContent = 'Searching …';
    verdict.className = 'message';
    try {
      const answer = await post('api/solve', { puzzle: app.current.board.puzzle, way: menus.way() }, mine.signal);
      verdict.textContent = `${answer.text[0].toUpperCase()}${answer.text.slice(1)}.`;
      say(verdict.textContent);
      const entries = [['Moves', answer.moves], ['Steps', answer.steps], ['Expanded', answer.expanded], ['Slides seen', answer.generated], ['Remembered', answer.states],
        ['Milliseconds', (answer.seconds * 1000).toFixed(answer.seconds < 0.1 ? 2 : 0)]];
      figures.replaceChildren(...entries.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value.toLocaleString('en')))));
      player.load(answer.board, answer.places, answer.solution);
      if (answer.solution.length && !still()) player.play();
    } catch (error) {
      verdict.textContent = aborted(error) ? 'Stopped.' : `${error.message}.`;
      verdict.classList.toggle('bad', !aborted(error));
    }
  }

  function reset() {
    search?.abort();
    const { board } = app.current;
    player.load(board, [start(board)], []);
    figures.replaceChildren();
    verdict.textContent = `${count(board.vehicles.length, 'vehicles')} on ${board.width}×${board.height}.`;
  }
  app.watchers.add(reset);
  reset();
  return { leave: () => player.stop() };
}
