// The settings of the page: theme, labels, sound, vibration, the speed of playback. Other tabs of the browser follow a
// change.

import { load, onOtherTab, save } from './store.js';

const DEFAULTS = {
  theme: 'auto',
  labels: true,
  sound: false,
  vibration: false,
  speed: '1',
  path: false,
  notation: 'words',
};

/** Returns a setting. */
export const setting = (name) => load(name, DEFAULTS[name]);

const listeners = new Map(Object.keys(DEFAULTS).map((name) => [name, new Set()]));

/** Changes a setting. */
export function change(name, value) {
  save(name, value);
  listeners.get(name).forEach((listener) => listener(value));
}

/** Calls `listener(value)` now, and when a setting changes. */
export function watch(name, listener) {
  listeners.get(name).add(listener);
  listener(setting(name));
}

for (const name of listeners.keys()) {
  onOtherTab(name, (changed) => changed === name && listeners.get(name).forEach((listener) => listener(setting(name))));
}

/** Connects a checkbox or a menu with a setting. */
export function bind(control, name) {
  const property = control.type === 'checkbox' ? 'checked' : 'value';
  watch(name, (value) => (control[property] = value));
  control.addEventListener('change', () => change(name, control[property]));
  return control;
}

/** Connects the controls of the header; `onTheme` is called after the theme has changed. */
export function bindHeader(onTheme) {
  bind(document.getElementById('theme'), 'theme');
  bind(document.getElementById('labels'), 'labels');
  watch('theme', (theme) => {
    document.documentElement.dataset.theme = theme;
    onTheme();
  });
  watch('labels', (labels) => document.documentElement.classList.toggle('unlabelled', !labels));
}
