import 'fake-indexeddb/auto';
import type { WorkingSet } from '@servicebook/shared/offline';
import { screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDraft, keepDraft, type ServiceDraft } from '../../../features/service/service-draft.ts';
import { setPhoneCode } from '../../../lib/phone.ts';
import { noteUnsent, noteVanished } from '../../../lib/unsent.ts';
import type { Entry } from '../../../offline/outbox/database.ts';
import { eraseSent, noteSent } from '../../../offline/outbox/sent.ts';
import { phone } from '../../../offline/phone.ts';
import { refreshStored } from '../../../offline/refresh.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../../testing/render-app.tsx';
import { protocol } from '../../../testing/service-story.ts';

const workingSet = 'POST /api/offline/workingSet';
const user = sessionUser();
const category = {
  ...{ id: 3, name: 'Presses', serviceReviewOperationsList: '[]', inspectionPeriodInMonths: null },
  ...{ count: 0, revision: 1 },
};
const answer = (whole: boolean): WorkingSet => ({
  takenAt: '2026-11-23T13:05:00.000Z',
  revision: 'r1',
  set: {
    ...{ whole, missingMachines: whole ? 0 : 7, more: false },
    chunks: [{ kind: 'categories', key: 'categories/3', hash: 'a', records: [category] }],
  },
});

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media === '(pointer: coarse)' || media.includes('prefers-reduced-motion'),
        addEventListener: () => {},
        removeEventListener: () => {},
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  );
  setPhoneCode(async () => phone);
});
afterEach(async () => {
  await phone.erase();
  setPhoneCode(null);
  vi.unstubAllGlobals();
});

/** Has stored what there is. */
async function stored(whole = true) {
  const server = fakeServer({ [workingSet]: { body: answer(whole) } });
  await phone.remember(user);
  await refreshStored(user);
  return server;
}

describe('The page "On this device"', () => {
  it('says what is stored and of when, and refreshes it', async () => {
    const server = await stored();
    const { user: person } = await renderApp('/offline', user);
    expect(await screen.findByText(/14:05/)).toBeVisible();
    expect(screen.getByText(/All machines and customers/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Refresh now' }));
    await vi.waitFor(() => expect(server.sentTo(workingSet).length).toBeGreaterThan(1), { timeout: 15_000 });
  });

  it('says that there is no room for what a refresh brings, and what to do', async () => {
    await stored();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    const { user: person } = await renderApp('/offline', user);
    await person.click(await screen.findByRole('button', { name: 'Refresh now' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/no room left.*Free some space/);
  });

  it('lists protocols that were started and not saved', async () => {
    await stored();
    const values = { devices: [{ value: 5, label: 'Press', hint: 'HP-1' }] };
    const draft = { keptAt: Date.parse('2026-11-23T13:05:00Z'), base: null, values, dirty: true, files: [] };
    await keepDraft({ ...draft, key: '1:1:5:new', attempt: null } as unknown as ServiceDraft);
    await renderApp('/offline', user);
    expect(await screen.findByRole('heading', { name: 'Not saved yet' })).toBeVisible();
    expect(screen.getByText('New protocol, not saved yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue: Press (HP-1)' })).toHaveAttribute(
      'href',
      '/machineEdit?id=5&activeTab=service&service=new',
    );
    await dropDraft('1:1:5:new');
    await waitFor(() => expect(screen.queryByText('New protocol, not saved yet')).toBeNull());
  });

  it('does not say that everything is sent while a photo of a saved protocol waits', async () => {
    await stored();
    await noteSent({ seq: 1, owner: '1:1', label: { kind: 'protocol', name: 'Mill: Press' } } as Entry);
    const files = [{ key: 'a', file: new File(['a'], 'a.jpg'), prepared: true }];
    const draft = { keptAt: Date.now(), base: protocol, values: {}, dirty: false, files, attempt: null };
    await keepDraft({ ...draft, key: '1:1:5:31' } as unknown as ServiceDraft);
    await renderApp('/offline', user);
    expect(await screen.findByRole('heading', { name: 'Attachments not sent yet' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Sent within the last day' })).toBeVisible();
    expect(screen.getByText('Protocol 25A/11/2026, attachments not sent yet')).toBeVisible();
    expect(screen.queryByText(/not saved yet/i)).toBeNull();
    expect(screen.getByRole('link', { name: /^Send now: Hydraulic press/ })).toHaveAttribute(
      'href',
      '/machineEdit?id=5&activeTab=service&service=31',
    );
    await dropDraft('1:1:5:31');
    expect(await screen.findByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
    await eraseSent(null);
  });

  it('says how much of a large company is missing', async () => {
    await stored(false);
    await renderApp('/offline', user);
    expect(await screen.findByText(/7 are missing/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Taken with me' })).toBeVisible();
  });

  it.each([
    ['iPhone; CPU iPhone OS 18_6 like Mac OS X', /opened for 7 days/, /three dots/],
    ['Linux; Android 16; Pixel 9', /three dots/, /opened for 7 days/],
  ])('tells how to install it on this kind of phone (%s)', async (system, said, notSaid) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 (${system})`);
    await stored();
    await renderApp('/offline', user);
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.queryByText(notSaid)).not.toBeInTheDocument();
  });

  it('removes what is stored, and stores nothing again by itself', async () => {
    await stored();
    const { user: person } = await renderApp('/offline', user);
    await person.click(await screen.findByRole('button', { name: 'Remove stored data' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(await within(dialog).findByRole('button', { name: 'Remove stored data' }));
    expect(await screen.findByRole('button', { name: 'Store data on this device' })).toBeVisible();
    await phone.remember(user);
    expect(
      await phone.answer({ method: 'get', path: '/api/category/findAll', query: {}, body: {} }, user),
    ).toBeNull();
  });
});

it('Work that the browser has removed is told until its user has read it', async () => {
  await stored();
  noteUnsent('1:1', 2);
  noteVanished();
  const { user: person } = await renderApp('/offline', user);
  const line = await screen.findByRole('alert');
  expect(line).toHaveTextContent('removed 2 entries that were not sent yet');
  await person.click(within(line).getByRole('button', { name: 'Understood' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('Without a connection', () => {
  it('a list shows stored data, and a line says of when', async () => {
    await stored();
    fakeServer({ 'POST /api/category/search': 'no connection', 'GET /api/user/check-auth': 'no connection' });
    await renderApp('/categoryList', user);
    expect(await screen.findByText('Presses')).toBeVisible();
    expect(
      screen.getByText(/No connection\. Lists show what is on this device, as of .*14:05/),
    ).toBeVisible();
    expect(screen.queryByText(/Not all machines/)).not.toBeInTheDocument();
  });

  it('the line says that a list is not complete', async () => {
    await stored(false);
    fakeServer({ 'POST /api/category/search': 'no connection', 'GET /api/user/check-auth': 'no connection' });
    await renderApp('/categoryList', user);
    expect(await screen.findByText(/Not all machines are on it/)).toBeVisible();
  });
});
