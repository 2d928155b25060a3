// One control to play a sequence of frames: to the start, back, play or pause, forward, to the end, a slider, and the
// speed.

import { announce, button, capital, h, icon, reducedMotion, select } from './dom.js';
import { bind, setting, watch } from './settings.js';

/** The speeds, as multiples of the normal one. */
const SPEEDS = [
  ['0.5', 'Slow'],
  ['1', 'Normal'],
  ['2', 'Fast'],
  ['4', 'Very fast'],
];

/** Creates the menu of speeds. All menus show the same setting. */
export function speedMenu() {
  const menu = bind(
    select(
      SPEEDS.map(([value, text]) => ({ value, text })),
      '1',
    ),
    'speed',
  );
  menu.setAttribute('aria-label', 'Speed of playback');
  return menu;
}

/** Returns the time between two frames, given the time at the normal speed, in milliseconds. */
export const frameTime = (interval = 480) =>
  (reducedMotion() ? Math.max(900, interval) : interval) / Number(setting('speed'));

/**
 * Creates the control. `length` is the number of frames; `onShow(index)` shows one. `describe(index)` names a frame for
 * screen readers. `interval` is the time between frames at the normal speed, in milliseconds. No frame is shown before
 * `load`, `show` or `play`.
 * Returns `{ element, index, length, playing, load(length, index), show(index, silent), play(), pause(), onEnd }`.
 */
export function makePlayback({
  length = 1,
  onShow,
  noun = 'move',
  describe = (index) => `${noun} ${index}`,
  interval = undefined,
}) {
  let timer = 0;
  const range = h('input', {
    type: 'range',
    min: 0,
    max: 0,
    value: 0,
    'aria-label': capital(noun),
    oninput: () => jump(Number(range.value)),
  });
  const run = button('', () => (timer ? pause() : play()), { symbol: 'play', label: 'Play' });
  const jumps = {
    first: button('', () => jump(0), { symbol: 'first', label: 'To the start' }),
    back: button('', () => jump(playback.index - 1), { symbol: 'back', label: `One ${noun} back` }),
    forward: button('', () => jump(playback.index + 1), { symbol: 'forward', label: `One ${noun} forward` }),
    last: button('', () => jump(playback.length - 1), { symbol: 'last', label: 'To the end' }),
  };
  const element = h(
    'div',
    { class: 'playback player', role: 'group', 'aria-label': 'Playback' },
    jumps.first,
    jumps.back,
    run,
    jumps.forward,
    jumps.last,
    range,
    speedMenu(),
  );
  const playback = { element, index: 0, length, playing: false, load: setFrames, show, play, pause, onEnd: null };

  function jump(index) {
    pause();
    show(index);
  }

  /** Shows a frame; without `silent`, it is announced. */
  function show(index, silent = false) {
    playback.index = Math.max(0, Math.min(playback.length - 1, index));
    range.value = playback.index;
    const text = describe(playback.index);
    range.setAttribute('aria-valuetext', text);
    const [atStart, atEnd] = [playback.index === 0, playback.index >= playback.length - 1];
    // A button that has the focus stays enabled, so that the focus is not lost.
    for (const [name, end] of [
      ['first', atStart],
      ['back', atStart],
      ['forward', atEnd],
      ['last', atEnd],
    ]) {
      jumps[name].setAttribute('aria-disabled', String(end));
    }
    onShow(playback.index);
    if (!silent) announce(text);
  }

  /** Replaces the frames, and shows one without playing. */
  function setFrames(count, index = 0) {
    pause();
    setLength(count);
    show(index, true);
  }

  function setLength(count) {
    playback.length = Math.max(1, count);
    range.max = playback.length - 1;
    run.disabled = playback.length < 2;
  }

  function start() {
    clearInterval(timer);
    timer = setInterval(() => {
      show(playback.index + 1);
      if (playback.index < playback.length - 1) return;
      pause();
      playback.onEnd?.();
    }, frameTime(interval));
  }

  function play() {
    if (playback.length < 2) return;
    if (playback.index === playback.length - 1) show(0, true);
    start();
    setButton('pause', 'Pause');
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    setButton('play', 'Play');
  }

  function setButton(symbol, label) {
    playback.playing = symbol === 'pause';
    run.replaceChildren(icon(symbol));
    run.setAttribute('aria-label', label);
    run.title = label;
  }

  watch('speed', () => timer && start());
  setLength(length);
  return playback;
}
