// The first board, before the lab has arrived: the first built-in puzzle, or the one of the last visit. Its vehicles
// can be moved; the moves are made again in the game when that begins. Only boards with the plain rules are shown.

import { format } from './address.js';
import { BoardView } from './board.js';
import { h } from './dom.js';
import { FIRST } from './first-puzzle.js';
import { gameOf } from './saves.js';
import { load } from './store.js';

/** Returns the parts of a board that are stored for the next visit; undefined if its rules are not the plain ones. */
export function storedBoard({ key, width, height, walls, exit, vehicles, rules }) {
  if (rules.valet || vehicles.some(({ fuel }) => fuel !== null)) return undefined;
  return { key, width, height, walls, exit, vehicles };
}

/** Returns how far each vehicle can move: left or up, and right or down. `Position::play` defines the rules. */
export function reachOf({ width, height, walls, vehicles }, offsets) {
  const taken = new Set(walls.map(([row, column]) => row * width + column));
  const cell = ({ horizontal, line }, at) => (horizontal ? line * width + at : at * width + line);
  vehicles.forEach((vehicle, index) => {
    for (let along = 0; along < vehicle.length; along++) taken.add(cell(vehicle, offsets[index] + along));
  });
  return vehicles.map((vehicle, index) => {
    const size = vehicle.horizontal ? width : height;
    let [back, ahead] = [offsets[index], offsets[index] + vehicle.length - 1];
    while (back > 0 && !taken.has(cell(vehicle, back - 1))) back--;
    while (ahead < size - 1 && !taken.has(cell(vehicle, ahead + 1))) ahead++;
    return [offsets[index] - back, ahead - offsets[index] - vehicle.length + 1];
  });
}

/** Returns the board that an address shows, if it is known without the lab. */
function boardOf(parts) {
  const last = load('last', {});
  if (parts.tab !== 'play' || parts.problem) return null;
  const wanted = parts.puzzle ? format({ ...parts, name: undefined, level: undefined }) : (last.address ?? '#/play/1');
  if (last.board && last.address?.split('?name')[0] === wanted) return last.board;
  return wanted === '#/play/1' ? FIRST : null;
}

/** Shows the first board of an address in an element; returns null if it is not known. */
export function firstBoard(parts, main) {
  const board = boardOf(parts);
  if (!board) return null;
  const game = gameOf(board.key);
  if (game?.finished) return null;
  const offsets =
    game?.offsets?.length === board.vehicles.length
      ? [...game.offsets]
      : board.vehicles.map((vehicle) => vehicle.offset);
  const moves = [];
  const host = h('div', { class: 'board-host' });
  const view = new BoardView(host, {
    onMove(vehicle, cells) {
      moves.push({ vehicle, cells });
      offsets[vehicle] += cells;
      show();
    },
    label: 'Board. Letter keys select a vehicle, arrow keys move it.',
  });
  const show = () => view.show(board, { offsets }, reachOf(board, offsets));
  const root = h(
    'section',
    { class: 'tab play first' },
    h('div', { class: 'stage' }, h('div', { class: 'daily-line' }), host),
  );
  main.append(root);
  show();
  return {
    key: board.key,
    offsets,
    moves,
    /** Removes the board, when no vehicle is held. */
    async end() {
      while (host.querySelector('.held'))
        await new Promise((done) => addEventListener('pointerup', () => setTimeout(done), { once: true }));
      root.remove();
    },
  };
}
