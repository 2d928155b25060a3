// Sounds and vibration, both off unless the user wants them.

import { setting } from './settings.js';

let context = null;

/** Plays a tone: frequency in hertz, start and length in seconds. */
function tone(frequency, start, length, volume) {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const at = context.currentTime + start;
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

function play(tones) {
  if (!setting('sound') || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  tones.forEach(([frequency, start, length, volume]) => tone(frequency, start, length, volume));
}

const vibrate = (pattern) => setting('vibration') && navigator.vibrate?.(pattern);

/** A vehicle has moved. */
export function moved() {
  play([[220, 0, 0.08, 0.12]]);
  vibrate(12);
}

/** The puzzle is solved. */
export function solved() {
  play([523, 659, 784, 1047].map((frequency, index) => [frequency, index * 0.11, 0.35, 0.15]));
  vibrate([30, 40, 30, 40, 90]);
}
