import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { AxiosAdapter } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countUnsent, draftKey, eraseDrafts, keepDraft } from '../../../features/service/service-draft.ts';
import { keepSignature, readSignature } from '../../../features/service/signature-keeping.ts';
import { http } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { sessionKey } from '../../../lib/session-key.ts';
import { noteUnsent, setUnsentCode } from '../../../lib/unsent.ts';
import type { EntryLabel } from '../../../offline/outbox/database.ts';
import { eraseEntries, keepEntry } from '../../../offline/outbox/entries.ts';
import * as sender from '../../../offline/outbox/sender.ts';
import { fakeServer, refusal } from '../../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../../testing/render-app.tsx';

const logout = 'GET /logout';
const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal('location', { ...window.location, assign });
  return () => vi.unstubAllGlobals();
});

describe('Signing out', () => {
  it('ends the session and continues to the product’s site', async () => {
    fakeServer({ [logout]: { status: 204 } });
    await renderApp('/logout', sessionUser());
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('servicebook.signed-in')).toBe('false');
  });

  it.each([['no connection' as const], [refusal(500, 'INTERNAL')]])(
    'says that the user is still signed in after a failure, and retries: %j',
    async (failure) => {
      const { handlers } = fakeServer({ [logout]: failure });
      const { user } = await renderApp('/logout', sessionUser());
      expect(await screen.findByText('You could not be signed out')).toBeVisible();
      expect(screen.getByText(/You are still signed in here/)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Back to the app' })).toHaveAttribute('href', '/home');
      expect(assign).not.toHaveBeenCalled();
      handlers[logout] = { status: 204 };
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    },
  );

  it('asks for confirmation only if another site has led here', async () => {
    document.head.insertAdjacentHTML('beforeend', '<meta name="sign-out" content="ask">');
    const { requests } = fakeServer({ [logout]: { status: 204 } });
    const { user } = await renderApp('/logout', sessionUser());
    expect(await screen.findByRole('heading', { name: 'Sign out?' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Stay signed in' })).toHaveAttribute('href', '/home');
    expect(requests).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    cleanup();
    await renderApp('/logout', sessionUser());
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  });
});

describe('Without a connection', () => {
  const network = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  afterEach(() => {
    // Otherwise the open page would sign out.
    cleanup();
    network(true);
    noteUnsent('1:1', 0);
  });

  it('the page says why nobody can be signed out, and asks for nothing to be deleted', async () => {
    network(false);
    noteUnsent('1:1', 2);
    const { requests } = fakeServer({ [logout]: { status: 204 } });
    const { user } = await renderApp('/logout', sessionUser());
    expect(await screen.findByRole('heading', { name: 'Signing out needs a connection' })).toBeVisible();
    expect(screen.getByText(/only the server can end it.*nothing has been deleted/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out without sending' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to the app' })).toHaveAttribute('href', '/home');

    // The user may have put the phone away: nothing happens by itself.
    network(true);
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText(/Not sent yet: 2 finished entries\./)).toBeVisible();
    expect(requests).toEqual([]);
  });
});

describe('Work that exists only on this device', () => {
  const mine = { accountId: 1, userId: 1 };
  const theirs = { accountId: 1, userId: 2 };
  const keep = async (owner: typeof mine) => {
    const file = { key: `photo-${owner.userId}`, file: new File(['x'], 'a.jpg'), prepared: true };
    const key = draftKey({ ...owner, deviceId: 3 }, null);
    await keepDraft({
      key,
      keptAt: 1,
      base: null,
      values: {} as never,
      dirty: true,
      files: [file],
      attempt: null,
    });
    const signature = { key: `${owner.accountId}:${owner.userId}:9`, words: '', drawn: {} as never };
    await keepSignature({ ...signature, confirmed: {} as never, attempt: null });
  };
  const left = async (owner: typeof mine) => ({
    ...(await countUnsent(owner)),
    signature: (await readSignature(`${owner.accountId}:${owner.userId}:9`)) !== null,
  });
  const keepWaiting = (kind: EntryLabel['kind'], name = 'Press', group = 'service:9') =>
    keepEntry({
      ...{ owner: '1:1', method: 'post', path: '/api/service/add', query: {}, body: {}, upload: null },
      ...{ file: null, bytes: null, idempotencyKey: crypto.randomUUID(), writtenAfter: null, attempts: 0 },
      ...{ label: { kind, name }, makes: false, group: () => group, answer: () => null },
    });
  const all = { protocols: 1, signatures: 1, files: 1, signature: true };
  const confirmDeletion = async (user: Awaited<ReturnType<typeof renderApp>>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Sign out without sending' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out and delete' }));
  };

  beforeEach(async () => {
    await keep(mine);
    await keep(theirs);
  });

  it('is not deleted because the page was there before it was known who is signed in', async () => {
    const fake = fakeServer({
      [logout]: { status: 204 },
      'GET /api/user/check-auth': { body: sessionUser() },
    });
    const { router } = await renderApp('/rodo', sessionUser());
    const answer = Promise.withResolvers<void>();
    const server = http.defaults.adapter as AxiosAdapter;
    http.defaults.adapter = async (config) => {
      if (config.url === '/api/user/check-auth') await answer.promise;
      return server(config);
    };
    queryClient.removeQueries({ queryKey: sessionKey });
    await act(() => router.navigate('/logout'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    answer.resolve();
    expect(await screen.findByText(/Not sent yet: 1 signature of a customer/)).toBeVisible();
    expect(await left(mine)).toEqual(all);
    expect(fake.sentTo(logout)).toEqual([]);
    expect(assign).not.toHaveBeenCalled();
  });

  it('is named, and deleted with the session after a second question, but only that of the user', async () => {
    fakeServer({ [logout]: { status: 204 } });
    const { user } = await renderApp('/logout', sessionUser());
    const what = '1 signature of a customer, 1 protocol, 1 photo or file';
    expect(await screen.findByText(new RegExp(`Not sent yet: ${what}\\.`))).toBeVisible();
    expect(screen.getByRole('link', { name: 'Stay signed in' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign out without sending' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete what was not sent?' }));
    expect(
      dialog.getByText(`This is lost for good: ${what}. The customer would have to sign again.`),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(assign).not.toHaveBeenCalled();
    expect(await left(mine)).toEqual(all);
    await confirmDeletion(user);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(await left(mine)).toEqual({
      ...{ protocols: 0, signatures: 0, files: 0, signature: false },
    });
    expect(await left(theirs)).toEqual(all);
  });

  it('is also what was finished without a network', async () => {
    const erase = vi.fn(async () => {});
    setUnsentCode(async () => ({
      before: async () => null,
      take: async () => null,
      withWaiting: async (_, list) => list,
      erase,
    }));
    for (const kind of ['protocol', 'photo', 'signature', 'visitStarted'] as const) await keepWaiting(kind);
    // One of them cannot be read.
    noteUnsent('1:1', 5);
    fakeServer({ [logout]: { status: 204 } });
    const { user } = await renderApp('/logout', sessionUser());
    expect(
      await screen.findByText(
        /: 2 signatures of customers, 2 protocols, 2 photos or files, 1 change of a visit, 1 finished entry\./,
      ),
    ).toBeVisible();
    expect(erase).not.toHaveBeenCalled();
    await confirmDeletion(user);
    await waitFor(() => expect(erase).toHaveBeenCalledOnce());
    setUnsentCode(null);
    await eraseEntries('1:1');
  });

  it('is named by its customers and machines, up to three', async () => {
    await keepWaiting('protocol', 'Mill: Press (HP-1)');
    await keepWaiting('photo', 'IMG_0001.jpg');
    await keepWaiting('signature', 'Mill: Jan Kowal');
    for (const name of ['Lathe: Oil leaks', 'Saw: Key at the gate', 'Drill: Dog', 'Crane: Bell'])
      await keepWaiting('note', name, name);
    fakeServer({ [logout]: { status: 204 } });
    await renderApp('/logout', sessionUser());
    const lines = within(
      (await screen.findByText('Mill: Press (HP-1)')).closest('ul') as HTMLElement,
    ).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Mill: Press (HP-1)',
      'Lathe: Oil leaks',
      'Saw: Key at the gate',
      'and 2 more',
    ]);
    await eraseEntries('1:1');
  });

  it('is counted as it is sent, now if its user wants', async () => {
    await eraseDrafts(mine);
    noteUnsent('1:1', 2);
    fakeServer({ [logout]: { status: 204 } });
    const { user } = await renderApp('/logout', sessionUser());
    expect(await screen.findByText(/Not sent yet: 2 finished entries\./)).toBeVisible();
    act(() => noteUnsent('1:1', 1));
    expect(await screen.findByText(/Not sent yet: 1 finished entry\./)).toBeVisible();
    const send = vi.spyOn(sender, 'sendAll').mockImplementation(async () => {
      noteUnsent('1:1', 0);
      return true;
    });
    await user.click(screen.getByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(send).toHaveBeenCalledOnce();
  });

  it('is kept if signing out fails', async () => {
    fakeServer({ [logout]: 'no connection' });
    const { user } = await renderApp('/logout', sessionUser());
    await confirmDeletion(user);
    expect(await screen.findByText('You could not be signed out')).toBeVisible();
    expect(await left(mine)).toEqual(all);
  });
});
