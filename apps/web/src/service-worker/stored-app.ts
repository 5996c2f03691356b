/**
 * Keeps the app on this device: registers the service worker once the first screens have loaded, tells it the language,
 * and finds out when a new version is ready. A new version never takes over by itself while a tab is open.
 */
import { currentLanguage, i18n } from '../lib/i18n.ts';
import { leaveStoredApp } from '../lib/leave-stored-app.ts';
import type { MessageToWorker } from './messages.ts';

const scriptUrl = '/service-worker.js';
/** No file has arrived for this long, so the screens have loaded. */
const quietFor = 3000;
const lookEvery = 60 * 60 * 1000;
const takesOverWithin = 10_000;

let isReady = false;
const listeners = new Set<() => void>();

export const watchNewVersion = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Whether a reload would bring a new version. */
export const isNewVersionReady = (): boolean => isReady;

let registration: ServiceWorkerRegistration | undefined;
let isUpdating = false;
let started: Promise<void> | undefined;

/** Does nothing where there are no service workers, such as in some private windows. */
export const storeApp = (): Promise<void> => (started ??= start());

async function start(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  followTakeOvers(serviceWorker);
  if (!serviceWorker.controller) await quiet();
  registration = await serviceWorker.register(scriptUrl).catch(() => undefined);
  if (!registration) return;
  followVersions(registration);
  followLanguage(registration);
}

/** The user agrees: the new version takes over, and this page is reloaded. */
export function updateNow(): void {
  isUpdating = true;
  const reload = () => window.location.reload();
  if (!registration?.waiting) {
    reload();
    return;
  }
  tell(registration.waiting, { type: 'take over' });
  window.setTimeout(() => leaveStoredApp().then(reload), takesOverWithin);
}

const tell = (worker: ServiceWorker | null, message: MessageToWorker) => worker?.postMessage(message);

function report(): void {
  isReady = true;
  for (const listener of listeners) listener();
}

/** Another tab may have agreed. This one goes on with its own version until its user does too. */
function followTakeOvers(serviceWorker: ServiceWorkerContainer): void {
  let hadVersion = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isUpdating) window.location.reload();
    else if (hadVersion) report();
    hadVersion = true;
  });
}

function followVersions(worker: ServiceWorkerRegistration): void {
  const offer = () => {
    if (worker.waiting && navigator.serviceWorker.controller) report();
  };
  const follow = () => worker.installing?.addEventListener('statechange', offer);
  worker.addEventListener('updatefound', follow);
  follow();
  offer();
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookEvery) return;
    lookedAt = Date.now();
    void look(worker);
  });
  void look(worker);
}

/** The browser looks by itself when a page is opened; a tab that stays open looks here. */
async function look(worker: ServiceWorkerRegistration): Promise<void> {
  try {
    await worker.update();
  } catch {
    const answer = await fetch(scriptUrl, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    // The server has gone back to a build that stores nothing.
    if (answer?.status === 404) await worker.unregister();
  }
}

async function followLanguage(worker: ServiceWorkerRegistration): Promise<void> {
  await navigator.serviceWorker.ready;
  const say = () => {
    const language = currentLanguage();
    for (const version of [worker.active, worker.waiting]) tell(version, { type: 'language', language });
  };
  i18n.on('languageChanged', say);
  say();
}

function quiet(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    let timer = window.setTimeout(done, quietFor);
    const observer = new PerformanceObserver(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(done, quietFor);
    });
    observer.observe({ type: 'resource' });
  });
}
