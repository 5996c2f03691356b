/** Issuing invoices and their corrections. An issued invoice never changes; a job makes its documents. */
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { type InvoiceLine, type InvoiceParty, type InvoiceSeller, readLines } from './invoice-document.ts';
import { makeInvoiceDocuments } from './invoice-documents.ts';
import { takeNumber } from './invoice-number.ts';

type OrderWithLines = Prisma.OrderGetPayload<{ include: { lines: true } }>;

/**
 * Issues the invoice of an order, in the transaction that made it paid; a second one for the same order violates a
 * constraint. The buyer and the seller are copied as they are now.
 * @returns its id
 */
export async function issueInvoice(
  deps: Deps,
  tx: AccountTransaction,
  order: OrderWithLines,
): Promise<number> {
  const { accountId } = order;
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  const orderer = await tx.user.findUniqueOrThrow({ where: rowKey(order, order.userId) });
  const language = account.language as Language;
  const texts = textsOf(language, 'invoice-pdf');
  const now = deps.clock();
  const seller = sellerOf(deps);
  const buyer: InvoiceParty = {
    // After registration with Google, there is no company data.
    name: account.companyName || nameOrEmail(orderer),
    street: account.street,
    postalCode: account.postalCode,
    city: account.city,
    country: account.country,
    nip: account.nip,
  };
  const lines = order.lines.map(
    (line): InvoiceLine => ({
      name: texts('lineName', { plan: line.planName, user: nameOrEmail(line) }),
      unit: line.period === 'YEAR' ? 'year' : 'month',
      quantity: line.quantity,
      unitNetPrice: line.unitNetPrice,
      vatRate: line.vatRate,
      net: line.netAmount,
      vat: line.vatAmount,
      gross: line.grossAmount,
    }),
  );
  const number = await takeNumber(tx, accountId, seller, 'FV', now);
  const { id } = await tx.invoice.create({
    data: {
      ...number,
      accountId,
      orderId: order.id,
      sellerNip: seller.nip,
      issuedAt: now,
      soldAt: now,
      language,
      seller: { ...seller },
      buyer: { ...buyer },
      lines: lines.map((line) => ({ ...line })),
      totalNetAmount: order.totalNetAmount,
      totalVatAmount: order.totalVatAmount,
      totalGrossAmount: order.totalGrossAmount,
      currency: order.currency,
    },
  });
  return id;
}

/** Why an invoice is not corrected; for the operator to read. */
export class CorrectionProblem extends Error {}

/**
 * Issues the correction of an invoice whose money went back: all of it, as every refund here does. The invoice stays as
 * it is; the correction says the difference, with a number of its own, and goes to the buyer like the invoice did. It
 * takes no access back. For an account that is gone it is issued and kept all the same.
 * @returns its number
 * @throws CorrectionProblem when there is no such invoice of this seller, or it has been corrected
 */
export async function issueCorrection(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'clock'>,
  { number, reason }: { number: string; reason: string },
): Promise<string> {
  const { nip: sellerNip } = deps.config.seller;
  return deps.db.global.$transaction(async (tx) => {
    const [found] = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM invoice WHERE seller_nip = ${sellerNip} AND number = ${number} FOR UPDATE`;
    if (!found) throw new CorrectionProblem(`There is no invoice ${number} of the seller ${sellerNip}.`);
    const invoice = await tx.invoice.findUniqueOrThrow({
      where: { id: found.id },
      include: { corrections: true },
    });
    const [earlier] = invoice.corrections;
    if (earlier) throw new CorrectionProblem(`${number} has been corrected by ${earlier.number}.`);
    if (invoice.correctsId) throw new CorrectionProblem(`${number} is a correction itself.`);
    const now = deps.clock();
    const { accountId } = invoice;
    const lines = readLines(invoice).map((line) => ({
      ...line,
      quantity: -line.quantity,
      net: 0 - line.net,
      vat: 0 - line.vat,
      gross: 0 - line.gross,
    }));
    const { timezone } = sellerOf(deps);
    const numbering = await takeNumber(tx, accountId, { nip: sellerNip, timezone }, 'FK', now);
    const correction = await tx.invoice.create({
      data: {
        ...numbering,
        accountId,
        orderId: invoice.orderId,
        correction: 1,
        correctsId: invoice.id,
        reason,
        sellerNip,
        issuedAt: now,
        soldAt: invoice.soldAt,
        language: invoice.language,
        seller: invoice.seller as object,
        buyer: invoice.buyer as object,
        lines,
        totalNetAmount: 0 - invoice.totalNetAmount,
        totalVatAmount: 0 - invoice.totalVatAmount,
        totalGrossAmount: 0 - invoice.totalGrossAmount,
        currency: invoice.currency,
      },
    });
    await deps.jobs.enqueue(tx as unknown as AccountTransaction, makeInvoiceDocuments, {
      invoiceId: correction.id,
    });
    return numbering.number;
  });
}

const sellerOf = ({ config }: Pick<Deps, 'config'>): InvoiceSeller => {
  const { bankAccount: _, ...seller } = config.seller;
  return seller;
};
