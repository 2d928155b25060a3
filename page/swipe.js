// Swipes of one finger beside the vehicles of a board.

const DISTANCE = 60;

/** Calls `left()` or `right()` after a swipe in that direction. */
export function swipes(host, { left, right }) {
  let from = null;
  host.addEventListener('pointerdown', (event) => {
    from =
      event.pointerType === 'touch' && event.isPrimary && !event.target.closest('.vehicle:not(.stuck)')
        ? [event.clientX, event.clientY]
        : null;
  });
  host.addEventListener('pointerup', (event) => {
    if (!from) return;
    const [across, down] = [event.clientX - from[0], event.clientY - from[1]];
    from = null;
    if (Math.abs(across) > DISTANCE && Math.abs(across) > 2 * Math.abs(down)) (across < 0 ? left : right)();
  });
  host.addEventListener('pointercancel', () => (from = null));
}
