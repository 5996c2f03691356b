import type { Device } from '@servicebook/shared/device';
import { toPage } from '@servicebook/shared/primitives';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DeviceForm } from '../features/device/device-form.tsx';
import { FilesTab } from '../features/file/files-tab.tsx';
import { NameplatesTab } from '../features/file/nameplates-tab.tsx';
import { IncidentsTab } from '../features/incident/incidents-tab.tsx';
import { NotesTab } from '../features/note/notes-tab.tsx';
import { setPhoneCode } from '../lib/phone.ts';
import { queryClient } from '../lib/query-client.ts';
import { appConfigQuery } from '../lib/use-app-config.ts';
import { sessionQuery } from '../lib/use-session.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { planningVisit } from '../testing/planning-samples.ts';
import { renderApp, sessionUser } from '../testing/render-app.tsx';
import { press, renderTab } from '../testing/render-tab.tsx';

const offline = () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);
};
const online = () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  onlineManager.setOnline(true);
};
afterEach(online);

const checkAuth = 'GET /api/user/check-auth';
const search = 'POST /api/customer/search';
const noCustomers = { [search]: { body: toPage([], 0, 0, 10) } };

/** The app at its start: the signed-in user is not known yet. */
async function start(address: string) {
  const app = await renderApp(address, sessionUser());
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey });
  await app.router.navigate(address);
  void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
  return app;
}

describe('The session check at the start', () => {
  it.each([
    ['no network', 'no connection' as const],
    ['a server that fails', refusal(500, 'INTERNAL')],
    ['a proxy without a server', { status: 503 }],
  ])('meets %s: that is no sign-in form, and goes on by itself', async (_, failure) => {
    const server = fakeServer({ ...noCustomers, [checkAuth]: failure });
    const { router, user } = await start('/customerList');
    expect(await screen.findByText('No connection')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Sign in' })).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/customerList');
    const asked = server.sentTo(checkAuth).length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.sentTo(checkAuth).length).toBeGreaterThan(asked));
    expect(screen.queryByLabelText('E-mail')).not.toBeInTheDocument();

    server.handlers[checkAuth] = { body: sessionUser() };
    expect(await screen.findByText('No customers yet', {}, { timeout: 8000 })).toBeVisible();
  });

  it('says why a device that was away for too long shows nothing, and that unsent work is safe', async () => {
    const isTooLongAway = async () => true;
    setPhoneCode(async () => ({
      answer: async () => null,
      note: async () => {},
      remember: async () => {},
      erase: async () => {},
      isTooLongAway,
    }));
    onTestFinished(() => setPhoneCode(null));
    fakeServer({ [checkAuth]: 'no connection' });
    await start('/home');
    expect(await screen.findByText(/not reached the server for 30 days.*still on this device/)).toBeVisible();
  });

  it('leads to the sign-in form only after an answer', async () => {
    fakeServer({ [checkAuth]: refusal(401, 'NOT_SIGNED_IN') });
    await start('/customerList');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  it('shows the failure even if the installation’s settings do not arrive either', async () => {
    fakeServer({ [checkAuth]: 'no connection' });
    vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await start('/customerList');
    void queryClient.resetQueries({ queryKey: appConfigQuery.queryKey });
    expect(await screen.findByText('No connection')).toBeVisible();
  });
});

describe('Without a network', () => {
  it('a search shows no rows of another search, and continues automatically', async () => {
    const server = fakeServer({
      'POST /api/device/search': { body: toPage([press], 1, 0, 10) },
    });
    const { user } = await renderApp('/machineList', sessionUser());
    expect(await screen.findByText('Hydraulic press')).toBeVisible();
    offline();
    server.handlers['POST /api/device/search'] = 'no connection';
    await user.type(screen.getByRole('searchbox'), '1407');
    expect(await screen.findByText('No connection')).toBeVisible();
    expect(screen.queryByText('Hydraulic press')).not.toBeInTheDocument();

    server.handlers['POST /api/device/search'] = {
      body: toPage([{ ...press, name: 'Band saw' }], 1, 0, 10),
    };
    online();
    expect(await screen.findByText('Band saw')).toBeVisible();
  });

  it('a machine that is not cached shows the failure instead of loading forever', async () => {
    fakeServer({});
    offline();
    const { user } = await renderApp('/machineEdit?id=5', sessionUser());
    expect(await screen.findByText('No connection')).toBeVisible();
    // The browser's network state may be wrong.
    fakeServer({ 'GET /api/device/findById/5': refusal(404, 'NOT_FOUND') });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('No connection')).not.toBeInTheDocument());
  });
});

describe('Without a network, a form', () => {
  const needsConnection = /Saving needs a connection/;
  const note = {
    id: 3,
    text: 'Key at the gate',
    device: { id: 5 },
    userUpdated: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
    userCreated: { id: 1 },
    updatedAt: '2026-03-07T22:30:00.000Z',
  };

  it('says before anything is typed that saving needs a connection, as long as there is none', async () => {
    offline();
    fakeServer({ 'GET /api/deviceNote/findByIdDevice/5': { body: [note] } });
    const { user } = await renderTab(NotesTab);
    await user.click(await screen.findByRole('button', { name: 'Edit note: Key at the gate' }));
    expect(await screen.findByText(needsConnection)).toBeVisible();
    online();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(needsConnection)).not.toBeInTheDocument();
  });

  it('says so for a new machine, and not for a change, which waits on this device', async () => {
    offline();
    fakeServer({});
    const form = (of: { device?: Device }) => () => (
      <DeviceForm {...of} onCancel={() => {}} onSaved={() => {}} />
    );
    await renderTab(form({}));
    expect(await screen.findByText(needsConnection)).toBeVisible();
    cleanup();
    await renderTab(form({ device: press }));
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
    expect(screen.queryByText(needsConnection)).not.toBeInTheDocument();
  });

  it('says nothing in a dialog whose record waits on this device', async () => {
    offline();
    fakeServer({ 'GET /api/incident/findByParameters': { body: [] } });
    const { user } = await renderTab(IncidentsTab);
    await user.click(await screen.findByRole('button', { name: 'Add event' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.queryByText(needsConnection)).not.toBeInTheDocument();
  });

  it('takes no files that would be sent at once', async () => {
    offline();
    fakeServer({ 'GET /api/file/findByDeviceAndType/5/MACHINE_FILE': { body: [] } });
    await renderTab(FilesTab);
    expect(await screen.findByText('Adding files needs a connection.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Choose files' })).toBeDisabled();
  });
});

describe('Without a network, what only the server has', () => {
  const nameplates = 'GET /api/file/findByDeviceAndType/5/MACHINE_NAMEPLATE';
  const later = 'Nameplates can be seen and added once there is a connection.';

  it('is one calm line on the tab of a machine, and comes with the connection', async () => {
    offline();
    const server = fakeServer({ [nameplates]: 'no connection' });
    await renderTab(NameplatesTab);
    expect(await screen.findByText(later)).toBeVisible();
    expect(screen.queryByText('No connection')).not.toBeInTheDocument();
    server.handlers[nameplates] = { body: [] };
    act(() => {
      online();
      window.dispatchEvent(new Event('online'));
    });
    expect(await screen.findByText('No nameplates yet')).toBeVisible();
  });

  it('is a calm line for a table, too', async () => {
    offline();
    fakeServer({ 'GET /api/file/findByDeviceAndType/5/MACHINE_FILE': 'no connection' });
    await renderTab(FilesTab);
    expect(await screen.findByText('Files are shown once there is a connection.')).toBeVisible();
    expect(screen.queryByText('No connection')).not.toBeInTheDocument();
  });

  it('is no error on the page of a visit', async () => {
    fakeServer({
      'GET /api/visit/findById/9': { body: planningVisit({ id: 9, day: '2999-01-04' }) },
      'GET /api/visit/notes/9': { body: [] },
      'GET /api/visit/files/9': 'no connection',
      'GET /api/visit/announcements/9': 'no connection',
    });
    await renderApp('/visit?id=9', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Files can be seen and added once there is a connection.')).toBeVisible();
    expect(
      await screen.findByText('The customer can be told by e-mail once there is a connection.'),
    ).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
