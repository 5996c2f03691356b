/** Says that a call gets no answer but cannot be lost, long before its connection counts as dead. */
import type { AxiosAdapter, AxiosProgressEvent, InternalAxiosRequestConfig } from 'axios';
import { i18n } from './i18n.ts';
import { showToast } from './toast.ts';

/** Without a byte for this long, whoever waits looks for a word. */
const patience = 5000;

/** How many calls are slow now: one notice is for all of them. */
let slow = 0;
let endNotice = () => {};

function beginSlow(): void {
  if (slow++ > 0) return;
  const until = new Promise<void>((resolve) => {
    endNotice = resolve;
  });
  showToast({ id: 'slow-server', message: i18n.t('components:stored.slow'), until });
}

function endSlow(): void {
  if (--slow === 0) endNotice();
}

/** Sends a call with work that stays on this device if it fails: kept to be sent later, or in its form. */
export async function sayIfSlow(
  send: AxiosAdapter,
  config: InternalAxiosRequestConfig,
): ReturnType<AxiosAdapter> {
  let told = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    if (told) return;
    told = true;
    beginSlow();
  };
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, patience);
  };
  listen();
  try {
    return await send({
      ...config,
      onUploadProgress: (event: AxiosProgressEvent) => {
        listen();
        config.onUploadProgress?.(event);
      },
    });
  } finally {
    clearTimeout(timer);
    if (told) endSlow();
  }
}
