/** Asks the browser to send what waits also while the app is closed. Not all browsers can. */
import { sendWaiting } from '../../service-worker/messages.ts';

interface Syncing {
  sync?: { register: (tag: string) => Promise<void> };
}

/** The browser can send without the app. */
export const sendsWhenClosed = (): boolean => 'SyncManager' in globalThis;

export async function sendWhenClosed(): Promise<void> {
  if (!sendsWhenClosed()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // A user may have forbidden it.
  await (registration as Syncing | undefined)?.sync?.register(sendWaiting).catch(() => {});
}
