import type { Employee } from '@servicebook/shared/employee';
import type { SessionUser } from '@servicebook/shared/user';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { startSelling } from '../../testing/order-samples.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const anna: Employee = {
  id: 1,
  position: 'Owner',
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Nowak',
  country: 'PL',
  active: true,
  invited: false,
  expired: false,
  planExpired: null,
  accountPlan: { type: 'FREE', name: 'Free' },
  roles: [{ id: 1, role: 'ROLE_ADMIN' }],
  vacationDays: 0,
  timezone: 'UTC',
};
const paying = { planExpired: '2031-03-07T11:00:00.000Z', accountPlan: { type: 'DEFAULT', name: 'Premium' } };
const annaPaying: Employee = { ...anna, ...paying };
const tomasz: Employee = {
  ...anna,
  ...paying,
  id: 2,
  firstName: 'Tomasz',
  lastName: 'Żuk',
  email: 't@example.com',
};

const all = 'GET /api/user/findAllFlatRoles';

async function open(employees: Employee[], user: Partial<SessionUser> = {}, address = '/userList') {
  fakeServer({ [all]: { body: employees } });
  const opened = await renderApp(address, { ...sessionUser(), ...user });
  startSelling();
  return opened;
}
const boxOf = (name: string) => screen.findByRole('checkbox', { name: `Extend access: ${name}` });

it('the only user of a free account is always selected, and is offered Premium', async () => {
  await open([anna]);
  const box = await boxOf('Anna Nowak');
  expect(box).toBeChecked();
  expect(box).toBeDisabled();
  const link = screen.getByRole('link', { name: /Go to Premium/ });
  expect(link).toHaveAttribute('href', '/order?users=1');
  expect(link).toHaveTextContent('1');
});

it('selected users are counted and passed to the order; without a selection there is no order', async () => {
  const { user, router } = await open([tomasz, annaPaying]);
  expect(await boxOf('Anna Nowak')).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Go to order' })).toBeDisabled();
  await user.click(await boxOf('Tomasz Żuk'));
  await user.click(await boxOf('Anna Nowak'));
  expect(screen.getByRole('link', { name: /Go to order/ })).toHaveTextContent('Go to order2');
  await user.click(await boxOf('Tomasz Żuk'));
  expect(screen.getByRole('link', { name: /Go to order/ })).toHaveAttribute('href', '/order?users=1');
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  expect(screen.getByRole('link', { name: /Go to order/ })).toHaveAttribute('href', '/order?users=2,1');
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.getByRole('button', { name: 'Go to order' })).toBeDisabled();
  // Selecting a row does not open it.
  expect(router.state.location.pathname).toBe('/userList');
});

it('users with expired access are told so, and are selected initially', async () => {
  const { user } = await open([tomasz, { ...annaPaying, expired: true }], { expired: true });
  expect(
    await screen.findByText('Your account does not have an active subscription. Extend its validity.'),
  ).toBeVisible();
  const own = await boxOf('Anna Nowak');
  expect(own).toBeChecked();
  expect(await boxOf('Tomasz Żuk')).not.toBeChecked();
  await user.click(own);
  expect(own).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Go to order' })).toBeDisabled();
});

it('technicians are referred to their administrator, and cannot select anybody', async () => {
  await open([tomasz, annaPaying], { expired: true, roles: [{ role: 'ROLE_USER' }] });
  expect(await screen.findByText(/Please ask your administrator/)).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByText('Go to order')).not.toBeInTheDocument();
});

it('a received payment is announced, with a link to the invoice, until it is dismissed', async () => {
  const { user, router } = await open([annaPaying], {}, '/userList?payment=success');
  expect(await screen.findByText(/Transaction completed/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to my orders' })).toHaveAttribute(
    'href',
    '/myAccount?tab=orders',
  );
  await user.click(screen.getByRole('button', { name: 'Hide this message' }));
  await waitFor(() => expect(screen.queryByText(/Transaction completed/)).not.toBeInTheDocument());
  expect(router.state.location.search).toBe('');
});

it('nobody can be selected if payments are turned off', async () => {
  fakeServer({ [all]: { body: [anna] } });
  await renderApp('/userList', sessionUser());
  await screen.findByText('anna@example.com');
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByText('Go to Premium')).not.toBeInTheDocument();
});

it('a free account that wants another user is sent to the order', async () => {
  const { user, router } = await open([anna]);
  await boxOf('Anna Nowak');
  await user.click(screen.getByRole('button', { name: 'Add employee' }));
  const dialog = await screen.findByRole('dialog', { name: 'Free account' });
  expect(within(dialog).getByRole('link', { name: 'Go to Premium' })).toHaveAttribute(
    'href',
    '/order?users=1',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Understood' }));
  expect(router.state.location.pathname).toBe('/userList');
});

it('users whose access expires meanwhile are redirected to the list by the first refusal', async () => {
  fakeServer({
    'POST /api/customer/search': refusal(402, 'NOT_ACTIVE_SUBSCRIPTION'),
    'GET /api/user/check-auth': { body: { ...sessionUser(), expired: true } },
    [all]: { body: [annaPaying] },
  });
  const { router } = await renderApp('/customerList', sessionUser());
  await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
  expect(await screen.findByText(/does not have an active subscription/)).toBeVisible();
});

it('their own account stays open, except for what needs paid access', async () => {
  fakeServer({
    'GET /api/user/sessions': { body: [] },
    'GET /api/user/signInMethods': { body: { password: true, google: false } },
  });
  const { user } = await renderApp('/myAccount', { ...sessionUser(), expired: true });
  await screen.findByRole('heading', { name: 'My data' });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'My data',
    'Management',
    'Orders',
    'Company',
  ]);
  await user.click(screen.getByRole('tab', { name: 'Management' }));
  expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible();
});
