/** From an issued invoice to its documents: drawn, stored, shown with the order, and mailed, once. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { FileKind, Invoice, Prisma } from '../../generated/prisma/client.ts';
import { jobKind, remoteKind } from '../../platform/jobs.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { invoiceFilename, toDocument } from './invoice-document.ts';
import { writeKsef } from './invoice-ksef.ts';

export const makeInvoiceDocuments = jobKind('invoice.make-documents', z.object({ invoiceId: z.number() }));
export const mailInvoice = remoteKind(
  'invoice.mail',
  z.object({ accountId: z.number(), userId: z.number(), invoiceId: z.number() }),
);

type Transaction = Prisma.TransactionClient;

/** The changes of an invoice in the transaction that stores its documents. */
export type AfterStoring = (tx: Transaction, invoice: Invoice & { accountId: number }) => Promise<void>;

interface NewFile {
  kind: FileKind;
  key: string;
  filename: string;
  contentType: string;
  size: number;
  sha256: string;
}

/**
 * Draws and stores the documents of an invoice, unless it has them. Broken off anywhere it starts over: two at a time may
 * draw them, the first to commit wins, and the bytes of the other go. An account that was deleted meanwhile leaves an
 * invoice with its documents and nothing else.
 * @param then runs in the transaction that stores them, once an invoice; not for one whose account is gone
 */
export async function storeDocuments(deps: Deps, invoiceId: number, then: AfterStoring): Promise<void> {
  const { global } = deps.db;
  const row = await global.invoice.findUnique({ where: { id: invoiceId }, include: { corrects: true } });
  if (!row || row.pdfKey) return;
  const document = toDocument(row);
  const ksef = writeKsef(document);
  const drawn = await deps.pdf.render('invoice', document, { accountId: row.accountId ?? 0 });
  const pdf = await store(deps, row, 'INVOICE_PDF', drawn);
  const xml = ksef === null ? null : await store(deps, row, 'INVOICE_XML', Buffer.from(ksef, 'utf8'));
  try {
    await global.$transaction(async (tx) => {
      const first = await tx.invoice.updateMany({
        where: { id: invoiceId, pdfKey: null },
        data: { pdfKey: pdf.key, pdfSha256: pdf.sha256, xmlKey: xml?.key ?? null },
      });
      if (first.count === 0) return;
      // Read under the lock the update holds: deleting the account detaches the invoice before or after all this.
      const invoice = await tx.invoice.findUniqueOrThrow({ where: { id: invoiceId } });
      const { accountId } = invoice;
      if (accountId === null) return;
      const { id: invoiceFileId } = await tx.storedFile.create({ data: { accountId, ...pdf } });
      if (xml) await tx.storedFile.create({ data: { accountId, ...xml } });
      if (invoice.correction === 0)
        await tx.order.updateMany({
          where: { accountId, id: invoice.orderId ?? 0 },
          data: { invoiceFileId },
        });
      await then(tx, { ...invoice, accountId });
    });
  } finally {
    await removeUnused(deps, invoiceId, [pdf.key, ...(xml ? [xml.key] : [])]);
  }
}

/**
 * Makes documents whose job has given up, so that every issued invoice gets its documents in the end. Each failure is
 * logged and does not delay the other invoices.
 */
export async function makeMissingDocuments(deps: Deps): Promise<void> {
  const missing = await deps.db.global.invoice.findMany({
    where: { pdfKey: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of missing) {
    await storeDocuments(deps, id, announce(deps)).catch((error: unknown) =>
      deps.log.payments.error({ err: error, invoiceId: id }, 'invoice stays without documents'),
    );
  }
}

async function store(
  { files }: Deps,
  { number }: Invoice,
  kind: 'INVOICE_PDF' | 'INVOICE_XML',
  bytes: Uint8Array,
): Promise<NewFile> {
  const isPdf = kind === 'INVOICE_PDF';
  return {
    kind,
    key: await files.put(bytes),
    filename: invoiceFilename(number, isPdf ? 'pdf' : 'xml'),
    contentType: isPdf ? 'application/pdf' : 'application/xml',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** Whether the transaction committed is the database's to say; where it is silent, the bytes stay for the nightly sweep. */
async function removeUnused({ db, files }: Deps, id: number, keys: string[]): Promise<void> {
  const row = await db.global.invoice.findUnique({ where: { id } }).catch(() => null);
  if (!row) return;
  for (const key of keys) if (key !== row.pdfKey && key !== row.xmlKey) await files.remove(key);
}

/** Queues one mail for each who is to have the invoice: the admins, and who ordered. */
export const announce =
  ({ jobs }: Deps): AfterStoring =>
  async (tx, { id: invoiceId, accountId, orderId }) => {
    const order = await tx.order.findFirst({ where: { accountId, id: orderId ?? 0 } });
    const recipients = await tx.user.findMany({
      where: { accountId, active: true, OR: [{ isAdmin: true }, { id: order?.userId ?? 0 }] },
      select: { id: true },
    });
    for (const { id: userId } of recipients)
      await jobs.enqueue(tx as unknown as AccountTransaction, mailInvoice, { accountId, userId, invoiceId });
  };
