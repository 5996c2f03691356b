import type { Order } from '@servicebook/shared/order';
import type { SessionUser } from '@servicebook/shared/user';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { orderDetailsOf, orderOf, startSelling } from '../../testing/order-samples.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const find = 'GET /api/order';
const who = 'GET /api/user/check-auth';
const check = 'POST /api/payment/przelewy24/check';
const getUrl = 'POST /api/payment/przelewy24/getURL';
const employees = 'GET /api/user/findAllFlatRoles';
const pleaseWait = 'Waiting for payment, please wait…';

let assign: ReturnType<typeof vi.fn>;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The server's data, which the test changes step by step. */
function serve(order: Partial<Order>, user: Partial<SessionUser> = { expired: true }) {
  const now = {
    order: orderOf({ paymentStatus: 'PROCESSING', ...order }),
    user: { ...sessionUser(), ...user },
  };
  const server = fakeServer({
    [find]: () => ({ body: now.order }),
    [who]: () => ({ body: now.user }),
    [employees]: { body: [] },
    [check]: { body: { paid: null } },
  });
  return { now, ...server };
}

async function open(
  user: Partial<SessionUser> = { expired: true },
  address = '/waiting-for-payment?orderId=12',
) {
  const opened = await renderApp(address, { ...sessionUser(), ...user });
  startSelling();
  return opened;
}
/** The page has sent all its initial requests. */
const untilChecked = (requests: { call: string }[]) =>
  waitFor(() => expect(requests.map(({ call }) => call)).toEqual(expect.arrayContaining([find, who, check])));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('polls the order and the session every 3 s, and opens the list once it is paid', async () => {
  const { now, requests } = serve({});
  const { router } = await open();
  expect(await screen.findByText(pleaseWait)).toBeVisible();
  await untilChecked(requests);
  expect(requests.find(({ call }) => call === find)?.query).toEqual({ id: 12 });
  const before = requests.length;
  await pass(3100);
  // On a slow machine there may be a second poll.
  expect(new Set(requests.slice(before).map(({ call }) => call))).toEqual(new Set([find, who]));
  now.order = { ...now.order, paymentStatus: 'SIGNED' };
  await pass(3100);
  expect(await screen.findByText(/is being checked with the payment provider/)).toBeVisible();
  now.order = { ...now.order, paymentStatus: 'SUCCESS' };
  now.user = { ...now.user, expired: false };
  await pass(3100);
  await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
  expect(router.state.location.search).toBe('?payment=success');
  expect(await screen.findByText(/Transaction completed/)).toBeVisible();
});

it('ignores a failed poll, and continues', async () => {
  const { handlers, requests } = serve({});
  await open();
  await screen.findByText(pleaseWait);
  await untilChecked(requests);
  const answer = handlers[find];
  handlers[find] = refusal(500, 'INTERNAL');
  await pass(3100);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  if (answer) handlers[find] = answer;
  const before = requests.length;
  await pass(3100);
  expect(requests.slice(before).map(({ call }) => call)).toEqual([find, who]);
});

it('offers another attempt at once if the provider reports no payment', async () => {
  const { handlers, now } = serve({}, { expired: false });
  handlers[check] = { body: { paid: false } };
  await open({ expired: false });
  expect(await screen.findByText('No payment has been reported yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pay again' })).toBeVisible();
  // A payment that arrives later is still accepted.
  now.order = { ...now.order, paymentStatus: 'SIGNED' };
  await pass(3100);
  expect(await screen.findByText(/is being checked with the payment provider/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pay again' })).not.toBeInTheDocument();
});

it('offers another attempt if the provider is silent for long, as after a decline', async () => {
  const { handlers, sentTo } = serve({}, { expired: false });
  const { user } = await open({ expired: false });
  await screen.findByText(pleaseWait);
  expect(screen.queryByRole('button', { name: 'Pay again' })).not.toBeInTheDocument();
  await pass(13_000);
  expect(await screen.findByText('No payment has been reported yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to employees' })).toHaveAttribute('href', '/userList');
  handlers[getUrl] = refusal(503, 'PAYMENT_UNAVAILABLE');
  await user.click(screen.getByRole('button', { name: 'Pay again' }));
  expect(await screen.findByText(/does not answer right now/)).toBeVisible();
  handlers[getUrl] = { body: { url: 'https://pay.example/again' } };
  await user.click(screen.getByRole('button', { name: 'Pay again' }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/again'));
  expect(sentTo(getUrl).at(-1)).toEqual({ id: 12, totalAmount: 11.07 });
});

it.each([
  ['REJECTED', 'The payment was rejected'],
  ['AFTER_DEADLINE', 'The order has expired'],
] as const)(
  'says what became of an order that is %s, and offers to place it again',
  async (paymentStatus, title) => {
    serve({ paymentStatus, orderDetails: orderDetailsOf({ id: 1 }, { id: 5 }, { id: null }) });
    await open();
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByText(pleaseWait)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Order again' })).toHaveAttribute('href', '/order?users=1,5');
  },
);

it('tells users who paid for others that their own access is still expired', async () => {
  serve({ paymentStatus: 'SUCCESS' });
  const { router } = await open();
  expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeVisible();
  await pass(3100);
  expect(router.state.location.pathname).toBe('/waiting-for-payment');
  expect(screen.getByRole('link', { name: 'Go to employees' })).toHaveAttribute(
    'href',
    '/userList?payment=success',
  );
});

it('does not wait for a missing order', async () => {
  fakeServer({ [find]: refusal(404, 'NOT_FOUND') });
  await open({}, '/waiting-for-payment?orderId=99');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByText(pleaseWait)).not.toBeInTheDocument();
});

it('requests nothing without an order in the address', async () => {
  const { requests } = serve({});
  await open({}, '/waiting-for-payment');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(requests).toEqual([]);
});
