import { useState } from 'react';
import { keepChoice, readChoice } from '../lib/browser-storage.ts';
import { CookieBar } from './cookie-bar.tsx';

const day = 24 * 60 * 60 * 1000;
/** The lifetime of the consent. Browsers would delete a cookie after 400 days. */
const consentDays = 999;

function hasConsented(): boolean {
  const since = readChoice('cookie-consent');
  return typeof since === 'number' && Date.now() - since < consentDays * day;
}

/** Shown on every page until it is accepted, without blocking the page, which ends above the notice. */
export function CookieNotice() {
  const [consented, setConsented] = useState(hasConsented);
  if (consented) return null;
  const accept = () => {
    keepChoice('cookie-consent', Date.now());
    setConsented(true);
  };
  return <CookieBar onAccept={accept} />;
}
