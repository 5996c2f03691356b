/* Runs before the first paint, so that a dark screen never flashes white, nor a page in another language than the one
   chosen here, nor a notice that was accepted. A file, because the content security policy allows no inline script. */
(() => {
  const page = document.documentElement;
  let chosen = null;
  let language = null;
  let accepted = 0;
  try {
    chosen = localStorage.getItem('servicebook.colour-scheme');
    language = JSON.parse(localStorage.getItem('servicebook.language'));
    accepted = Number(localStorage.getItem('servicebook.cookie-consent'));
  } catch {
    /* Storage may be closed to us; the system's choice stands. */
  }
  /* global.css hides such a page until main.tsx has the right one. */
  if (language && language !== page.lang && !new URLSearchParams(location.search).has('lang'))
    page.setAttribute('data-other-language', '');
  /* The server draws the notice on cookies. app/cookie-notice.tsx asks again after as many days. */
  if (Date.now() - accepted < 999 * 864e5) page.setAttribute('data-cookies-accepted', '');
  /* Also for a tap before the app is there. */
  addEventListener('click', ({ target }) => {
    if (!target.closest?.('[data-cookie-notice] button')) return;
    page.setAttribute('data-cookies-accepted', '');
    try {
      localStorage.setItem('servicebook.cookie-consent', Date.now());
    } catch {
      /* It is asked for again then. */
    }
  });
  /* The scripts of a drawn page wait in a template until it is painted, but so briefly that a slow line loses nothing. */
  addEventListener('DOMContentLoaded', () => {
    const scripts = document.querySelector('template[data-scripts]');
    if (!scripts) return;
    const start = () => document.body.append(scripts.content);
    if (!document.hidden) new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, document.hidden ? 0 : 100);
  });
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
