import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readTexts } from '../../platform/pdf/testing/read-pdf.ts';
import { inTransaction } from '../../platform/tenancy.ts';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAccount, buildAdmin, buildOrder, buildUser } from '../../testing/builders.ts';
import { buildBuyer, orderMonth, press, startPaying, untilStatus } from '../../testing/payments.ts';
import { erase } from '../account/account-erasure.jobs.ts';
import { afterPayment } from '../order/after-payment.ts';
import { extendAccess, lockOrder } from '../order/order-state.ts';
import { CorrectionProblem, issueCorrection } from './invoice.service.ts';
import { announce, makeMissingDocuments, storeDocuments } from './invoice-documents.ts';

const app = useTestApp({ SELLER_NIP: '1111111111' });
afterEach(() => app.setNow(null));

const polish = {
  companyName: 'Przykład & Wspólnicy',
  street: 'ul. Źródlana 7',
  postalCode: '90-002',
  city: 'Łódź',
  country: 'PL',
  nip: '222-222-22-22',
  language: 'pl',
} as const;

/** Pays an order as a verified payment does. */
const pay = ({ accountId, id }: { accountId: number; id: number }) =>
  inTransaction(app.deps, { accountId, userId: 0 }, async (tx) => {
    const order = await lockOrder(tx, { accountId }, id);
    if (!order) throw new Error('no such order');
    await extendAccess(app.deps, tx, order, {});
    await afterPayment(app.deps, tx, order);
  });

const invoiceOf = ({ id: orderId }: { id: number }, correction = 0) =>
  app.deps.db.global.invoice.findFirstOrThrow({ where: { orderId, correction } });

const untilDrawn = (order: { id: number }, correction = 0) =>
  vi.waitFor(
    async () => {
      const invoice = await invoiceOf(order, correction);
      expect(invoice.pdfKey).not.toBeNull();
      return invoice;
    },
    { timeout: 15_000, interval: 50 },
  );

async function buildPaid(account: Partial<Record<keyof typeof polish, string>> = {}) {
  const { id: accountId } = await buildAccount(app, account);
  const owner = await buildAdmin(app, { accountId });
  const order = await buildOrder(app, { accountId, userId: owner.id });
  await pay(order);
  return { accountId, owner, order };
}

const mailsTo = ({ email }: { email: string }) => app.mails.filter(({ to }) => to === email);
/** Waits until no job of invoices is open. */
const untilJobsRest = () =>
  vi.waitFor(
    async () => {
      const open = await app.deps.db.global.$queryRaw`
        SELECT name FROM pgboss.job WHERE name LIKE 'invoice.%' AND state IN ('created', 'retry', 'active')`;
      expect(open).toEqual([]);
    },
    { timeout: 15_000, interval: 50 },
  );

/** Pays an order, its documents left to the test. */
async function payUndrawn(order: { accountId: number; id: number }) {
  const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockResolvedValue();
  await pay(order);
  enqueue.mockRestore();
  return invoiceOf(order);
}

describe('a paid order', () => {
  it('gets an invoice that is shown with it, mailed as PDF to the admins and the buyer, and downloaded', async () => {
    const { api, owner, accountId } = await buildBuyer(app);
    await app.deps.db.global.account.update({ where: { id: accountId }, data: polish });
    const second = await buildAdmin(app, { accountId, language: 'de' });
    const technician = await buildUser(app, { accountId });
    const order = await orderMonth(api, owner.id);
    expect(order).toMatchObject({ invoicePdf: null, invoiceXml: null, corrections: [] });
    await press(await startPaying(api, order), 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
    const { number, totalGrossAmount } = await untilDrawn(order);
    expect(number).toMatch(/^FV\/\d{4}\/\d\d\/\d{4}$/);
    expect(totalGrossAmount).toBe(1107);

    const { invoicePdf, invoiceXml } = await api.order.find({ query: { id: order.id } });
    const name = number.replaceAll('/', '-');
    expect(invoicePdf?.filename).toBe(`${name}.pdf`);
    expect(invoiceXml?.filename).toBe(`${name}.xml`);
    const download = async (fileName = '') =>
      (await api.http.get('/api/storage/downloadFile', { params: { fileName }, responseType: 'arraybuffer' }))
        .data as Uint8Array;
    const [text] = await readTexts(new Uint8Array(await download(invoicePdf?.fileName)));
    expect(text).toContain(`Faktura Nr ${number}`);
    expect(text).toContain('Przykład & Wspólnicy');
    expect(text).toContain('Servicebook Premium, dostęp: Test User');
    expect(Buffer.from(await download(invoiceXml?.fileName)).toString()).toContain(`<P_2>${number}</P_2>`);
    expect((await api.order.all({ query: {} })).content[0]).toMatchObject({ invoicePdf, invoiceXml });

    const mail = await app.mailTo(owner.email);
    expect(mail.subject).toBe(`Faktura ${number}`);
    expect(mail.attachments).toMatchObject([{ filename: `${name}.pdf`, contentType: 'application/pdf' }]);
    expect((await app.mailTo(second.email)).subject).toBe(`Rechnung ${number}`);
    expect(mailsTo(technician)).toEqual([]);
  });

  it('has an invoice in the account’s language, from copies that later changes do not affect', async () => {
    const { accountId, order } = await buildPaid({ ...polish, country: 'PL' });
    await app.deps.db.global.account.update({ where: { id: accountId }, data: { companyName: 'Renamed' } });
    expect((await invoiceOf(order)).buyer).toMatchObject({
      name: 'Przykład & Wspólnicy',
      nip: '222-222-22-22',
    });
  });

  it('keeps its invoice unchanged when the company moves, is renamed or loses its tax number', async () => {
    const { accountId, order } = await buildPaid(polish);
    const before = await untilDrawn(order);
    const bytes = await app.deps.files.get(String(before.pdfKey));
    await app.deps.db.global.account.update({
      where: { id: accountId },
      data: { companyName: 'Renamed', street: 'Elsewhere 9', city: 'Berlin', country: 'DE', nip: '' },
    });
    await storeDocuments(app.deps, before.id, announce(app.deps));
    const after = await invoiceOf(order);
    expect(after).toMatchObject({ buyer: before.buyer, pdfKey: before.pdfKey, xmlKey: before.xmlKey });
    expect(await app.deps.files.get(String(after.pdfKey))).toEqual(bytes);
  });

  it('of a foreign buyer has no e-invoice', async () => {
    const { order, owner } = await buildPaid({ country: 'DE', postalCode: '10115', city: 'Berlin' });
    expect((await untilDrawn(order)).xmlKey).toBeNull();
    const api = await app.as(owner);
    expect(await api.order.find({ query: { id: order.id } })).toMatchObject({
      invoicePdf: { filename: expect.stringMatching(/\.pdf$/) },
      invoiceXml: null,
    });
  });

  it('has one invoice and one mail, however often and wherever the job is interrupted', async () => {
    const { order, owner } = await buildPaid(polish);
    const { id } = await untilDrawn(order);
    await app.mailTo(owner.email);
    await Promise.all([1, 2, 3].map(() => storeDocuments(app.deps, id, announce(app.deps))));
    await untilJobsRest();
    expect(mailsTo(owner)).toHaveLength(1);

    const broken = await buildAccount(app, polish);
    const admin = await buildAdmin(app, { accountId: broken.id });
    const again = await buildOrder(app, { accountId: broken.id, userId: admin.id });
    const invoice = await payUndrawn(again);
    const render = vi.spyOn(app.deps.pdf, 'render').mockRejectedValue(new Error('killed'));
    const stored = vi.fn().mockRejectedValue(new Error('killed while storing'));
    await expect(storeDocuments(app.deps, invoice.id, stored)).rejects.toThrow('killed');
    render.mockRestore();
    await expect(storeDocuments(app.deps, invoice.id, stored)).rejects.toThrow('killed while storing');
    expect((await invoiceOf(again)).pdfKey).toBeNull();
    await Promise.all([1, 2, 3].map(() => storeDocuments(app.deps, invoice.id, announce(app.deps))));
    await app.mailTo(admin.email);
    await untilJobsRest();
    expect(mailsTo(admin)).toHaveLength(1);
    expect(await app.deps.db.global.storedFile.count({ where: { accountId: broken.id } })).toBe(2);
    await app.expectNoStrayFiles();
  });

  it('cannot get a second invoice', async () => {
    const { accountId, order } = await buildPaid();
    const again = inTransaction(app.deps, { accountId, userId: 0 }, async (tx) => {
      const locked = await lockOrder(tx, { accountId }, order.id);
      if (locked) await afterPayment(app.deps, tx, locked);
    });
    await expect(again).rejects.toThrow();
    expect(await app.deps.db.global.invoice.count({ where: { orderId: order.id } })).toBe(1);
  });
});

describe('the number', () => {
  const sequences = async (year: number, month: number) =>
    (
      await app.deps.db.global.invoice.findMany({
        where: { series: 'FV', year, month },
        orderBy: { sequence: 'asc' },
      })
    ).map(({ sequence }) => sequence);

  it('runs from 1 to 50 without a gap when fifty orders are paid at once, some of which fail', async () => {
    app.setNow(new Date('2031-05-10T10:00:00Z'));
    const companies = await Promise.all(Array.from({ length: 10 }, () => buildAdmin(app)));
    const orders = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const { accountId, id: userId } = companies[index % 10] as (typeof companies)[number];
        return buildOrder(app, { accountId, userId });
      }),
    );
    const failing = ({ accountId, id }: (typeof orders)[number]) =>
      inTransaction(app.deps, { accountId, userId: 0 }, async (tx) => {
        const order = await lockOrder(tx, { accountId }, id);
        if (order) await afterPayment(app.deps, tx, order);
        throw new Error('rolled back');
      });
    await Promise.all(
      orders.map(async (order, index) => {
        if (index % 5 === 0) await expect(failing(order)).rejects.toThrow('rolled back');
        await pay(order);
      }),
    );
    expect(await sequences(2031, 5)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('restarts with the seller’s month, not the server’s or the buyer’s', async () => {
    const paidAt = async (now: string) => {
      app.setNow(new Date(now));
      return (await invoiceOf((await buildPaid()).order)).number;
    };
    expect(await paidAt('2031-06-30T21:59:59.999Z')).toBe('FV/2031/06/0001');
    expect(await paidAt('2031-06-30T22:00:00Z')).toBe('FV/2031/07/0001');
    expect(await paidAt('2031-12-31T22:59:59Z')).toBe('FV/2031/12/0001');
    expect(await paidAt('2031-12-31T23:00:00Z')).toBe('FV/2032/01/0001');
  });
});

describe('a correction', () => {
  it('cancels the invoice with its own number, and is sent like the invoice', async () => {
    app.setNow(new Date('2031-08-20T10:00:00Z'));
    const { order, owner } = await buildPaid(polish);
    const invoice = await untilDrawn(order);
    await app.mailTo(owner.email);
    app.setNow(new Date('2031-09-02T10:00:00Z'));
    const number = await issueCorrection(app.deps, { number: invoice.number, reason: 'Zwrot zapłaty' });
    expect(number).toBe('FK/2031/09/0001');
    const correction = await untilDrawn(order, 1);
    expect(correction).toMatchObject({
      correctsId: invoice.id,
      reason: 'Zwrot zapłaty',
      totalGrossAmount: -1107,
    });
    expect(await invoiceOf(order)).toEqual(invoice);
    await vi.waitFor(
      () =>
        expect(mailsTo(owner).map(({ subject }) => subject)).toEqual([
          `Faktura ${invoice.number}`,
          'Faktura korygująca FK/2031/09/0001',
        ]),
      { timeout: 15_000 },
    );
    const api = await app.as(owner);
    const shown = await api.order.find({ query: { id: order.id } });
    expect(shown.invoicePdf?.fileName).toBe(invoice.pdfKey);
    expect(shown.corrections).toEqual([
      {
        number,
        invoicePdf: { filename: 'FK-2031-09-0001.pdf', fileName: correction.pdfKey },
        invoiceXml: { filename: 'FK-2031-09-0001.xml', fileName: correction.xmlKey },
      },
    ]);
  });

  it('is issued by the operator’s command, which explains its refusals', async () => {
    const { order } = await buildPaid();
    const { number } = await invoiceOf(order);
    const run = async (...given: string[]) => {
      const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = app.deps.config;
      const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL, DATA_DIR, SELLER_NIP: '1111111111' };
      const command = path.resolve(import.meta.dirname, '../../correct-invoice.ts');
      return promisify(execFile)(process.execPath, [command, ...given], { env }).catch(
        (error: { stderr: string; stdout: string }) => error,
      );
    };
    const { stdout } = await run(number, 'Refund');
    expect(stdout).toMatch(new RegExp(`^Issued FK/\\d{4}/\\d\\d/\\d{4}, which corrects ${number}\\.\n$`));
    expect((await untilDrawn(order, 1)).reason).toBe('Refund');
    expect((await run(number, 'Refund')).stderr).toContain(`${number} has been corrected by FK/`);
    expect((await run(number)).stderr).toContain('Usage:');
  }, 60_000);

  it('is issued once, for an existing invoice', async () => {
    const { order } = await buildPaid();
    const { number } = await invoiceOf(order);
    const reason = 'Refund';
    const both = await Promise.allSettled([1, 2].map(() => issueCorrection(app.deps, { number, reason })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { number: taken } = await invoiceOf(order, 1);
    for (const wrong of [number, taken, `FV/${randomUUID()}`])
      await expect(issueCorrection(app.deps, { number: wrong, reason })).rejects.toThrow(CorrectionProblem);
  });
});

describe('an account that is deleted', () => {
  const isStored = (key: string | null) =>
    app.deps.files.get(key ?? '').then(
      () => true,
      () => false,
    );

  it('leaves its invoices and corrections, rendered or not, without a reference to it', async () => {
    const { accountId, order } = await buildPaid(polish);
    const drawn = await untilDrawn(order);
    const admin = await app.deps.db.global.user.findFirstOrThrow({ where: { accountId } });
    const undrawnOrder = await buildOrder(app, { accountId, userId: admin.id });
    const undrawn = await payUndrawn(undrawnOrder);
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue').mockResolvedValue();
    await (await app.as(admin)).account.delete();
    enqueue.mockRestore();
    await erase(app.deps, { accountId });
    await storeDocuments(app.deps, undrawn.id, announce(app.deps));
    const number = await issueCorrection(app.deps, { number: drawn.number, reason: 'Refund' });
    for (const where of [{ id: drawn.id }, { id: undrawn.id }, { number }]) {
      await vi.waitFor(
        async () => {
          const kept = await app.deps.db.global.invoice.findFirstOrThrow({ where });
          expect(kept).toMatchObject({ accountId: null, orderId: null });
          expect([await isStored(kept.pdfKey), await isStored(kept.xmlKey)]).toEqual([true, true]);
        },
        { timeout: 15_000, interval: 50 },
      );
    }
  });

  it('keeps a document that is stored while its files are removed', async () => {
    const { accountId, order } = await buildPaid(polish);
    await untilDrawn(order);
    const later = await buildOrder(app, { accountId, userId: order.userId });
    const { id } = await payUndrawn(later);
    await app.deps.db.global.account.update({ where: { id: accountId }, data: { deletedAt: new Date() } });
    await Promise.all([erase(app.deps, { accountId }), storeDocuments(app.deps, id, announce(app.deps))]);
    const kept = await app.deps.db.global.invoice.findUniqueOrThrow({ where: { id } });
    expect(await isStored(kept.pdfKey)).toBe(true);
  });
});

it('an invoice whose job has failed gets its documents at night, even if another one still fails', async () => {
  const { accountId, owner } = await buildPaid(polish);
  const { global } = app.deps.db;
  const [broken, missed] = [
    await payUndrawn(await buildOrder(app, { accountId, userId: owner.id })),
    await payUndrawn(await buildOrder(app, { accountId, userId: owner.id })),
  ];
  await global.invoice.update({ where: { id: broken.id }, data: { lines: 'broken' } });
  await untilJobsRest();
  const before = mailsTo(owner).length;
  await makeMissingDocuments(app.deps);
  await makeMissingDocuments(app.deps);
  await untilJobsRest();
  expect((await global.invoice.findUniqueOrThrow({ where: { id: missed.id } })).pdfKey).not.toBeNull();
  expect((await global.invoice.findUniqueOrThrow({ where: { id: broken.id } })).pdfKey).toBeNull();
  expect(app.logs.some((line) => line.includes(`"invoiceId":${broken.id}`) && line.includes('without'))).toBe(
    true,
  );
  expect(mailsTo(owner)).toHaveLength(before + 1);
});

it('an invoice can be downloaded by admins, even with expired access, but not by technicians or other accounts', async () => {
  const { order, owner, accountId } = await buildPaid(polish);
  const { pdfKey, xmlKey } = await untilDrawn(order);
  await app.deps.db.global.user.updateMany({ where: { id: owner.id }, data: { planExpired: null } });
  const [own, foreign] = [await app.as(owner), await app.as(await buildAdmin(app))];
  const technician = await app.as(await buildUser(app, { accountId }));
  for (const fileName of [pdfKey, xmlKey]) {
    const params = { fileName };
    expect((await own.http.get('/api/storage/downloadFile', { params })).status).toBe(200);
    expect(await refusal(technician.http.get('/api/storage/downloadFile', { params }))).toMatchObject({
      status: 403,
      code: 'NO_PERMISSION',
    });
    expect(await refusal(foreign.http.get('/api/storage/downloadFile', { params }))).toMatchObject({
      status: 404,
    });
  }
});
