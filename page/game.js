// A game in progress: its state, its time, and its entry in the storage. Each request contains the game as one line.

import * as lab from './lab.js';
import { forgetGame, gameOf, saveGame } from './saves.js';
import { save } from './store.js';

const MAX_SAVEPOINTS = 8;

export class Game {
  /** @type {any} */ board;
  /** @type {any} */ key;
  /** @type {any} */ name;
  /** @type {any} */ level;
  /** @type {any} */ address;

  /** A game of the current puzzle; `address` opens it again. */
  constructor({ board, key, name, level }, address) {
    Object.assign(this, { board, key, name, level, address });
    this.state = null;
    this.seconds = 0;
    /** Whether the solution was shown, which earns nothing. */
    this.shown = false;
    this.savepoints = [];
    this.queue = Promise.resolve();
    /** The number of actions that are not finished. */
    this.pending = 0;
  }

  /** Continues the stored game, or begins a new one. With `finished`, a finished game is shown again. */
  async begin({ finished = false } = {}) {
    const stored = gameOf(this.key);
    if (stored?.game) {
      const state = await lab.request('game', { game: stored.game }).catch(() => null);
      if (state && (finished || !state.finished)) {
        this.adopt(state, stored);
        return;
      }
      this.savepoints = stored.savepoints ?? [];
    }
    this.state = await lab.request('game', { puzzle: this.board.puzzle });
  }

  adopt(state, { seconds, shown, savepoints }) {
    this.state = state;
    this.seconds = seconds ?? 0;
    this.shown = Boolean(shown);
    this.savepoints = savepoints ?? [];
  }

  /** Performs an action after all earlier ones; returns the state before it. */
  act(action) {
    this.pending++;
    const result = this.queue
      .then(async () => {
        const before = this.state;
        this.state = await lab.request('game', { game: before.game, action });
        if (action === 'reset') [this.seconds, this.shown] = [0, false];
        this.store();
        return before;
      })
      .finally(() => this.pending--);
    this.queue = result.catch(() => {});
    return result;
  }

  /**
   * Performs an action that needs a search: a hint, par. Moves do not wait for it. Returns the state before it, or null
   * if the game went on meanwhile.
   */
  async search(action, signal) {
    await this.queue;
    const before = this.state;
    const state = await lab.request('game', { game: before.game, action }, { signal });
    if (this.state !== before || this.pending) return null;
    this.state = state;
    this.store();
    return before;
  }

  /** Stores the game, unless nothing has happened in it. */
  store() {
    const { state, seconds, shown, savepoints, name, level, address } = this;
    const begun = state.can_undo || state.can_redo || state.hints || shown || savepoints.length;
    if (!begun) return void forgetGame(this.key);
    const entry = {
      game: state.game,
      seconds: Math.round(seconds),
      shown,
      savepoints,
      name,
      level,
      address,
      offsets: state.position.offsets,
      moves: state.moves,
      finished: state.finished,
    };
    return void saveGame(this.key, entry);
  }

  /** Stores the time, unless another tab of the browser has continued the game. */
  storeTime() {
    const stored = gameOf(this.key);
    if (this.state && stored?.game === this.state.game && stored.seconds !== Math.round(this.seconds)) this.store();
  }

  /** Takes over the game as another tab has stored it; returns whether it differs. */
  async takeOver() {
    const stored = gameOf(this.key);
    if (!this.state || (stored ? stored.game === this.state.game : !this.state.can_undo)) return false;
    // A game that the other tab has removed is back at the start.
    const request = stored ? { game: stored.game } : { puzzle: this.board.puzzle };
    const change = this.queue.then(async () => this.adopt(await lab.request('game', request), stored ?? {}));
    this.queue = change.catch(() => {});
    return change.then(
      () => true,
      () => false,
    );
  }

  /** Adds a savepoint at the current position. */
  addSavepoint() {
    const { state, seconds, shown } = this;
    this.savepoints = [
      ...this.savepoints.filter(({ game }) => game !== state.game),
      { game: state.game, moves: state.moves, cost: state.cost, seconds: Math.round(seconds), shown },
    ].slice(-MAX_SAVEPOINTS);
    this.store();
  }

  /** Returns to a savepoint. What was shown since stays shown. */
  async restore({ game, seconds, shown }) {
    const change = this.queue.then(async () => {
      this.state = await lab.request('game', { game });
      this.seconds = Math.max(this.seconds, seconds);
      this.shown ||= Boolean(shown);
      this.store();
    });
    this.queue = change.catch(() => {});
    return change;
  }

  removeSavepoint(savepoint) {
    this.savepoints = this.savepoints.filter((other) => other !== savepoint);
    this.store();
  }

  /** Notes that the solution was shown. */
  markShown(state) {
    this.state = { ...this.state, game: state.game };
    this.shown = true;
    this.store();
    save('demonstrated', true);
  }
}
