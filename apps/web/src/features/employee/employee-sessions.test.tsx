import type { Employee } from '@servicebook/shared/employee';
import type { UserSession } from '@servicebook/shared/user';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const tomasz: Employee = {
  id: 2,
  position: 'Service technician',
  email: 'tomasz@example.com',
  firstName: 'Tomasz',
  lastName: 'Żuk',
  country: 'PL',
  active: true,
  invited: false,
  expired: false,
  planExpired: null,
  accountPlan: { type: 'DEFAULT', name: 'Premium' },
  roles: [{ id: 2, role: 'ROLE_USER' }],
  vacationDays: 26,
  timezone: 'UTC',
};
const phone: UserSession = {
  id: 7,
  device: 'phone',
  browser: 'Chrome 130',
  system: 'Android 14',
  ip: '192.0.2.2',
  timezone: 'Europe/Warsaw',
  createdAt: '2026-11-20T08:00:00Z',
  lastSeenAt: '2026-11-20T09:30:00Z',
  current: false,
};
const desk = { ...phone, id: 8, device: 'desktop' as const, system: 'Windows' };

/** A server on which sessions can end. */
function serve() {
  let open = [phone, desk];
  const { requests, handlers } = fakeServer({
    'GET /api/user/findById/1': { body: { ...tomasz, id: 1 } },
    'GET /api/user/findById/2': { body: tomasz },
    'DELETE /api/user/sessionsOf/2/7': () => {
      open = [desk];
      return { status: 204 };
    },
    'DELETE /api/user/sessionsOf/2': () => {
      open = [];
      return { status: 204 };
    },
  });
  handlers['GET /api/user/sessionsOf/2'] = () => ({ body: open });
  return requests;
}

describe('The sessions of an employee', () => {
  it('are listed on the employee’s page, where a lost phone can be signed out', async () => {
    serve();
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    expect(await screen.findByText('Chrome 130 · Android 14')).toBeVisible();
    expect(screen.getAllByText(/192\.0\.2\.2 · Europe\/Warsaw/)).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Sign out: Chrome 130 · Android 14' }));
    expect(await screen.findByText('Signed out there')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Chrome 130 · Android 14')).toBeNull());
    expect(screen.getByText('Chrome 130 · Windows')).toBeVisible();
  });

  it('can all be ended at once', async () => {
    serve();
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText('Tomasz Żuk is signed out everywhere')).toBeVisible();
    expect(await screen.findByText('Not signed in anywhere')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
  });

  it('of the current user are in My account, not here', async () => {
    const requests = serve();
    await renderApp('/userEdit?id=1', sessionUser());
    expect(await screen.findByLabelText('E-mail')).toHaveValue('tomasz@example.com');
    expect(screen.queryByText('Where this employee is signed in')).toBeNull();
    expect(requests.filter(({ call }) => call.includes('sessionsOf'))).toEqual([]);
  });
});
