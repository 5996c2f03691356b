// If the stored app does not start, because that version has a fault, the next load comes from the server. Outside of
// the app, because the app does not run then.
(() => {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller) return;
  const leave = async () => {
    if (document.getElementById('root').childElementCount > 0) return;
    try {
      const { ok } = await fetch('/index.html', { method: 'HEAD', cache: 'no-store' });
      if (!ok) return;
      const registration = await serviceWorker.getRegistration();
      if (await registration?.unregister()) location.reload();
    } catch {}
  };
  setTimeout(leave, 20000);
})();
