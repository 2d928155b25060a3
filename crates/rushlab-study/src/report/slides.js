
// Moves between slides with the keys of a presentation remote.
const slides = [...document.querySelectorAll(".slide")];
const current = () => {
  const middle = innerHeight / 2;
  const distance = (slide) => {
    const { top, bottom } = slide.getBoundingClientRect();
    return top <= middle && middle <= bottom ? 0 : Math.min(Math.abs(top - middle), Math.abs(bottom - middle));
  };
  return slides.reduce((best, slide, index) => (distance(slide) < distance(slides[best]) ? index : best), 0);
};
const show = (index) => slides[Math.max(0, Math.min(slides.length - 1, index))].scrollIntoView();
const keys = {
  ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, Enter: 1, n: 1,
  ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Backspace: -1, p: -1,
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  // In a table that is wider than the screen, the horizontal arrows scroll it; on a link, Enter follows it.
  const box = event.target.closest?.(".scroll");
  if (box && box.scrollWidth > box.clientWidth && /^Arrow(Left|Right)$/.test(event.key)) return;
  if (event.key === "Enter" && event.target.closest?.("a")) return;
  if (event.key === "Home") show(0);
  else if (event.key === "End") show(slides.length - 1);
  else if (event.key in keys) show(current() + (event.shiftKey && event.key === " " ? -1 : keys[event.key]));
  else return;
  event.preventDefault();
});
