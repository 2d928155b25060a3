// The keys of the tab Play.

/**
 * Listens while `isActive()`. `act(action)` performs an action of the game, `hint()` requests a hint, `select(letter)`
 * returns whether a vehicle has that label.
 */
export function playKeys({ isActive, act, hint, select, isFinished, next, demonstration }) {
  document.addEventListener('keydown', (event) => {
    // A checkbox uses only the space bar.
    const target = /** @type {Element} */ (event.target);
    const isTyping = target.matches('input:not([type=checkbox], [type=radio]), select, textarea');
    if (!isActive() || event.defaultPrevented || document.querySelector('dialog[open]') || isTyping) return;
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    const opensNext = !control && (key === 'n' || (key === 'enter' && !target.closest('button, a, summary')));
    if ((control && key === 'z' && !event.shiftKey) || key === 'backspace') act('undo');
    else if (control && (key === 'y' || key === 'z')) act('redo');
    else if (key === '?') hint();
    else if (key === 'escape' && demonstration.active) demonstration.stop();
    else if (opensNext && isFinished() && !demonstration.active) next();
    else if (control || event.altKey || key.length > 1 || !select(key)) return;
    event.preventDefault();
  });
}
