import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { startSelling } from '../../testing/order-samples.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { renderTab } from '../../testing/render-tab.tsx';
import { LimitDialog } from './limit-dialog.tsx';

const refusals = [new ApiError({ status: 402, code: 'SIGNED_PROTOCOL_LIMIT' })];
const Tab = () => <LimitDialog refusals={refusals} />;
const employee = {
  active: true,
  firstName: 'Olga',
  lastName: 'Brandt',
  roles: [{ id: 1, role: 'ROLE_ADMIN' }],
};
const employees = 'GET /api/user/findAllFlatRoles';

describe('The limit of signed protocols', () => {
  it('links an admin to the order for Premium', async () => {
    fakeServer({});
    await renderTab(Tab);
    await screen.findByRole('dialog', { name: 'Plan limit reached' });
    startSelling();
    expect(await screen.findByRole('link', { name: 'Go to Premium' })).toHaveAttribute(
      'href',
      '/order?users=1',
    );
    expect(screen.getByText('With Premium their number is not limited.')).toBeVisible();
  });

  it('tells a technician whom to ask, and offers nothing to buy', async () => {
    const { requests } = fakeServer({
      [employees]: {
        body: [
          { ...employee, id: 2 },
          { ...employee, id: 3, firstName: 'Tomasz', lastName: 'Gone', active: false },
          { ...employee, id: 4, lastName: 'Worker', roles: [{ id: 2, role: 'ROLE_USER' }] },
        ],
      },
    });
    await renderTab(Tab, sessionUser('ROLE_USER'));
    startSelling();
    expect(await screen.findByText(/Please ask Olga Brandt\./)).toBeVisible();
    await waitFor(() => expect(requests.map(({ call }) => call)).toContain(employees));
    expect(screen.queryByRole('link', { name: 'Go to Premium' })).toBeNull();
  });
});
