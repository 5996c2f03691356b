import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { sessionUser } from '../testing/render-app.tsx';
import { keepChoice } from './browser-storage.ts';
import { i18n, startI18n } from './i18n.ts';
import { sessionQuery, startSession } from './use-session.ts';

const asks = (path: string): boolean => {
  window.history.replaceState(null, '', path);
  const queryClient = new QueryClient();
  startSession(queryClient);
  return queryClient.getQueryState(sessionQuery.queryKey)?.fetchStatus === 'fetching';
};

it('asks who is signed in, except for a newcomer on a page for everybody or on none', () => {
  fakeServer({});
  expect(['/home', '/order', '/', '/rodo', '/login', '/no-such-page'].map(asks)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  keepChoice('signed-in', true);
  expect(['/', '/no-such-page'].map(asks)).toEqual([true, true]);
});

it('shows the app in the language that the user chose on another browser', async () => {
  await startI18n();
  await i18n.changeLanguage('en');
  fakeServer({ 'GET /api/user/check-auth': { body: { ...sessionUser(), language: 'it' } } });
  asks('/home');
  await vi.waitFor(() => expect(i18n.language).toBe('it'));
});
