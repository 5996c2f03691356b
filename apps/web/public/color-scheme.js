/* Runs before the first paint, so that a dark screen never flashes white, nor a page in another language than the one
   chosen here. A file, because the content security policy allows no inline script. */
(() => {
  const page = document.documentElement;
  let chosen = null;
  let language = null;
  try {
    chosen = localStorage.getItem('servicebook.colour-scheme');
    language = JSON.parse(localStorage.getItem('servicebook.language'));
  } catch {
    /* Storage may be closed to us; the system's choice stands. */
  }
  /* global.css hides such a page until main.tsx has the right one. */
  if (language && language !== page.lang && !new URLSearchParams(location.search).has('lang'))
    page.setAttribute('data-other-language', '');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
