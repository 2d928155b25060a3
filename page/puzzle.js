// Puzzle documents: objects of the format `json`, whose rows and columns count from 1.

/** Returns the start of a board as a position. */
export const start = (board) => ({
  offsets: board.vehicles.map((vehicle) => vehicle.offset),
  fuel: board.vehicles.some((vehicle) => vehicle.fuel !== null)
    ? board.vehicles.map((vehicle) => vehicle.fuel)
    : undefined,
});

/** Returns a puzzle that starts at a position of another one. */
export function puzzleAt(board, position) {
  const puzzle = structuredClone(board.puzzle);
  puzzle.vehicles = puzzle.vehicles.flatMap((vehicle, index) => {
    const offset = position.offsets[index];
    if (offset === null) return [];
    const fuel = position.fuel?.[index];
    const full = vehicle.fuel === undefined && fuel === board.rules.default_fuel;
    const moved = { ...vehicle, ...(fuel === null || fuel === undefined || full ? {} : { fuel }) };
    if (vehicle.orientation === 'horizontal') moved.column = offset + 1;
    else moved.row = offset + 1;
    return [moved];
  });
  return puzzle;
}

/** Returns a puzzle with other labels, which are separated by spaces and in the order of the vehicles. */
export function withLabels(puzzle, labels) {
  const list = labels.split(' ');
  const vehicles = puzzle.vehicles.map((vehicle, index) => ({ ...vehicle, label: list[index] }));
  return {
    ...puzzle,
    vehicles,
    primary: vehicles[puzzle.vehicles.findIndex(({ label }) => label === puzzle.primary)]?.label,
  };
}

/** Returns a document without vehicles. */
export const blank = (width, height) => ({
  rushlab: 1,
  width,
  height,
  exit: { side: 'right' },
  vehicles: [],
  walls: [],
});

/** Returns the cells of a vehicle of a document, from 0: `[row, column]`. */
export const cells = (vehicle) =>
  Array.from({ length: vehicle.length }, (_, along) =>
    vehicle.orientation === 'horizontal'
      ? [vehicle.row - 1, vehicle.column - 1 + along]
      : [vehicle.row - 1 + along, vehicle.column - 1],
  );

/**
 * Returns the colours of a label other than the primary's. The server does the same in `palette::index`; a browser test
 * compares the two.
 */
export function coloursOf(label, menu) {
  const upper = label.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const value = (character) => (/[A-Z]/.test(character) ? character.charCodeAt(0) - 65 : character.codePointAt(0));
  const hash = () => [...upper].reduce((sum, character) => (Math.imul(sum, 31) + value(character)) >>> 0, 0);
  const isNumber = /^\d+$/.test(label) && Number(label) < 2 ** 32;
  return menu.colours[(isNumber ? Number(label) : hash()) % menu.colours.length];
}

/** Returns a board to draw for a document, even if that is not a valid puzzle yet. */
export function draftBoard(puzzle, menu) {
  const vehicles = puzzle.vehicles.map((vehicle) => {
    const primary = vehicle.label === puzzle.primary;
    const horizontal = vehicle.orientation === 'horizontal';
    return {
      label: vehicle.label,
      primary,
      horizontal,
      length: vehicle.length,
      fuel: vehicle.fuel ?? puzzle.rules?.default_fuel ?? null,
      line: (horizontal ? vehicle.row : vehicle.column) - 1,
      offset: (horizontal ? vehicle.column : vehicle.row) - 1,
      ...(primary ? menu.primary : coloursOf(vehicle.label, menu)),
    };
  });
  const primary = vehicles.find((vehicle) => vehicle.primary);
  return {
    width: puzzle.width,
    height: puzzle.height,
    walls: (puzzle.walls ?? []).map(({ row, column }) => [row - 1, column - 1]),
    exit: primary && { side: puzzle.exit?.side ?? 'right', line: primary.line },
    vehicles,
    puzzle: structuredClone(puzzle),
    rules: { default_fuel: puzzle.rules?.default_fuel ?? null },
  };
}
