// What a browser has stored to work without a network.
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser, offline } from './browser.ts';

/** A phone's browser that keeps what it stores in a folder, signed in by its cookies. */
export async function openPhone(
  profile: string,
  baseURL: string,
  cookies: Parameters<BrowserContext['addCookies']>[0],
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [...browserFlags, offline],
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'allow',
  });
  await context.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  // A browser writes its cookies down every 30 seconds.
  await context.addCookies(cookies);
  return context;
}

/** Whether the app and the whole working set of its user are stored. */
export const hasWorkingSet = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!navigator.serviceWorker.controller || !names.includes('servicebook-stored')) return false;
    const done = <Result>(asked: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const database = await done(indexedDB.open('servicebook-stored'));
    const [owner] = await done(database.transaction('owners').objectStore('owners').getAll());
    database.close();
    return owner?.set?.complete === true;
  });
