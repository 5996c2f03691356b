import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const feed = 'GET /api/calendar/feed';
const make = 'POST /api/calendar/feed';
const address = 'https://servicebook.example/api/calendar/feed.ics?token=1.secret';
const since = { createdAt: '2026-11-20T08:00:00Z', lastReadAt: null };

const server = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/app/timezones': { body: {} },
    'GET /api/user/reminders': { body: { weeklyDigest: false, dailyTodos: false } },
    [feed]: { body: { createdAt: null, lastReadAt: null } },
    ...handlers,
  });
const open = () => renderApp('/myAccount?tab=user', sessionUser('ROLE_USER'));

describe('The calendar address', () => {
  it('is created, shown, copied and opened in the calendar program', async () => {
    server({ [make]: { body: { ...since, address } } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Create address' }));
    const field = await screen.findByLabelText('Your calendar address');
    expect(field).toHaveValue(address);
    expect(field).toHaveAccessibleDescription(/shown only now/);
    expect(field).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(address);
    expect(screen.getByRole('link', { name: 'Open in calendar program' })).toHaveAttribute(
      'href',
      address.replace('https:', 'webcal:'),
    );
    expect(screen.getByText(/From URL/)).toBeVisible();
  });

  it('is not shown again, only its age and whether it has been fetched', async () => {
    server({ [feed]: { body: { ...since, lastReadAt: '2026-11-20T09:30:00Z' } } });
    await open();
    expect(await screen.findByText('Address created on 20 Nov 2026, 09:00')).toBeVisible();
    expect(screen.getByText('Last read on 20 Nov 2026, 10:30')).toBeVisible();
    expect(screen.queryByLabelText('Your calendar address')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create address' })).toBeNull();
  });

  it('is replaced by a new one after a confirmation', async () => {
    const { sentTo } = server({ [feed]: { body: since }, [make]: { body: { ...since, address } } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'New address' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(/old address/);
    expect(sentTo(make)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Create new address' }));
    expect(await screen.findByLabelText('Your calendar address')).toHaveValue(address);
  });

  it('is turned off after a confirmation, and disappears from the screen', async () => {
    const { requests } = server({
      [make]: { body: { ...since, address } },
      'DELETE /api/calendar/feed': { status: 204 },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Create address' }));
    await screen.findByLabelText('Your calendar address');
    await user.click(screen.getByRole('button', { name: 'Switch off' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Switch off' }));
    expect(await screen.findByText('Calendar address switched off')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Create address' })).toBeVisible();
    expect(screen.queryByLabelText('Your calendar address')).toBeNull();
    expect(requests.at(-1)?.call).toBe('DELETE /api/calendar/feed');
  });

  it('shows the failure, and stays', async () => {
    server({ [feed]: { body: since }, 'DELETE /api/calendar/feed': 'no connection' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Switch off' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Switch off' }));
    expect(await within(dialog).findByText(/Server connection error/)).toBeVisible();
  });

  it('shows that it could not be loaded', async () => {
    const { handlers } = server({ [feed]: refusal(400, 'MALFORMED_REQUEST') });
    const { user } = await open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    handlers[feed] = { body: since };
    await user.click(retry);
    await waitFor(() => expect(screen.getByText('Not read by any program yet')).toBeVisible());
  });
});
