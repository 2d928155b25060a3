// Puzzles as documents: the object of the format `json`, whose rows and columns count from 1.

/** The start of a board, as a place. */
export const start = (board) => ({
  offsets: board.vehicles.map((vehicle) => vehicle.offset),
  fuel: board.vehicles.some((vehicle) => vehicle.fuel !== null) ? board.vehicles.map((vehicle) => vehicle.fuel) : undefined,
});

/** The puzzle that begins at a place of another one. */
export function puzzleAt(board, place) {
  const puzzle = structuredClone(board.puzzle);
  puzzle.vehicles = puzzle.vehicles.flatMap((vehicle, index) => {
    const offset = place.offsets[index];
    if (offset === null) return [];
    const fuel = place.fuel?.[index];
    const full = vehicle.fuel === undefined && fuel === board.rules.default_fuel;
    const moved = { ...vehicle, ...(fuel === null || fuel === undefined || full ? {} : { fuel }) };
    if (vehicle.orientation === 'horizontal') moved.column = offset + 1;
    else moved.row = offset + 1;
    return [moved];
  });
  return puzzle;
}

/** An empty board. */
export const blank = (width, height) => ({
  rushlab: 1, width, height, exit: { side: 'right' }, vehicles: [], walls: [],
});

/** The cells of a vehicle of a document, from 0: `[row, column]`. */
export const cells = (vehicle) => Array.from({ length: vehicle.length }, (_, along) =>
  vehicle.orientation === 'horizontal' ? [vehicle.row - 1, vehicle.column - 1 + along] : [vehicle.row - 1 + along, vehicle.column - 1]);

/** A colour's place in the palette, by the rule of the library: A is 0, a number is itself. */
export function paint(label, menu) {
  const value = (character) => (/[A-Z]/.test(character) ? character.charCodeAt(0) - 65 : character.codePointAt(0));
  const spelled = () => [...label.toUpperCase()].reduce((sum, character) => (Math.imul(sum, 31) + value(character)) >>> 0, 0);
  return menu.colours[(/^\d{1,9}$/.test(label) ? Number(label) : spelled()) % menu.colours.length];
}

/** A board to draw from a document that may be unfinished. */
export function sketch(puzzle, menu) {
  const vehicles = puzzle.vehicles.map((vehicle) => {
    const primary = vehicle.label === puzzle.primary;
    const horizontal = vehicle.orientation === 'horizontal';
    return {
      label: vehicle.label, primary, horizontal, length: vehicle.length, fuel: vehicle.fuel ?? null,
      line: (horizontal ? vehicle.row : vehicle.column) - 1, offset: (horizontal ? vehicle.column : vehicle.row) - 1,
      ...(primary ? menu.primary : paint(vehicle.label, menu)),
    };
  });
  const primary = vehicles.find((vehicle) => vehicle.primary);
  return {
    width: puzzle.width, height: puzzle.height, walls: (puzzle.walls ?? []).map(({ row, column }) => [row - 1, column - 1]),
    exit: primary && { side: puzzle.exit?.side ?? 'right', line: primary.line }, vehicles, puzzle: structuredClone(puzzle),
    rules: { default_fuel: puzzle.rules?.default_fuel ?? null },
  };
}
