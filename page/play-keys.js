// The keys of the tab Play.

/**
 * Listens while `isActive()`. `act(action)` performs an action of the game, `select(letter)` returns whether a vehicle
 * has that label.
 */
export function playKeys({ isActive, act, select, isFinished, next, demonstration }) {
  document.addEventListener('keydown', (event) => {
    if (!isActive() || event.defaultPrevented || document.querySelector('dialog[open]') || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    const control = event.ctrlKey || event.metaKey;
    const opensNext = !control && (key === 'n' || (key === 'enter' && !event.target.closest('button, a, summary')));
    if ((control && key === 'z' && !event.shiftKey) || key === 'backspace') act('undo');
    else if (control && (key === 'y' || key === 'z')) act('redo');
    else if (key === '?') act('hint');
    else if (key === 'escape' && demonstration.active) demonstration.stop();
    else if (opensNext && isFinished() && !demonstration.active) next();
    else if (control || event.altKey || key.length > 1 || !select(key)) return;
    event.preventDefault();
  });
}
