/** The browser's promise to keep what is stored. */
import { keepChoice, readChoice } from '../lib/browser-storage.ts';

const asked = 'asked-to-persist';

const storage = (): StorageManager | undefined => (navigator as { storage?: StorageManager }).storage;

/** Asks the browser never to remove what is stored. @returns its answer */
export const askToPersist = async (): Promise<boolean> =>
  (await storage()
    ?.persist?.()
    .catch(() => false)) ?? false;

/** Asks at the first use. Some browsers ask their user, who is not asked twice. */
export async function askOnce(): Promise<void> {
  if (readChoice(asked) === true) return;
  keepChoice(asked, true);
  await askToPersist();
}
