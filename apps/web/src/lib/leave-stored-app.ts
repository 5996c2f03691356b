/**
 * Makes the next load come from the server, even if the service worker would answer with the version it has stored. The
 * new page registers it again. Without an answer of the server the stored version stays: it is all there is.
 */
export async function leaveStoredApp(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (!worker) return;
    const { ok } = await fetch('/index.html', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    });
    if (ok) await worker.unregister();
  } catch {}
}
