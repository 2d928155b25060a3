// The colour scale of distances from the exit: yellow at the exit, then green, then blue. It differs from both page
// backgrounds.

const STOPS = [
  [253, 220, 60],
  [122, 199, 90],
  [33, 155, 150],
  [62, 100, 190],
  [120, 60, 160],
];

/** Returns the colour of a part of the greatest distance, from 0 to 1. */
export function distanceColour(part) {
  const at = Math.max(0, Math.min(1, part)) * (STOPS.length - 1);
  const [one, two] = [STOPS[Math.floor(at)], STOPS[Math.min(STOPS.length - 1, Math.floor(at) + 1)]];
  return `rgb(${one.map((channel, index) => Math.round(channel + (two[index] - channel) * (at % 1))).join(' ')})`;
}

/** The colour of unsolvable positions. */
export const UNSOLVABLE = '#888';

/** Draws the scale on a canvas of 200 × 1 pixels. */
export function drawScale(canvas) {
  const context = canvas.getContext('2d');
  for (let at = 0; at < 200; at++) {
    context.fillStyle = distanceColour(at / 199);
    context.fillRect(at, 0, 1, 1);
  }
}
