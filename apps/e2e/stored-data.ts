// What a browser has stored to work without a network.
import type { Page } from '@playwright/test';

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
