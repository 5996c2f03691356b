import { extendedUntil } from '@servicebook/shared/order';
import type { Period } from '@servicebook/shared/plan';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayIn } from '../../lib/moment-text.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { anna, offerOf, orderOf, premium, startSelling, tomasz } from '../../testing/order-samples.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const offer = 'GET /api/order/offer';
const insert = 'POST /api/order';
const getUrl = 'POST /api/payment/przelewy24/getURL';
const payPage = { body: { url: 'https://pay.example/trnRequest/T' } };
const server = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    [offer]: { body: offerOf(anna, tomasz) },
    [insert]: { body: orderOf() },
    [getUrl]: payPage,
    ...handlers,
  });

let assign: ReturnType<typeof vi.fn>;
beforeEach(() => {
  assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
});

async function open(address: string, user = sessionUser()) {
  const opened = await renderApp(address, user);
  startSelling();
  return opened;
}

const cardOf = async (name: string) => {
  const cards = await screen.findAllByRole('listitem');
  const card = cards.find((each) => within(each).queryByText(name));
  if (!card) throw new Error(`no card of ${name}`);
  return within(card);
};
const summary = () => within(screen.getByRole('region', { name: 'Summary' }));
const toPay = () => summary().getByText('To pay').nextSibling?.textContent?.replace(/\s/g, ' ');
const buy = () => screen.getByRole('button', { name: 'Buy now' });
const untilAfter = (from: string | null, period: Period, quantity: number) =>
  dayIn(extendedUntil(from, new Date().toISOString(), 'Europe/Warsaw', period, quantity), 'Europe/Warsaw');

describe('A company without complete invoice data', () => {
  const company = {
    id: 1,
    name: '',
    companyName: '',
    street: '',
    postalCode: '',
    city: '',
    country: '',
    nip: '',
    phone: '+48 22',
    logo: '',
    defaultPlan: null,
    language: 'en',
    timezone: 'UTC',
  };
  it('is asked for it in a dialog, and the order continues', async () => {
    let known = company;
    const { sentTo, requests } = server({
      'GET /api/account/getAccount': { body: company },
      'GET /api/user/check-auth': { body: sessionUser() },
      'PATCH /api/account/update-general-data': ({ body }) => {
        known = { ...company, ...(body as object) };
        return { body: known };
      },
      [insert]: () => (known.street ? { body: orderOf() } : refusal(409, 'COMPANY_DATA_REQUIRED')),
    });
    const { user } = await open('/order?users=1');
    const quantity = (await cardOf('Anna Nowak')).getByLabelText('Quantity (months)');
    await user.clear(quantity);
    await user.type(quantity, '3');
    await user.click(buy());
    const dialog = within(await screen.findByRole('dialog', { name: 'Who is the invoice for?' }));
    await user.click(dialog.getByRole('button', { name: 'Save and order' }));
    expect(await dialog.findAllByText('Please fill in this field')).not.toHaveLength(0);
    for (const [label, text] of [
      [/Company name/, 'Lift Service'],
      [/Tax number/, '5260001246'],
      [/Street/, 'Long Street 1'],
      [/Postal code/, '00950'],
      [/City/, 'Warsaw'],
    ] as const)
      await user.type(dialog.getByLabelText(label), text);
    await user.selectOptions(dialog.getByLabelText(/Country/), 'Poland');
    await user.click(dialog.getByRole('button', { name: 'Save and order' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/trnRequest/T'));
    expect(sentTo('PATCH /api/account/update-general-data')).toEqual([
      {
        id: 1,
        companyName: 'Lift Service',
        nip: '5260001246',
        street: 'Long Street 1',
        postalCode: '00-950',
        city: 'Warsaw',
        country: 'PL',
        phone: '+48 22',
      },
    ]);
    const orders = requests.filter(({ call }) => call === insert);
    expect(orders).toHaveLength(2);
    expect(orders[1]?.body).toEqual(orders[0]?.body);
    expect(orders[1]?.body).toMatchObject({ users: [{ accountPlan: { quantity: 3 } }] });
  });
});

describe('The order', () => {
  it('has a card for each user in the address, with plan, current plan, new date and amounts', async () => {
    server();
    await open('/order?users=1,2,nonsense,2,99');
    expect(await screen.findByRole('heading', { name: 'Order', level: 1 })).toBeVisible();
    const annas = await cardOf('Anna Nowak');
    expect(annas.getByRole('heading', { name: 'Premium' })).toBeVisible();
    expect(annas.getByText('Licence for the user')).toBeVisible();
    expect(annas.getByText('anna@example.com')).toBeVisible();
    expect(annas.getByText('Current plan').nextSibling).toHaveTextContent(/^Free$/);
    expect(annas.getByRole('radio', { name: 'Month' })).toBeChecked();
    expect(annas.getByLabelText('Quantity (months)')).toHaveValue('1');
    expect(annas.getByText('New validity date').nextSibling).toHaveTextContent(untilAfter(null, 'month', 1));
    expect(annas.getByText('Net amount').nextSibling).toHaveTextContent('9.00 USD');
    expect(annas.getByText('VAT rate').nextSibling).toHaveTextContent('23%');
    expect(annas.getByText('Gross amount').nextSibling).toHaveTextContent('11.07 USD');
    const tomaszs = await cardOf('Tomasz Żuk');
    expect(tomaszs.getByText('Current plan').nextSibling).toHaveTextContent('valid until 7 Mar 2031');
    expect(tomaszs.getByText('New validity date').nextSibling).toHaveTextContent('6 Apr 2031');
    expect(screen.getAllByRole('heading', { name: 'Premium' })).toHaveLength(2);
    expect(toPay()).toBe('22.14 USD');
  });

  it('explains the plan in a dialog', async () => {
    server();
    const { user } = await open('/order?users=1');
    await user.click(await screen.findByRole('button', { name: 'Details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Premium' });
    expect(dialog).toHaveTextContent('For the whole service department.');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Any number of users', 'Unlimited signed protocols']);
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('is recalculated when period or quantity change, for one line and for all', async () => {
    server();
    const { user } = await open('/order?users=1,2');
    const annas = await cardOf('Anna Nowak');
    await user.click(annas.getByRole('radio', { name: 'Year' }));
    expect(annas.getByText('Gross amount').nextSibling).toHaveTextContent('110.70 USD');
    await user.click(annas.getByRole('button', { name: 'More' }));
    expect(annas.getByLabelText('Quantity (years)')).toHaveValue('2');
    expect(annas.getByText('Net amount').nextSibling).toHaveTextContent('180.00 USD');
    expect(annas.getByText('New validity date').nextSibling).toHaveTextContent(untilAfter(null, 'year', 2));
    expect(toPay()).toBe('232.47 USD');
    const everybody = within(screen.getByRole('radiogroup', { name: 'For everybody' }));
    await user.click(everybody.getByRole('radio', { name: 'Year' }));
    expect(toPay()).toBe('332.10 USD');
  });

  it('says who has not signed in yet, before they are paid for', async () => {
    server({ [offer]: { body: offerOf({ ...anna, invited: true }) } });
    await open('/order?users=1');
    expect(await screen.findByText(/Has not signed in yet/)).toBeVisible();
  });

  it('rounds a quantity down, and empties the field below one with a message', async () => {
    server();
    const { user } = await open('/order?users=1');
    const field = await screen.findByLabelText('Quantity (months)');
    await user.tripleClick(field);
    await user.paste('3.9');
    expect(field).toHaveValue('3');
    await user.clear(field);
    await user.type(field, '2.');
    await user.tab();
    expect(field).toHaveValue('2');
    expect(screen.queryByText('Incorrect quantity')).not.toBeInTheDocument();
    await user.clear(field);
    await user.type(field, '0');
    expect(field).toHaveValue('');
    expect(await screen.findByText('Incorrect quantity')).toBeInTheDocument();
    expect(toPay()).toBe('0.00 USD');
  });

  it('is not sent if a quantity is missing', async () => {
    const { sentTo } = server();
    const { user } = await open('/order?users=1,2');
    const field = (await cardOf('Tomasz Żuk')).getByLabelText('Quantity (months)');
    await user.clear(field);
    await user.click(buy());
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription('The quantity must be greater than zero');
    expect(sentTo(insert)).toEqual([]);
    await user.type(field, '121');
    expect(field).toHaveAccessibleDescription('The number is too large');
  });

  it('is placed once and paid on the provider’s page, however often the button is clicked', async () => {
    const { sentTo, requests } = server();
    const { user } = await open('/order?users=2,1');
    const annas = await cardOf('Anna Nowak');
    await user.click(annas.getByRole('radio', { name: 'Year' }));
    await user.dblClick(buy());
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(payPage.body.url));
    expect(sentTo(insert)).toEqual([
      {
        users: [
          { id: 2, accountPlan: { period: 'month', quantity: 1 } },
          { id: 1, accountPlan: { period: 'year', quantity: 1 } },
        ],
        totalGrossPrice: 121.77,
      },
    ]);
    expect(sentTo(getUrl)).toEqual([{ id: 12, totalAmount: 11.07 }]);
    expect(requests.find(({ call }) => call === insert)?.headers).toHaveProperty('Idempotency-Key');
    // The browser is about to leave.
    expect(buy()).toBeDisabled();
  });

  it('shows changed prices, and keeps the choices', async () => {
    const dearer = { ...premium, monthNetPrice: 10, monthGrossPrice: 12.3 };
    const prices = { now: premium };
    const { sentTo, handlers } = server({
      [offer]: () => ({ body: offerOf({ ...anna, accountPlan: prices.now }) }),
      [insert]: () => {
        prices.now = dearer;
        return refusal(409, 'PRICE_CHANGED');
      },
    });
    const { user } = await open('/order?users=1');
    // The top bar has another "More".
    await user.click(await within(await screen.findByRole('main')).findByRole('button', { name: 'More' }));
    await user.click(buy());
    expect(await screen.findByText(/The price has changed in the meantime/)).toBeVisible();
    expect(toPay()).toBe('24.60 USD');
    expect(screen.getByLabelText('Quantity (months)')).toHaveValue('2');
    handlers[insert] = { body: orderOf() };
    await user.click(buy());
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(sentTo(insert)).toMatchObject([{ totalGrossPrice: 22.14 }, { totalGrossPrice: 24.6 }]);
  });

  it('retries the same order if the provider did not answer', async () => {
    const { requests, handlers } = server({ [getUrl]: refusal(503, 'PAYMENT_UNAVAILABLE') });
    const { user } = await open('/order?users=1');
    await user.click(await screen.findByRole('button', { name: 'Buy now' }));
    expect(await screen.findByText(/The payment provider does not answer right now/)).toBeVisible();
    handlers[getUrl] = payPage;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    const keys = requests
      .filter(({ call }) => call === insert)
      .map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('is a new order if the last one was paid meanwhile', async () => {
    const { requests, handlers } = server({ [getUrl]: refusal(409, 'ORDER_CLOSED') });
    const { user } = await open('/order?users=1');
    await user.click(await screen.findByRole('button', { name: 'Buy now' }));
    expect(await screen.findByText(/This order can no longer be paid/)).toBeVisible();
    handlers[getUrl] = payPage;
    await user.click(buy());
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    const keys = requests
      .filter(({ call }) => call === insert)
      .map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('can be sent again after a return from the payment page', async () => {
    server();
    const { user } = await open('/order?users=1');
    await user.click(await screen.findByRole('button', { name: 'Buy now' }));
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitFor(() => expect(buy()).toBeEnabled());
  });

  it('removes a user, including from the address', async () => {
    server();
    const { user, router } = await open('/order?users=1,2');
    await user.click(await screen.findByRole('button', { name: 'Remove from the order: Anna Nowak' }));
    await waitFor(() =>
      expect(screen.queryByText('Anna Nowak', { selector: 'li *' })).not.toBeInTheDocument(),
    );
    expect(router.state.location.search).toBe('?users=2');
    expect(toPay()).toBe('11.07 USD');
    expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
  });

  it('refuses plans in two currencies', async () => {
    server({ [offer]: { body: offerOf(anna, { ...tomasz, accountPlan: { ...premium, currency: 'EUR' } }) } });
    await open('/order?users=1,2');
    expect(await screen.findByText('Plans in different currencies need separate orders')).toBeVisible();
    expect(buy()).toBeDisabled();
  });

  it('redirects to the list of employees if nobody is selected', async () => {
    server();
    await open('/order');
    expect(await screen.findByText('Nobody is selected')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to employees' })).toHaveAttribute('href', '/userList');
  });

  it('has no button if payments are turned off', async () => {
    server();
    await renderApp('/order?users=1', sessionUser());
    expect(await screen.findByText('Payments are switched off in this installation.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Buy now' })).not.toBeInTheDocument();
  });

  it('is open only to admins, even with expired access', async () => {
    server();
    await open('/order?users=1', { ...sessionUser(), expired: true });
    expect(await screen.findByRole('button', { name: 'Buy now' })).toBeVisible();
  });

  it('is closed to technicians', async () => {
    server();
    await open('/order?users=1', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Only administrators can place orders')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Buy now' })).not.toBeInTheDocument();
  });

  it('offers a retry if it cannot be loaded', async () => {
    const { handlers } = server({ [offer]: refusal(403, 'NO_PERMISSION') });
    const { user } = await open('/order?users=1');
    const again = await screen.findByRole('button', { name: 'Try again' });
    handlers[offer] = { body: offerOf(anna) };
    await user.click(again);
    expect(await screen.findByText('Anna Nowak', { selector: 'li *' })).toBeVisible();
  });
});
