// Runs before the first paint, so that the page does not flash in another theme.
try {
  const theme = localStorage.getItem('rushlab.theme');
  if (theme) document.documentElement.dataset.theme = theme.replace(/"/g, '');
} catch {
  // Without storage, the page uses the system's theme.
}
