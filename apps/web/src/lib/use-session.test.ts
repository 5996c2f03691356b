import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { keepChoice } from './browser-storage.ts';
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
