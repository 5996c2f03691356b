import type { Order } from '@servicebook/shared/order';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { orderDetailsOf, orderOf, startSelling } from '../../testing/order-samples.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const all = 'GET /api/order/all';
const getUrl = 'POST /api/payment/przelewy24/getURL';
const tomasz = { id: 2, email: 'tomasz@example.com', firstName: 'Tomasz', lastName: 'Żuk' };

const paid = orderOf({
  id: 13,
  date: '2026-11-20T09:00:00.000Z',
  paymentDate: '2026-11-21T09:00:00.000Z',
  paymentStatus: 'SUCCESS',
  paymentMethod: 'Przelewy24',
  p24OrderId: 4_711_000_815,
  totalAmount: 22.14,
  totalNetAmount: 18,
  totalVatAmount: 4.14,
  orderDetails: orderDetailsOf({ planExpired: '2026-12-20T11:00:00.000Z' }, tomasz),
  invoicePdf: { filename: 'FV-2026-11-0001.pdf', fileName: '1/abc.pdf' },
  invoiceXml: { filename: 'FV-2026-11-0001.xml', fileName: '1/abc.xml' },
  corrections: [
    {
      number: 'KOR/2026/11/0001',
      invoicePdf: { filename: 'KOR-2026-11-0001.pdf', fileName: '1/cor.pdf' },
      invoiceXml: null,
    },
  ],
});

const pageOf = (content: Order[], totalElements = content.length) => ({
  content,
  number: 0,
  size: 10,
  totalElements,
  totalPages: Math.ceil(totalElements / 10),
});

async function open(content: Order[], handlers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ [all]: { body: pageOf(content) }, ...handlers });
  const opened = await renderApp('/myAccount?tab=orders', sessionUser());
  startSelling();
  return { ...opened, ...server };
}
const rowOf = async (id: number) =>
  within((await screen.findByRole('button', { name: `Order no. ${id}` })).closest('tr') as HTMLElement);

it('lists orders with users, amount, status and actions', async () => {
  await open([
    orderOf({ id: 15, paymentStatus: 'REJECTED' }),
    orderOf({ id: 14, paymentStatus: 'PROCESSING' }),
    orderOf({ id: 12, paymentStatus: 'CREATED' }),
    paid,
  ]);
  const success = await rowOf(13);
  expect(success.getByText('20 Nov 2026')).toBeVisible();
  expect(success.getByText('Anna Nowak and 1 more')).toBeVisible();
  expect(success.getByText('22.14 USD')).toBeVisible();
  expect(success.getByTitle('Paid')).toHaveStyle({ backgroundColor: 'rgb(38, 122, 55)' });
  const invoice = success.getByRole('link', { name: 'Invoice: FV-2026-11-0001.pdf' });
  expect(invoice).toHaveAttribute('href', '/api/storage/downloadFile?fileName=1%2Fabc.pdf');
  expect(invoice).toHaveAttribute('download', 'FV-2026-11-0001.pdf');
  expect(success.queryByRole('button', { name: 'Pay again' })).not.toBeInTheDocument();
  const open_ = await rowOf(14);
  expect(open_.getByTitle('Payment in progress')).toHaveStyle({ backgroundColor: 'rgb(255, 212, 59)' });
  expect(open_.getByRole('button', { name: 'Pay again' })).toBeVisible();
  expect((await rowOf(12)).getByRole('button', { name: 'Pay now' })).toBeVisible();
  const rejected = await rowOf(15);
  expect(rejected.getByRole('link', { name: 'Order again' })).toHaveAttribute('href', '/order?users=1');
});

it('requests pages from zero', async () => {
  const { user, requests } = await open([], {
    [all]: ({ query }) => ({
      body: { ...pageOf([orderOf({ id: 50 - 10 * Number(query.pageNo) })], 25), number: query.pageNo },
    }),
  });
  await screen.findByRole('button', { name: 'Order no. 50' });
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('button', { name: 'Order no. 40' })).toBeVisible();
  expect(requests.map(({ query }) => query)).toEqual([
    { pageNo: 0, pageSize: 10 },
    { pageNo: 1, pageSize: 10 },
  ]);
});

it('shows the details of an order', async () => {
  const { user } = await open([paid]);
  await user.click(await screen.findByRole('button', { name: 'Order no. 13' }));
  const dialog = await screen.findByRole('dialog', { name: 'Order no. 13' });
  for (const text of [
    'tomasz@example.com',
    'Premium, 1 month, until 20 Dec 2026',
    '21 Nov 2026',
    'Przelewy24',
    '4711000815',
    '22.14 USD',
    '4.14 USD',
  ])
    expect(dialog).toHaveTextContent(text);
  expect(
    within(dialog)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['FV-2026-11-0001.pdf', 'FV-2026-11-0001.xml', 'KOR-2026-11-0001.pdf']);
});

it('pays an open order again, but only until its deadline', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  const yesterday = new Date(Date.now() - 24.1 * 3_600_000).toISOString();
  const open_ = { paymentStatus: 'PROCESSING' } as const;
  const late_ = { ...open_, createdAt: yesterday };
  const { user, handlers } = await open([orderOf({ id: 14, ...open_ }), orderOf({ id: 11, ...late_ })], {
    [getUrl]: refusal(503, 'PAYMENT_UNAVAILABLE'),
  });
  const late = await rowOf(11);
  expect(late.queryByRole('button', { name: 'Pay again' })).not.toBeInTheDocument();
  const pay = (await rowOf(14)).getByRole('button', { name: 'Pay again' });
  await user.click(pay);
  expect(await screen.findByText(/does not answer right now/)).toBeInTheDocument();
  handlers[getUrl] = { body: { url: 'https://pay.example/again' } };
  await user.click(pay);
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/again'));
});

it('links to the prices while there are none', async () => {
  await open([]);
  expect(await screen.findByText('No orders yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Plans and prices' })).toHaveAttribute('href', '/pricing');
});

it('offers a retry if it cannot be loaded', async () => {
  const { user, handlers } = await open([], { [all]: refusal(403, 'NO_PERMISSION') });
  const again = await screen.findByRole('button', { name: 'Try again' });
  handlers[all] = { body: pageOf([paid]) };
  await user.click(again);
  expect(await screen.findByRole('button', { name: 'Order no. 13' })).toBeVisible();
});
