// Shows a solution on the board: pause, step, speed, stop. The game itself does not change.

import { announce, button, count, h, reducedMotion } from './dom.js';
import * as lab from './lab.js';
import { frameTime, speedMenu } from './play-button.js';

export class Demonstration {
  /** @type {any} */ moves;
  /** @type {any} */ states;
  /** @type {any} */ at;

  /** Shows on a view; `onStop()` is called when the user ends it. */
  constructor(view, onStop) {
    this.view = view;
    this.onStop = onStop;
    this.text = h('p', { class: 'small' });
    this.run = button('Pause', () => (this.timer ? this.pause() : this.play()), { symbol: 'pause' });
    this.back = button('Back', () => this.step(-1), { symbol: 'back' });
    this.forward = button('Step', () => this.step(1), { symbol: 'forward' });
    this.bar = h(
      'div',
      { class: 'demonstration', hidden: true, role: 'group', 'aria-label': 'Solution' },
      this.text,
      h(
        'div',
        { class: 'tools minor' },
        this.run,
        this.back,
        this.forward,
        speedMenu(),
        button('Stop', () => this.stop(), { symbol: 'stop' }),
      ),
    );
  }

  get active() {
    return !this.bar.hidden;
  }

  /** Starts with a game and the moves that solve it. */
  start(state, moves) {
    Object.assign(this, { moves, states: [state], at: 0 });
    this.bar.hidden = false;
    this.view.locked = true;
    this.show();
    this.play();
    this.run.focus();
    this.bar.scrollIntoView({ block: 'nearest' });
  }

  play() {
    if (this.at >= this.moves.length) this.go(0);
    this.setButton('Pause', 'pause');
    const next = async () => {
      if (!this.timer || !(await this.go(this.at + 1))) return;
      if (this.at >= this.moves.length) this.pause();
      else if (this.timer) this.timer = setTimeout(next, frameTime());
    };
    this.timer = setTimeout(next, frameTime());
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.setButton('Play', 'play');
  }

  step(by) {
    this.pause();
    return this.go(this.at + by);
  }

  setButton(text, symbol) {
    this.run.querySelector('use').setAttribute('href', `#i-${symbol}`);
    this.run.querySelector('span').textContent = text;
  }

  /** Shows the position after a number of moves; returns false if the demonstration ended meanwhile. */
  async go(index) {
    const to = Math.max(0, Math.min(this.moves.length, index));
    const { states, moves } = this;
    try {
      while (states.length <= to) {
        const { vehicle, direction, cells } = moves[states.length - 1];
        const signed = ['left', 'up'].includes(direction) ? -cells : cells;
        states.push(
          await lab.request('game', { game: states.at(-1).game, action: { move: { vehicle, cells: signed } } }),
        );
      }
    } catch (error) {
      this.pause();
      this.text.textContent = `${error.message}.`;
      return false;
    }
    if (!this.active || this.states !== states) return false;
    this.at = to;
    this.show();
    return true;
  }

  show() {
    const { board, position, reach, finished } = this.states[this.at];
    this.view.show(board, position, reach);
    const move = this.moves[this.at];
    this.view.mark(move?.vehicle ?? -1);
    const last = this.moves[this.at - 1];
    this.text.textContent = last
      ? `Move ${this.at} of ${this.moves.length}: ${last.label} ${last.direction} ${last.cells}.`
      : `The shortest solution from here: ${count(this.moves.length, 'moves')}.`;
    announce(this.text.textContent);
    this.back.setAttribute('aria-disabled', String(this.at === 0));
    this.forward.setAttribute('aria-disabled', String(!move));
    if (finished && !reducedMotion()) this.view.driveOut();
  }

  stop() {
    if (!this.active) return;
    this.pause();
    this.bar.hidden = true;
    this.view.locked = false;
    this.view.mark(-1);
    this.onStop();
  }
}
