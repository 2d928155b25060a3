// Runs before anything is painted, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem('rushlab.theme');
  if (theme) document.documentElement.dataset.theme = theme.replace(/"/g, '');
} catch {
  // Storage may be forbidden; then the system's theme it is.
}
