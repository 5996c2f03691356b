/* Runs before the first paint, so that a dark screen never flashes white. A file, because the content security
   policy allows no inline script. */
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('servicebook.colour-scheme');
  } catch {
    /* Storage may be closed to us; the system's choice stands. */
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
