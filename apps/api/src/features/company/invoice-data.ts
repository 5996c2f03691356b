import { mayBeInvoiced } from '@servicebook/shared/company';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

/** Nothing is sold to a company that no invoice can be made out to. @throws AppError COMPANY_DATA_REQUIRED */
export async function requireInvoiceData(tx: AccountTransaction, { accountId }: Ctx): Promise<void> {
  const company = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  if (!mayBeInvoiced(company)) throw new AppError('COMPANY_DATA_REQUIRED');
}
