import { expect, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { appConfigQuery } from '../lib/use-app-config.ts';

type Answer = { code: string } | { error: 'access_denied' } | 'popup_closed' | 'popup_failed_to_open';

/** Adds a Google client id to the settings of an app that is already open. */
export const configureGoogle = () =>
  queryClient.setQueryData(
    appConfigQuery.queryKey,
    (config) => config && { ...config, googleClientId: 'client-1' },
  );

/** Replaces Google's script and popup with ones that give this answer. */
export function fakeGoogle(answer: Answer) {
  delete window.google;
  const requests: { client_id: string; ux_mode: string; scope: string }[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) throw new Error('Only Google’s script is expected here');
    window.google = {
      accounts: {
        oauth2: {
          initCodeClient: ({ callback, error_callback, ...request }) => ({
            requestCode: () => {
              requests.push(request);
              if (typeof answer === 'string') error_callback({ type: answer });
              else callback(answer);
            },
          }),
        },
      },
    };
    expect(script.src).toBe('https://accounts.google.com/gsi/client');
    script.onload?.(new Event('load'));
  });
  return requests;
}
