/** Price lists, amounts of protocols, and the mark "invoiced". */
import readExcelFile from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildCustomer, buildDevice, buildTeam, buildVisit } from '../../testing/builders.ts';
import { linesOf } from '../../testing/csv.ts';
import { bodyOf, type ProtocolBody, protocolOf, signProtocol } from '../../testing/protocols.ts';

const app = useTestApp();
let admin: Api;
let technician: Api;
let accountId: number;
let technicianId: number;
let adminId: number;

beforeAll(async () => {
  ({ accountId, admin, technician, userId: technicianId } = await buildTeam(app));
  adminId = (
    await app.deps.db.of({ accountId }).user.findFirstOrThrow({ where: { id: { not: technicianId } } })
  ).id;
  const body = {
    validFrom: '2000-01-01',
    currency: 'EUR',
    hour: 60,
    travelHour: 45,
    kilometre: 0.6,
  } as const;
  await admin.billing.savePrices({ body: { ...body, callOut: 25 } });
});

const facts = { workMinutes: 95, travelMinutes: 40, kilometres: 12.5 };
const proposed = 25 + 95 + 30 + 7.5;

const newDevice = () => buildDevice(app, { accountId });
async function signed(given: Partial<ProtocolBody> = {}, device?: { id: number; customerId: number }) {
  const body = protocolOf(device ?? (await newDevice()), { ...facts, ...given });
  const { id } = await technician.service.add({ body });
  return signProtocol(technician, id);
}
const find = (id: number) => admin.billing.find({ params: { serviceId: id } });
const mark = async (ids: number[], given: { amount?: number; number?: string } = {}, api = admin) => {
  const seen = await api.billing.findSeveral({ body: { services: ids.map((id) => ({ id })) } });
  const services = seen.map(({ service, amount, currency }) => ({
    id: service.id,
    amount,
    currency: currency as 'EUR',
    number: given.number ?? `FV/of ${ids}`,
    ...(given.amount !== undefined && { amount: given.amount }),
  }));
  return api.billing.markInvoiced({ body: { services, day: '2026-11-30' } });
};

describe('prices', () => {
  it('are for admins only, and so are all amounts', async () => {
    const { id } = await signed();
    for (const call of [
      () => technician.billing.prices(),
      () => technician.billing.find({ params: { serviceId: id } }),
      () => technician.billing.savePrices({ body: { validFrom: '2026-01-01', currency: 'EUR', hour: 1 } }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 403, code: 'NO_PERMISSION' });
  });

  it('of one customer replace those of the company from their day on', async () => {
    const { id: customer } = await buildCustomer(app, { accountId });
    const device = await buildDevice(app, { accountId, customerId: customer });
    const before = await signed({ date: '2026-10-31T12:00:00Z' }, device);
    const after = await signed({ date: '2026-11-01T12:00:00Z' }, device);
    const prices = {
      customer: { id: customer },
      validFrom: '2026-11-01',
      currency: 'EUR',
      hour: 120,
    } as const;
    const saved = await admin.billing.savePrices({ body: prices });
    expect(saved).toMatchObject({ hour: 120, travelHour: null, customer: { id: customer }, revision: 1 });
    expect((await find(before.id)).amount).toBe(proposed);
    expect((await find(after.id)).amount).toBe(proposed + 95);
    expect(await refusal(admin.billing.savePrices({ body: prices }))).toMatchObject({ code: 'PRICES_EXIST' });
    const change = { ...prices, id: saved.id, revision: 1 };
    expect(await admin.billing.savePrices({ body: { ...change, hour: 60 } })).toMatchObject({ revision: 2 });
    expect(await refusal(admin.billing.savePrices({ body: change }))).toMatchObject({
      code: 'RECORD_CHANGED',
    });
    await admin.billing.deletePrices({ params: { id: saved.id } });
    expect((await find(after.id)).amount).toBe(proposed);
  });
});

describe('the amount of a protocol', () => {
  it('is proposed from its facts, with its lines', async () => {
    const partsUsed = [{ device: null, name: 'Seal', number: 'S-1', quantity: 2, unit: 'pcs' }];
    const { id } = await signed({ partsUsed });
    expect(await find(id)).toMatchObject({
      state: 'OPEN',
      currency: 'EUR',
      proposed,
      amount: proposed,
      missingPrices: true,
      typed: null,
      lines: [
        { kind: 'CALL_OUT', price: 25, amount: 25 },
        { kind: 'WORK', quantity: 95, price: 60, amount: 95 },
        { kind: 'TRAVEL', quantity: 40, price: 45, amount: 30 },
        { kind: 'KILOMETRES', quantity: 12.5, price: 0.6, amount: 7.5 },
        { kind: 'PART', name: 'Seal', quantity: 2, price: null, amount: null },
      ],
    });
    const part = { name: 'Seal', number: 'S-1', unit: 'pcs', price: 9.99 };
    const body = { service: { id }, currency: 'EUR' as const, amount: null, partPrices: [part], revision: 0 };
    const withPart = await admin.billing.save({ body });
    expect(withPart).toMatchObject({ amount: proposed + 19.98, missingPrices: false, revision: 1 });
    expect(await refusal(admin.billing.save({ body }))).toMatchObject({ code: 'RECORD_CHANGED' });
    expect(await admin.billing.save({ body: { ...body, amount: 140, revision: 1 } })).toMatchObject({
      proposed: proposed + 19.98,
      typed: 140,
      amount: 140,
    });
  });

  it('says whether its hours are of several technicians together', async () => {
    const alone = await signed();
    const together = await signed({ alsoPerformedBy: [{ id: adminId }] });
    expect((await find(alone.id)).severalPerformers).toBe(false);
    expect((await find(together.id)).severalPerformers).toBe(true);
  });

  it('has the flat rate once per visit and day', async () => {
    const device = await newDevice();
    const { id: visitId } = await buildVisit(app, { accountId, userId: technicianId, deviceId: device.id });
    const date = '2026-03-02T08:00:00Z';
    const unsigned = await technician.service.add({ body: protocolOf(device, { date, visitId }) });
    const first = await signed({ date, visitId }, device);
    const second = await signed({ date: '2026-03-02T15:00:00Z', visitId }, device);
    const nextDay = await signed({ date: '2026-03-03T08:00:00Z', visitId }, device);
    const withRate = async () => {
      const found = await Promise.all([first, second, nextDay].map(({ id }) => find(id)));
      return found.map(({ lines }) => lines.some(({ kind }) => kind === 'CALL_OUT'));
    };
    expect(await withRate()).toEqual([true, false, true]);
    await admin.service.withdraw({ params: { id: first.id }, body: { reason: 'Wrong machine' } });
    expect((await withRate())[1]).toBe(true);
    await mark([second.id]);
    // Signed late, with a smaller number: the rate was already invoiced.
    await signProtocol(technician, unsigned.id);
    expect((await find(unsigned.id)).lines.map(({ kind }) => kind)).not.toContain('CALL_OUT');
  });

  it('is zero under warranty, which is not to be invoiced unless the office says so', async () => {
    const { id } = await signed({ paymentType: 'WARRANTY' });
    expect(await find(id)).toMatchObject({ state: 'FREE', free: true, amount: 0, missingPrices: false });
    const body = { service: { id }, currency: 'EUR', amount: 15 } as const;
    expect(await admin.billing.save({ body })).toMatchObject({ state: 'OPEN', amount: 15 });
    expect(await admin.billing.save({ body: { ...body, amount: 0 } })).toMatchObject({ state: 'FREE' });
    expect((await mark([id]))[0]).toMatchObject({ state: 'INVOICED', amount: 0 });
    // Somebody still has to ask the warrantor.
    const undecided = await signed({ paymentType: 'UNDER_WARRANTOR_DECISION' });
    expect(await find(undecided.id)).toMatchObject({ state: 'OPEN', free: true, amount: 0 });
  });
});

describe('the mark "invoiced"', () => {
  it('fixes the amount, whatever happens to prices and protocol afterwards', async () => {
    const device = await newDevice();
    const protocol = await signed({}, device);
    const [marked] = await mark([protocol.id]);
    expect(marked).toMatchObject({
      state: 'INVOICED',
      amount: proposed,
      changedSince: false,
      invoice: { day: '2026-11-30', number: `FV/of ${protocol.id}`, amount: proposed },
    });
    const prices = { customer: { id: device.customerId }, validFrom: '2000-01-01', currency: 'PLN' } as const;
    await admin.billing.savePrices({ body: { ...prices, hour: 999 } });
    expect(await find(protocol.id)).toEqual(marked);
    const body = { ...(await bodyOf(admin, protocol.id)), workMinutes: 600, isToSign: true };
    await admin.service.add({ body });
    expect(await find(protocol.id)).toEqual({ ...marked, changedSince: true });
    const save = { service: { id: protocol.id }, currency: 'EUR', amount: 1 } as const;
    expect(await refusal(admin.billing.save({ body: save }))).toMatchObject({ code: 'ALREADY_INVOICED' });
  });

  it('is set on all chosen protocols or on none, and says which one refuses', async () => {
    const [one, other] = [await signed(), await signed()];
    const draft = await technician.service.add({ body: protocolOf(await newDevice()) });
    const refused = await refusal(mark([one.id, draft.id]));
    expect(refused).toMatchObject({ status: 409, code: 'NOT_BILLABLE' });
    expect(refused.message).toContain(`${draft.number}/`);
    await admin.service.withdraw({ params: { id: other.id }, body: { reason: 'Wrong machine' } });
    expect(await refusal(mark([one.id, other.id]))).toMatchObject({ code: 'NOT_BILLABLE' });
    expect(await refusal(mark([one.id], { amount: 1 }))).toMatchObject({ code: 'AMOUNT_CHANGED' });
    expect((await find(one.id)).invoice).toBeNull();
    expect(await find(other.id)).toMatchObject({ state: 'WITHDRAWN', amount: 0 });
  });

  it('keeps its customer: a correction to another one is refused', async () => {
    const device = await newDevice();
    const { id } = await signed({}, device);
    await mark([id]);
    const other = await newDevice();
    const correct = async () => {
      const { revision } = await admin.service.findById({ params: { id } });
      return admin.service.add({ body: { ...protocolOf(other), id, revision } });
    };
    expect(await refusal(correct())).toMatchObject({ status: 409, code: 'ALREADY_INVOICED' });
    await admin.billing.markNotInvoiced({ body: { services: [{ id, revision: 1 }] } });
    expect(await correct()).toMatchObject({ customer: { id: other.customerId } });
  });

  it('has a number for each customer, because an invoice is for one', async () => {
    const [device, other] = [await newDevice(), await newDevice()];
    const ids = [(await signed({}, device)).id, (await signed({}, device)).id, (await signed({}, other)).id];
    const markAs = async (numbers: string[]) => {
      const seen = await admin.billing.findSeveral({ body: { services: ids.map((id) => ({ id })) } });
      const services = seen.map(({ service: { id }, amount, currency }, index) => ({
        ...{ id, amount, number: numbers[index] ?? '' },
        currency: currency as 'EUR',
      }));
      return admin.billing.markInvoiced({ body: { services, day: '2026-11-30' } });
    };
    const refused = await refusal(markAs(['FV/1', 'FV/1', 'FV/1']));
    expect(refused).toMatchObject({ status: 409, code: 'INVOICE_OF_SEVERAL_CUSTOMERS' });
    const names = await Promise.all(ids.map(async (id) => (await find(id)).customer.shortName));
    for (const each of ['FV/1', ...names]) expect(refused.message).toContain(each);
    expect((await find(ids[0] ?? 0)).invoice).toBeNull();
    const numbers = (await markAs(['FV/1', 'FV/1', 'FV/2'])).map(({ invoice }) => invoice?.number);
    expect(numbers).toEqual(['FV/1', 'FV/1', 'FV/2']);
    const services = ids.map((id) => ({ id, revision: 1 }));
    await admin.billing.markNotInvoiced({ body: { services } });
    // In another call, or another currency, it is the same number.
    await markAs(['FV/3', 'FV/3', '']);
    const { billing } = admin;
    const later = (await signed({}, other)).id;
    const [seen] = await billing.findSeveral({ body: { services: [{ id: later }] } });
    const service = { id: later, amount: seen?.amount ?? 0, currency: 'EUR' as const };
    const again = (given: object, day = '2026-12-01') =>
      billing.markInvoiced({ body: { services: [{ ...service, number: 'FV/3', ...given }], day } });
    expect(await refusal(again({}))).toMatchObject({ code: 'INVOICE_OF_SEVERAL_CUSTOMERS' });
    expect(await refusal(again({ number: 'FV/4', customer: { id: device.customerId } }))).toMatchObject({
      code: 'AMOUNT_CHANGED',
    });
    // Numbers start again in another year.
    await again({ customer: { id: other.customerId } }, '2027-01-02');
    await billing.markNotInvoiced({
      body: { services: [...ids.map((id) => ({ id, revision: 3 })), { id: later, revision: 1 }] },
    });
    // A number is optional for all of them.
    expect(await markAs(['', '', ''])).toMatchObject(ids.map(() => ({ state: 'INVOICED' })));
  });

  it('is set once, however many people set it at once', async () => {
    const device = await newDevice();
    const ids = await Promise.all([1, 2, 3].map(async () => (await signed({}, device)).id));
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        // In any order, so that the locks meet each other.
        mark(index % 2 ? [...ids].reverse() : ids, { number: `FV/race ${index}` }),
      ),
    );
    const done = attempts.filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    const refused = attempts.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    for (const each of refused) expect(each.response.data.code).toBe('ALREADY_INVOICED');
    const numbers = (await admin.billing.findSeveral({ body: { services: ids.map((id) => ({ id })) } })).map(
      ({ invoice }) => invoice?.number,
    );
    expect(new Set(numbers).size).toBe(1);
    const log = { entity: 'billing', entityId: ids[0] ?? 0 };
    expect(await app.deps.db.of({ accountId }).auditLog.count({ where: log })).toBe(1);
  });

  it('is taken away from those that did not change since', async () => {
    const device = await newDevice();
    const [one, other] = [await signed({}, device), await signed({}, device)];
    const marked = await mark([one.id, other.id]);
    const services = marked.map(({ service, revision }) => ({ id: service.id, revision }));
    const open = await admin.billing.markNotInvoiced({ body: { services } });
    expect(open).toMatchObject([{ state: 'OPEN', invoice: null, amount: proposed }, { state: 'OPEN' }]);
    await mark([other.id], { number: 'FV/other' });
    expect(await refusal(admin.billing.markNotInvoiced({ body: { services } }))).toMatchObject({
      code: 'RECORD_CHANGED',
    });
    expect((await find(other.id)).invoice?.number).toBe('FV/other');
  });

  it('stays on a protocol that is withdrawn afterwards, which then costs nothing', async () => {
    const { id } = await signed();
    await mark([id]);
    await admin.service.withdraw({ params: { id }, body: { reason: 'Wrong machine' } });
    expect(await find(id)).toMatchObject({
      state: 'WITHDRAWN',
      amount: 0,
      changedSince: true,
      invoice: { amount: proposed },
    });
  });
});

describe('the list for the accountant', () => {
  const exported = async (given: object = {}, api = admin) => {
    const body = { dateFrom: '2026-05-01', dateTo: '2026-05-31', format: 'csv', ...given } as const;
    return linesOf(await api.billing.export({ body })).map((line) => line.split(';'));
  };

  it('has every protocol of the days by customer, with totals that count each once', async () => {
    await app.deps.db
      .of({ accountId })
      .account.update({ where: { id: accountId }, data: { timezone: 'Europe/Warsaw' } });
    const customer = await buildCustomer(app, {
      accountId,
      shortName: '=Bakery',
      fullName: 'Bakery Ltd',
      nip: '5260001246',
      email: 'office@bakery.example',
    });
    const device = await buildDevice(app, { accountId, customerId: customer.id, serialNumber: '3/11' });
    // Still April in UTC, and still May in the company's timezone.
    const first = await signed(
      { date: '2026-04-30T22:30:00Z', partsUsed: [{ name: 'Seal', number: '1-2', quantity: 2 }] },
      device,
    );
    const second = await signed({ date: '2026-05-31T21:30:00Z' }, device);
    await admin.billing.save({ body: { service: { id: second.id }, currency: 'EUR', amount: 140 } });
    const warranty = await signed({ date: '2026-05-20T10:00:00Z', paymentType: 'WARRANTY' }, device);
    const withdrawn = await signed({ date: '2026-05-21T10:00:00Z' }, device);
    await technician.service.add({ body: protocolOf(device, { ...facts, date: '2026-05-22T10:00:00Z' }) });
    await signed({ date: '2026-05-31T22:30:00Z' }, device);
    await mark([first.id, withdrawn.id], { number: 'FV/7' });
    await admin.service.withdraw({ params: { id: withdrawn.id }, body: { reason: 'Wrong machine' } });

    const [head = [], ...rows] = await exported({ customerId: customer.id });
    const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
    expect(column('Protocol')).toHaveLength(5);
    const money = (amounts: (number | null)[]) => amounts.map((each) => each?.toFixed(2) ?? '');
    expect(column('Amount')).toEqual(money([proposed, 0, 0, null, 140]));
    expect(column('Not signed (not in the amount)')).toEqual(money([null, null, null, proposed, null]));
    expect(column('Withdrawn after invoicing (to be corrected)')).toEqual(
      money([null, null, proposed, null, null]),
    );
    expect(column('State')).toEqual(['invoiced', 'free of charge', 'withdrawn', 'not signed', 'to invoice']);
    expect(column('Adjustment')).toEqual(money([null, null, null, null, 140 - proposed]));
    // The columns of a row make its amount; the column of amounts makes the total.
    const added = (row: string[], names: string[]) =>
      names.reduce((sum, name) => sum + Number(row[head.indexOf(name)]), 0);
    const partsOfAmount = head.filter((name) => name.endsWith(': amount'));
    expect(partsOfAmount).toHaveLength(5);
    for (const row of rows)
      expect(added(row, [...partsOfAmount, 'Adjustment'])).toBeCloseTo(added(row, ['Amount']), 5);
    expect(rows.reduce((sum, row) => sum + added(row, ['Amount']), 0)).toBe(proposed + 140);
    expect(column('Total of the customer')).toEqual(['', '', '', '', (proposed + 140).toFixed(2)]);
    expect(column('Invoice number')).toEqual(['FV/7', '', 'FV/7', '', '']);
    expect(column('Note')[0]).toBe('lines without a price');
    expect(column('Note')[2]).toContain('the invoice has to be corrected');
    expect(rows[0]).toEqual(
      expect.arrayContaining([
        "'=Bakery",
        'Bakery Ltd',
        'office@bakery.example',
        '2026-05-01',
        '2 Seal 1-2',
        '="3/11"',
      ]),
    );
    expect(column('Date of service')).toEqual([
      '2026-05-01',
      '2026-05-20',
      '2026-05-21',
      '2026-05-22',
      '2026-05-31',
    ]);
    expect([second.id, warranty.id].every(Boolean)).toBe(true);
  });

  it('names work that would cost nothing without being free', async () => {
    const device = await newDevice();
    const nothing = { workMinutes: null, travelMinutes: null, kilometres: null };
    const { id } = await signed({ date: '2026-05-10T10:00:00Z', ...nothing }, device);
    await admin.billing.savePrices({
      body: {
        ...{ customer: { id: device.customerId }, validFrom: '2000-01-01', currency: 'EUR' },
        callOut: 0,
      },
    });
    expect((await find(id)).amount).toBe(0);
    const [head = [], row = []] = await exported({ customerId: device.customerId });
    expect(row[head.indexOf('Note')]).toMatch(/^amount 0\.00.EUR$/);
  });

  it('has nothing of another account’s customer', async () => {
    const customer = await buildCustomer(app, { accountId });
    await signed(
      { date: '2026-05-10T10:00:00Z' },
      await buildDevice(app, { accountId, customerId: customer.id }),
    );
    expect(await exported({ customerId: customer.id })).toHaveLength(2);
    const { admin: stranger } = await buildTeam(app);
    expect(await exported({ customerId: customer.id }, stranger)).toHaveLength(1);
  });

  it('is a workbook whose amounts are numbers and whose days are dates, with totals and parts', async () => {
    const { data } = await admin.http.post<ArrayBuffer>(
      '/api/billing/export',
      { dateFrom: '2026-05-01', dateTo: '2026-05-31', format: 'xlsx' },
      { responseType: 'arraybuffer' },
    );
    const sheets = await readExcelFile(Buffer.from(data));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Customers', 'Protocols', 'Parts']);
    const row = (index: number) => {
      const [head = [], first = []] = sheets[index]?.data ?? [];
      return Object.fromEntries(head.map((name, at) => [String(name), first[at]]));
    };
    expect(row(0)).toMatchObject({
      Customer: '=Bakery',
      'Number of protocols': 5,
      'To invoice': 140,
      Invoiced: proposed,
      Total: proposed + 140,
      'Not signed (not in the total)': proposed,
      'Withdrawn after invoicing (to be corrected)': proposed,
    });
    expect(row(1)).toMatchObject({
      'Date of service': new Date('2026-05-01'),
      Amount: proposed,
      Currency: 'EUR',
    });
    expect(row(2)).toMatchObject({ Part: 'Seal', 'Part number': '1-2', Quantity: 2, Price: null });
  });
});

describe('the list of protocols', () => {
  it('finds those to invoice, and those that were', async () => {
    const device = await newDevice();
    const [open, marked] = [await signed({}, device), await signed({}, device)];
    const warranty = await signed({ paymentType: 'WARRANTY' }, device);
    await technician.service.add({ body: protocolOf(device) });
    await mark([marked.id]);
    const found = async (given: object) => {
      const { content } = await admin.serviceOverview.search({ body: { deviceId: device.id, ...given } });
      return content.map(({ id }) => id).sort((one, other) => one - other);
    };
    expect(await found({ invoiced: false })).toEqual([open.id]);
    expect(await found({ invoiced: true })).toEqual([marked.id]);
    expect(await found({ paymentTypes: ['WARRANTY'] })).toEqual([warranty.id]);
    expect(await found({ paymentTypes: ['PAID'], invoiced: false })).toEqual([open.id]);
    const undecided = await signed({ paymentType: 'UNDER_WARRANTOR_DECISION' }, device);
    await admin.billing.save({ body: { service: { id: warranty.id }, currency: 'EUR', amount: 15 } });
    expect(await found({ invoiced: false })).toEqual([open.id, warranty.id, undecided.id]);
  });
});
