import type { Role } from '@servicebook/shared/access';
import type { AppConfig } from '@servicebook/shared/app';
import type { SessionUser } from '@servicebook/shared/user';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, matchRoutes } from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '../app/app.tsx';
// All pages are loaded before a test begins; see `loadPage`.
import '../app/bottom-bar.tsx';
import '../app/print-head.tsx';
import '../app/stored-data.tsx';
import '../app/top-bar.tsx';
import '../app/unsent-mark.tsx';
import '../app/unsent-work.tsx';
import { routes } from '../app/routes.tsx';
import { keepChoice } from '../lib/browser-storage.ts';
import { queryClient } from '../lib/query-client.ts';
import { appConfigQuery } from '../lib/use-app-config.ts';
import { sessionQuery } from '../lib/use-session.ts';
import { startTexts } from './start-texts.ts';

export const sessionUser = (role: Role = 'ROLE_ADMIN'): SessionUser => ({
  id: 1,
  position: '',
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Nowak',
  vacationDays: 0,
  expired: false,
  mustChoosePassword: false,
  timezone: 'Europe/Warsaw',
  roles: [{ role }],
  language: 'en',
  account: { id: 1, companyName: 'Example Service', closed: false, endsOn: null, termsFrom: null },
});

/** An installation without any optional features. */
export const appConfig: AppConfig = {
  unlockRequired: false,
  paymentsEnabled: false,
  siteUrl: '/',
  tileUrl: '',
  tileAttribution: '',
  publicUrl: 'https://servicebook.example',
  googleClientId: '',
  operator: {
    name: 'Example Operator',
    street: 'Long Street 1',
    postalCode: '00-001',
    city: 'Warsaw',
    country: 'PL',
    nip: '1234567890',
    email: 'contact@example.com',
    phone: '+48 22 000 00 00',
  },
  dataCountries: [],
  storeUrl: '',
  socialUrls: { facebook: '', instagram: '', linkedin: '', youtube: '' },
};

/** A browser set to English that knows the signed-in user. */
export async function startStory(user: SessionUser | null, { consented = true } = {}) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
  await startTexts();
  if (consented) keepChoice('cookie-consent', Date.now());
  queryClient.clear();
  // Failed calls are retried as often as in the app, but without pauses.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 } });
  queryClient.setQueryData(sessionQuery.queryKey, user);
  queryClient.setQueryData(appConfigQuery.queryKey, appConfig);
}

/** Loading a page can take long on a busy machine; this must not count against the waits of a test. */
const loadPage = (address: string) =>
  Promise.all(
    (matchRoutes(routes, new URL(address, 'http://localhost')) ?? []).map(
      async ({ route }) => typeof route.lazy === 'function' && (await route.lazy()),
    ),
  );

/** Opens the whole app at an address, in English, signed in as a user or (null) as nobody. */
export async function renderApp(address: string, user: SessionUser | null, { consented = true } = {}) {
  await startStory(user, { consented });
  await loadPage(address);
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<App router={router} />);
  return { user: userEvent.setup(), router };
}
