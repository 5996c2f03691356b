import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { appConfig, sessionUser } from '../testing/render-app.tsx';
import { keepChoice, readChoice } from './browser-storage.ts';
import { i18n, startI18n } from './i18n.ts';
import { openedKey } from './last-opened.ts';
import { setPhoneCode } from './phone.ts';
import { useSessionChange } from './session-change.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';
import { appConfigQuery, startConfig } from './use-app-config.ts';
import { beginSession, endSession, sessionQuery, startSession } from './use-session.ts';

const asks = (path: string): boolean => {
  window.history.replaceState(null, '', path);
  const queryClient = new QueryClient();
  startSession(queryClient);
  return queryClient.getQueryState(sessionQuery.queryKey)?.fetchStatus === 'fetching';
};

it('checks the session, except for a new visitor on a public or unknown page', () => {
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

describe('A page that names its user', () => {
  it('starts without asking who is signed in, nor for the settings', () => {
    const { requests } = fakeServer({});
    const user = sessionUser();
    const queryClient = new QueryClient();
    startSession(queryClient, user);
    startConfig(queryClient, appConfig);
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toEqual(user);
    expect(queryClient.getQueryData(appConfigQuery.queryKey)).toEqual(appConfig);
    expect(requests).toEqual([]);
    // The next visit, and one without a network, know it too.
    expect(readChoice('signed-in')).toBe(true);
    expect(readChoice('app-config')).toEqual(appConfig);
  });

  it('lets the phone know, so that nothing of somebody else stays stored', async () => {
    const remember = vi.fn(async () => {});
    setPhoneCode(async () => ({
      answer: async () => null,
      note: async () => {},
      erase: async () => {},
      isTooLongAway: async () => false,
      remember,
    }));
    onTestFinished(() => setPhoneCode(null));
    startSession(new QueryClient(), sessionUser());
    await vi.waitFor(() => expect(remember).toHaveBeenCalledWith(sessionUser()));
  });
});

describe('What was opened last in this browser', () => {
  const other = { ...sessionUser(), id: 2 };
  const kept = () => Object.keys(localStorage).filter((key) => /recent|opened/.test(key));
  beforeEach(() => {
    keepChoice(openedKey(sessionUser()), [{ kind: 'device', id: 5 }]);
    keepChoice('recent.1.1', [{ kind: 'device', id: 5, title: 'Press', details: ['Mill'] }]);
  });

  it('is forgotten at sign-out, and when the session has ended', async () => {
    endSession(new QueryClient());
    expect(kept()).toEqual([]);
    keepChoice(openedKey(sessionUser()), [{ kind: 'device', id: 5 }]);
    fakeServer({ 'GET /api/user/check-auth': refusal(401, 'NOT_SIGNED_IN') });
    await new QueryClient().fetchQuery(sessionQuery);
    expect(kept()).toEqual([]);
  });

  it('is forgotten when another user signs in, and stays for the same one without the names of earlier versions', async () => {
    beginSession(new QueryClient(), sessionUser());
    expect(kept()).toEqual(['servicebook.opened.1.1']);
    fakeServer({ 'GET /api/user/check-auth': { body: other } });
    await new QueryClient().fetchQuery(sessionQuery);
    expect(kept()).toEqual([]);
  });
});

it('shows the app in the language chosen in another browser', async () => {
  await startI18n();
  await i18n.changeLanguage('en');
  fakeServer({ 'GET /api/user/check-auth': { body: { ...sessionUser(), language: 'it' } } });
  asks('/home');
  await vi.waitFor(() => expect(i18n.language).toBe('it'));
});

describe('Signing in or out in another tab', () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answer = () => queryClient.getQueryData(sessionQuery.queryKey);
  const tellTabs = (newValue: 'true' | 'false') =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'servicebook.signed-in', newValue }));

  it('takes effect here at once, unless there is unsaved input', async () => {
    const { handlers, requests } = fakeServer({ 'GET /api/user/check-auth': { body: sessionUser() } });
    window.history.replaceState(null, '', '/home');
    startSession(queryClient);
    await vi.waitFor(() => expect(answer()).toMatchObject({ id: sessionUser().id }));
    // Like a screen that shows the signed-in user.
    new QueryObserver(queryClient, sessionQuery).subscribe(() => {});
    handlers['GET /api/user/check-auth'] = refusal(401, 'NOT_SIGNED_IN');
    const question = renderHook(() => useSessionChange());
    const typing = renderHook(() => useUnsavedChanges(true));
    const before = requests.length;
    tellTabs('false');
    expect(requests).toHaveLength(before);
    const somebodyElse = { ...sessionUser(), id: sessionUser().id + 1 };
    handlers['GET /api/user/check-auth'] = { body: somebodyElse };
    tellTabs('true');
    await vi.waitFor(() => expect(question.result.current).toBe(true));
    expect(answer()).toMatchObject({ id: sessionUser().id });
    handlers['GET /api/user/check-auth'] = refusal(401, 'NOT_SIGNED_IN');
    typing.unmount();
    tellTabs('false');
    await vi.waitFor(() => expect(answer()).toBeNull());
  });
});
