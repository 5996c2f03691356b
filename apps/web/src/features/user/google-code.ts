/** Google's popup asks for the user's consent and returns an authorization code, which only the server can use. */
import { ApiError } from '../../lib/api-error.ts';

interface CodeRequest {
  client_id: string;
  scope: string;
  ux_mode: 'popup';
  callback: (answer: { code?: string; error?: string }) => void;
  error_callback: (failure: { type: 'popup_failed_to_open' | 'popup_closed' | 'unknown' }) => void;
}
/** The part of Google Identity Services that this page uses. */
interface GoogleIdentity {
  accounts: { oauth2: { initCodeClient: (request: CodeRequest) => { requestCode: () => void } } };
}
declare global {
  interface Window {
    google?: GoogleIdentity;
  }
}

const scriptAddress = 'https://accounts.google.com/gsi/client';
let loading: Promise<GoogleIdentity> | null = null;

/** Loads Google's script once; after a failure, the next call retries. Throws an ApiError. */
export async function loadGoogle(): Promise<GoogleIdentity> {
  if (window.google) return window.google;
  loading ??= loadScript();
  try {
    return await loading;
  } finally {
    loading = null;
  }
}

const loadScript = () =>
  new Promise<GoogleIdentity>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new ApiError({ status: 0, code: 'GOOGLE_UNAVAILABLE' }));
    };
    script.src = scriptAddress;
    script.async = true;
    script.onload = () => (window.google ? resolve(window.google) : fail());
    script.onerror = fail;
    document.head.append(script);
  });

/** Opens Google's popup; null if the user closed it or declined. Throws an ApiError. */
export async function requestGoogleCode(clientId: string): Promise<string | null> {
  const google = await loadGoogle();
  return new Promise((resolve, reject) => {
    const client = google.accounts.oauth2.initCodeClient({
      client_id: clientId,
      scope: 'openid email profile',
      ux_mode: 'popup',
      callback: ({ code }) => resolve(code ?? null),
      error_callback: ({ type }) => {
        // If the script loads slowly, the browser no longer allows a popup for this click; the next click works.
        if (type === 'popup_failed_to_open') reject(new ApiError({ status: 0, code: 'POPUP_BLOCKED' }));
        else resolve(null);
      },
    });
    client.requestCode();
  });
}
