import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { free, premium, startSelling } from '../../testing/order-samples.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const call = 'GET /api/accountPlan/findAllActive';
const plans = {
  [call]: {
    body: [
      free,
      premium,
      { ...free, id: 1, name: 'Darmowy', language: 'pl' },
      { ...premium, id: 2, language: 'pl' },
    ],
  },
};

async function open(user: Parameters<typeof renderApp>[1] = null) {
  const opened = await renderApp('/pricing', user);
  startSelling();
  return opened;
}
const cardOf = async (name: string) =>
  within((await screen.findByRole('heading', { name, level: 2 })).closest('li') as HTMLElement);

it('shows the plans of the language per month and per year, net and gross, with a decimal comma', async () => {
  fakeServer(plans);
  const { user } = await open();
  const paid = await cardOf('Premium');
  expect(paid.getByText('9,00 USD')).toBeVisible();
  expect(paid.getByText('11,07 USD gross, incl. 23% VAT')).toBeVisible();
  expect(paid.getByText('Unlimited signed protocols')).toBeVisible();
  const nothing = await cardOf('Free');
  expect(nothing.getByText('0,00 USD')).toBeVisible();
  expect(nothing.getByText('1 user')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Monthly' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('tab', { name: /^Yearly/ }));
  const panel = within(await screen.findByRole('tabpanel'));
  expect(panel.getByText('90,00 USD')).toBeVisible();
  expect(panel.getByText('110,70 USD gross, incl. 23% VAT')).toBeVisible();
  expect(panel.getByText('per user and year')).toBeVisible();
});

it('shows the saving of a year', async () => {
  fakeServer(plans);
  await open();
  expect(await screen.findByRole('tab', { name: /Yearly.*16% less/ })).toBeVisible();
});

it('follows the language of the screen', async () => {
  fakeServer(plans);
  await open();
  await cardOf('Premium');
  await i18n.changeLanguage('pl');
  expect(await screen.findByRole('heading', { name: 'Darmowy', level: 2 })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Free', level: 2 })).not.toBeInTheDocument();
});

it('invites visitors to register', async () => {
  fakeServer(plans);
  await open();
  const paid = await cardOf('Premium');
  expect(await paid.findByRole('link', { name: 'Go to Premium' })).toHaveAttribute('href', '/register');
});

it.each([
  ['ROLE_ADMIN', '/order?users=1&period=year'],
  ['ROLE_USER', '/home'],
] as const)('keeps the wish for Premium until a first sign-in: %s to %s', async (role, address) => {
  fakeServer(plans);
  const { user, router } = await open();
  await user.click(await screen.findByRole('tab', { name: /^Yearly/ }));
  await user.click(await (await cardOf('Premium')).findByRole('link', { name: 'Go to Premium' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/register'));
  cleanup();
  // The link in the activation mail opens a new window for signing in.
  const signedIn = await renderApp('/login?message=success', sessionUser(role));
  await waitFor(() => {
    const { pathname, search } = signedIn.router.state.location;
    expect(pathname + search).toBe(address);
  });
  if (role !== 'ROLE_ADMIN') return;
  await screen.findByRole('heading', { name: 'Order', level: 1 });
  cleanup();
  const later = await renderApp('/login', sessionUser(role));
  await waitFor(() => expect(later.router.state.location.pathname).toBe('/home'));
});

it('links admins to the order of their access', async () => {
  fakeServer(plans);
  await open(sessionUser());
  const paid = await cardOf('Premium');
  expect(await paid.findByRole('link', { name: 'Go to Premium' })).toHaveAttribute('href', '/order?users=1');
});

it('offers technicians nothing to buy', async () => {
  fakeServer(plans);
  await open(sessionUser('ROLE_USER'));
  const paid = await cardOf('Premium');
  expect(paid.queryByRole('link')).not.toBeInTheDocument();
});

it('has no button to buy if payments are turned off', async () => {
  fakeServer(plans);
  await renderApp('/pricing', null);
  const paid = await cardOf('Premium');
  expect(paid.queryByRole('link')).not.toBeInTheDocument();
  expect((await cardOf('Free')).getByRole('link', { name: 'Create a free account' })).toBeVisible();
});

it('offers a retry if the prices cannot be loaded', async () => {
  const { handlers } = fakeServer({ [call]: refusal(403, 'NO_PERMISSION') });
  const { user } = await open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  Object.assign(handlers, plans);
  await user.click(again);
  expect(await screen.findByText('9,00 USD')).toBeVisible();
});
