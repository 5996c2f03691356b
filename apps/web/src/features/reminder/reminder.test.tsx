import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const own = 'GET /api/user/reminders';
const choose = 'PATCH /api/user/reminders';

const server = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/app/timezones': { body: {} },
    'GET /api/calendar/feed': { body: { createdAt: null, lastReadAt: null } },
    [own]: { body: { weeklyDigest: false, dailyTodos: true } },
    ...handlers,
  });
const open = (role: Parameters<typeof sessionUser>[0] = 'ROLE_ADMIN') =>
  renderApp('/myAccount?tab=user', sessionUser(role));

describe('Reminders by e-mail', () => {
  it('are turned on and off separately and at once', async () => {
    const { sentTo } = server({ [choose]: { body: { weeklyDigest: true, dailyTodos: true } } });
    const { user } = await open();
    const digest = await screen.findByRole('switch', { name: /^Inspections, every Monday/ });
    const todos = screen.getByRole('switch', { name: /^To-dos, every day/ });
    expect(digest).not.toBeChecked();
    expect(todos).toBeChecked();
    await user.click(digest);
    expect(await screen.findByText('Saved successfully')).toBeVisible();
    expect(sentTo(choose)).toEqual([{ weeklyDigest: true }]);
    expect(digest).toBeChecked();
    expect(todos).toBeChecked();
  });

  it('stay unchanged if saving fails, and show the reason', async () => {
    server({ [choose]: 'no connection' });
    const { user } = await open();
    const todos = await screen.findByRole('switch', { name: /^To-dos, every day/ });
    await user.click(todos);
    expect(await screen.findByText(/Server connection error/)).toBeVisible();
    expect(todos).toBeChecked();
  });

  it.each([
    ['ROLE_ADMIN', /not assigned to anyone/],
    ['ROLE_USER', /^Yours/],
  ] as const)('tell %s whose to-dos they name', async (role, words) => {
    server();
    await open(role);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('show that they could not be loaded', async () => {
    const { handlers } = server({ [own]: refusal(400, 'MALFORMED_REQUEST') });
    const { user } = await open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    handlers[own] = { body: { weeklyDigest: true, dailyTodos: false } };
    await user.click(retry);
    await waitFor(() => expect(screen.getByRole('switch', { name: /Inspections/ })).toBeChecked());
  });
});
