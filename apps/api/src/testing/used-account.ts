/** An account with a row in every table. */
import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { buildFile, buildTodo } from './builders.ts';
import { signProtocol } from './protocols.ts';
import { buildWorld } from './sweep-samples.ts';

/** An account with something in every table, as those that were used for years have. */
export async function buildUsedAccount(app: TestApp) {
  const put = (text: string) => app.deps.files.put(new TextEncoder().encode(text));
  const world = await buildWorld(app);
  const { accountId, ids } = world;
  const db = app.deps.db.of(world);
  const { global } = app.deps.db;
  const users = await db.user.findMany({ where: {}, orderBy: { id: 'asc' } });
  const userId = users[0]?.id ?? 0;
  const plan = await global.accountPlan.findFirstOrThrow({ where: { type: 'DEFAULT', language: 'en' } });
  await signProtocol(world.technician, ids.service);
  await app.deps.db.of(world).servicePart.create({
    data: { accountId: world.accountId, serviceId: world.ids.service, name: 'Seal', quantity: 1 },
  });
  await global.documentHash.create({ data: { sha256: randomUUID(), accountId, documentId: 1 } });
  const page = { accountId, customerId: ids.customer, email: 'mill@example.com' };
  const expiresAt = new Date(Date.now() + 1e6);
  await db.customerLink.create({ data: { ...page, tokenHash: randomUUID(), expiresAt } });
  await db.ownSignature.create({ data: { accountId, userId, svgPath: 'M0 0 L90 0' } });
  await db.visitAnnouncement.create({
    data: {
      ...{ accountId, userCreatedId: userId, visitId: ids.visit },
      ...{ email: 'mill@example.com', language: 'en', day: new Date('2026-12-01') },
    },
  });
  const signed = await db.serviceVersion.findFirstOrThrow({ where: { serviceId: ids.service } });
  await db.protocolMail.create({
    data: {
      ...{ accountId, userCreatedId: userId, serviceVersionId: signed.id, state: 'SENT', sentAt: new Date() },
      ...{ email: 'mill@example.com', language: 'en', text: 'Please find attached the protocol.' },
    },
  });
  await db.servicePerformer.create({ data: { accountId, serviceId: ids.service, userId } });
  await app.deps.db.of(world).serviceAction.create({
    data: { accountId, serviceId: ids.service, deviceId: ids.device, name: 'Cleaning' },
  });
  await world.admin.customer.insert({
    body: { shortName: 'Once', fullName: 'Once' },
    idempotencyKey: randomUUID(),
  });
  const { id: logoFileId } = await buildFile(app, { accountId, kind: 'LOGO' });
  await db.account.update({ where: { id: accountId }, data: { logoFileId } });
  await db.serviceCounter.createMany({ data: [{ accountId, year: 2025, month: 1 }] });
  await buildTodo(app, { accountId, id: userId }, { description: 'Call', assigneeId: userId });
  await db.activationToken.create({
    data: { accountId, userId, tokenHash: randomUUID(), expiresAt: new Date(Date.now() + 1e6) },
  });
  await db.signInUnlock.create({
    data: { accountId, userId, tokenHash: randomUUID(), expiresAt: new Date(Date.now() + 1e6) },
  });
  await db.calendarFeed.create({ data: { accountId, userId, tokenHash: randomUUID() } });
  await db.sentReminder.create({ data: { accountId, userId, kind: 'WEEKLY', occasion: '2026-W47' } });
  await db.importChange.create({
    data: {
      accountId,
      importId: ids.doneImport,
      position: 1,
      entity: 'customer',
      entityId: ids.customer,
      after: {},
    },
  });
  await db.importMapping.create({ data: { accountId, headers: 'x', fields: [] } });
  const archive = await put('archive');
  await db.export.create({
    data: { accountId, userId, kind: 'ACCOUNT_DATA', status: 'DONE', fileKey: archive },
  });

  const { id: invoiceFileId, key: pdfKey } = await buildFile(app, { accountId, kind: 'INVOICE_PDF' });
  const xmlKey = await put('<invoice/>');
  const amounts = { totalNetAmount: 900, totalVatAmount: 207, totalGrossAmount: 1107, currency: 'USD' };
  const order = await db.order.create({
    data: { accountId, userId, paymentStatus: 'SUCCESS', invoiceFileId, ...amounts },
  });
  await db.orderLine.create({
    data: {
      accountId,
      orderId: order.id,
      userId,
      email: 'a@example.com',
      accountPlanId: plan.id,
      planName: 'Premium',
      period: 'MONTH',
      quantity: 1,
      unitNetPrice: 900,
      vatRate: 23,
      netAmount: 900,
      vatAmount: 207,
      grossAmount: 1107,
    },
  });
  await global.paymentSession.create({
    data: { sessionId: randomUUID(), accountId, orderId: order.id, amount: 1107, currency: 'USD' },
  });
  const invoice = await global.invoice.create({
    data: {
      sellerNip: '1',
      year: 2026,
      month: 11,
      sequence: accountId,
      number: `FV/2026/11/${accountId}`,
      accountId,
      orderId: order.id,
      issuedAt: new Date(),
      soldAt: new Date(),
      language: 'en',
      seller: {},
      buyer: { companyName: 'Buyer' },
      lines: [],
      ...amounts,
      pdfKey,
      xmlKey,
    },
  });
  const keys = (await db.storedFile.findMany({ where: {} })).map(({ key }) => key);
  const parts = await db.archivePart.findMany({ where: {} });
  const erasable = [archive, ...parts.map(({ key }) => key), ...keys.filter((key) => key !== pdfKey)];
  return { ...world, users, invoice, pdfKey, xmlKey, erasable };
}
