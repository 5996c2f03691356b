import type { Deps } from '../../deps.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { issueInvoice } from '../invoice/invoice.service.ts';
import { makeInvoiceDocuments } from '../invoice/invoice-documents.ts';
import type { LockedOrder } from './order-state.ts';

/**
 * The consequences of a paid order, in the transaction that extended its access: it happens if and only if that commits,
 * and once. Work that takes time or another server is enqueued here as a job.
 */
export async function afterPayment(deps: Deps, tx: AccountTransaction, order: LockedOrder): Promise<void> {
  const { accountId, id, totalGrossAmount, currency } = order;
  const invoiceId = await issueInvoice(deps, tx, order);
  await deps.jobs.enqueue(tx, makeInvoiceDocuments, { invoiceId });
  deps.log.payments.info(
    { accountId, orderId: id, amount: totalGrossAmount, currency },
    'order paid, access extended',
  );
}
