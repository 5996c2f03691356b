import { lazy, Suspense, useState } from 'react';
import { keepChoice, readChoice } from '../lib/browser-storage.ts';

const CookieBar = lazy(async () => ({ default: (await import('./cookie-bar.tsx')).CookieBar }));

const day = 24 * 60 * 60 * 1000;
/** As long as the consent lasts; browsers would forget a cookie after 400 days. */
const consentDays = 999;

function hasConsented(): boolean {
  const since = readChoice('cookie-consent');
  return typeof since === 'number' && Date.now() - since < consentDays * day;
}

/** On every page until it is accepted, without blocking it: clicks and keys reach the page, which ends above the notice. */
export function CookieNotice() {
  const [consented, setConsented] = useState(hasConsented);
  if (consented) return null;
  const accept = () => {
    keepChoice('cookie-consent', Date.now());
    setConsented(true);
  };
  return (
    <Suspense>
      <CookieBar onAccept={accept} />
    </Suspense>
  );
}
