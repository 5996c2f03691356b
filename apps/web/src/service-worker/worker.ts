/**
 * The service worker: answers with the app itself, so that it opens without a network, and sends what waits while no page
 * is looked at. It answers no call of the API. stored-app.ts registers it, and the build adds the list of files
 * (build-service-worker.ts).
 */
import { paths } from '@servicebook/shared/screen-paths';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { sendInBackground } from '../offline/outbox/send-in-background.ts';
import { type MessageToWorker, sendWaiting } from './messages.ts';

declare const self: ServiceWorkerGlobalScope;
declare const storedFiles: {
  page: { url: string; revision: string; integrity: string };
  files: { url: string; revision: string | null }[];
  texts: Record<string, string[]>;
};

const { page, files, texts } = storedFiles;

/** The files of this build, of this version alone. */
const appCache = 'servicebook-app';
/** Files of the build that were loaded by chance, and those of earlier builds that open tabs may still need. */
const visitedCache = 'servicebook-visited';
const mostVisited = 600;
/** Its keys are the languages in use in this browser. */
const languageCache = 'servicebook-languages';

/** Slower than this, a page of the server is as good as none. */
const pageSeconds = 5;

const controller = new PrecacheController({ cacheName: appCache });
controller.addToCacheList([page, ...files]);
// Texts of all languages are answered from the cache, but only those of the languages in use are stored.
controller.addToCacheList(
  Object.values(texts)
    .flat()
    .map((url) => ({ url, revision: null })),
);

/** Not the copies that the page has loaded: the server answers a request of ours in another way (api/src/web-app.ts). */
const toStore = (request: Request): Request =>
  isModule(new URL(request.url)) ? new Request(request, { cache: 'no-store' }) : request;
const askServer = { requestWillFetch: async ({ request }: { request: Request }) => toStore(request) };

/** A controller stores one file after another; several lanes of them do not wait for each answer of a slow network. */
const lanes = [0, 1, 2, 3, 4, 5].map((lane, _, { length }) => {
  const own = new PrecacheController({ cacheName: appCache, plugins: [askServer] });
  own.addToCacheList([page, ...files].filter((_, index) => index % length === lane));
  return own;
});

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([...lanes.map((lane) => lane.install(event)), storeTextsInUse()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    keepForOpenTabs()
      .then(() => controller.activate(event))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  const message: MessageToWorker = event.data;
  if (message.type === 'take over') event.waitUntil(self.skipWaiting());
  else event.waitUntil(addLanguage(message.language));
});

/** Not in the types: only some browsers have it. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener('sync', (event) => {
  const due = event as SyncEvent;
  if (due.tag === sendWaiting) due.waitUntil(sendUnlessSeen());
});

/** A page that is looked at sends by itself, and shows it. */
async function sendUnlessSeen(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window' });
  if (!open.some(({ visibilityState }) => visibilityState === 'visible')) await sendInBackground();
}

async function addLanguage(language: string): Promise<void> {
  if (!texts[language]) return;
  const languages = await caches.open(languageCache);
  await languages.put(`/${language}`, new Response());
  await storeTexts(language);
}

async function storeTextsInUse(): Promise<void> {
  const inUse = await (await caches.open(languageCache)).keys();
  await Promise.all(inUse.map(({ url }) => storeTexts(new URL(url).pathname.slice(1))));
}

async function storeTexts(language: string): Promise<void> {
  const cache = await caches.open(appCache);
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = (texts[language] ?? []).filter((url) => !stored.has(url));
  await cache.addAll(missing.map((url) => toStore(new Request(url))));
}

/** A tab of the version before this one goes on, and may still load parts of it. */
async function keepForOpenTabs(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length === 0) return;
  const [app, visited] = [await caches.open(appCache), await caches.open(visitedCache)];
  for (const request of await app.keys()) {
    const isReplaced = !controller.getCacheKeyForURL(request.url);
    const file = isReplaced && isAsset(new URL(request.url)) && (await app.match(request));
    if (file) await visited.put(request, file);
  }
}

const isAsset = ({ origin, pathname }: URL): boolean =>
  origin === self.location.origin && pathname.startsWith('/assets/');
const isModule = (url: URL): boolean => isAsset(url) && url.pathname.endsWith('.js');

registerRoute(new PrecacheRoute(controller, { directoryIndex: '', cleanURLs: false }));

// The names of these files contain a hash of their content.
registerRoute(
  ({ url }) => isAsset(url),
  new CacheFirst({
    cacheName: visitedCache,
    plugins: [
      {
        cacheDidUpdate: async ({ cacheName }) => {
          const cache = await caches.open(cacheName);
          const oldest = (await cache.keys()).slice(0, -mostVisited);
          await Promise.all(oldest.map((request) => cache.delete(request)));
        },
      },
    ],
  }),
);

/** Addresses that visitors without a session may open: the server draws them, in their language. */
const drawnByServer: string[] = [
  paths.unlockSignIn,
  paths.register,
  paths.landing,
  paths.pricing,
  paths.mobileApp,
  paths.about,
  paths.conditions,
  paths.privacy,
  paths.security,
];
/** The server's page, which visitors need. Without an answer, the app's: this is the browser of somebody who signed in. */
const eitherOf: string[] = [paths.root, paths.login, paths.logout];

const screensOf = (addresses: string[]) => new Set(addresses.map((address) => address.toLowerCase()));
const either = screensOf(eitherOf);
const screens = screensOf(
  Object.values(paths).filter((path) => !drawnByServer.includes(path) && !eitherOf.includes(path)),
);
/** Like the router: ignores case and a trailing slash. */
const routed = ({ pathname }: URL): string => pathname.toLowerCase().replace(/\/+$/, '') || paths.root;
const isPage = (request: Request) => request.mode === 'navigate';

const answerPage = controller.createHandlerBoundToURL(page.url);

registerRoute(
  ({ request, url }) => isPage(request) && screens.has(routed(url)),
  async (options) => {
    options.event.waitUntil(refreshHeaders());
    return answerPage(options);
  },
);

registerRoute(
  ({ request, url }) => isPage(request) && either.has(routed(url)),
  new NetworkOnly({
    networkTimeoutSeconds: pageSeconds,
    plugins: [
      {
        // Whoever wants to sign out reads why that cannot be done now.
        handlerDidError: async ({ request }) =>
          routed(new URL(request.url)) === paths.logout
            ? controller.matchPrecache(page.url)
            : Response.redirect(paths.home),
      },
    ],
  }),
);

/** The page is the same in the whole build, but its headers are the server's settings, which change in between. */
async function refreshHeaders(): Promise<void> {
  const { url, integrity } = page;
  const answer = await fetch(url, { cache: 'reload', integrity }).catch(() => null);
  const key = controller.getCacheKeyForURL(url);
  if (answer?.ok && key) await (await caches.open(appCache)).put(key, answer);
}
