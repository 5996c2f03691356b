import { InvoiceData, mayBeInvoiced } from '@servicebook/shared/company';
import type { FieldCode } from '@servicebook/shared/error-codes';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

type Company = Record<keyof InvoiceData, string>;

/**
 * Nothing is sold to a company that no invoice can be made out to. Called in a transaction that runs one at a time, so
 * that the company is not emptied while an order is being placed. @throws AppError COMPANY_DATA_REQUIRED
 */
export async function requireInvoiceData(tx: AccountTransaction, { accountId }: Ctx): Promise<void> {
  const company = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  if (!mayBeInvoiced(company)) throw new AppError('COMPANY_DATA_REQUIRED');
}

/**
 * Keeps a company that has ordered something from emptying fields that its invoice needs: the invoice is issued when the
 * money arrives, which may be long after the order's deadline. Called in a transaction that runs one at a time.
 * @throws AppError VALIDATION_FAILED
 */
export async function keepInvoiceData(
  tx: AccountTransaction,
  before: Company,
  after: Company,
): Promise<void> {
  const emptied = InvoiceData.keyof().options.filter((name) => before[name].trim() && !after[name]);
  if (emptied.length === 0 || (await tx.order.count({ where: {} })) === 0) return;
  throw refuseFields(
    Object.fromEntries(emptied.map((name): [string, FieldCode] => [name, 'NEEDED_ON_INVOICES'])),
  );
}
