import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';

/** The note about the terms that the company was told of last is not shown to this admin any more. */
export async function putTermsNoteAway(deps: Deps, ctx: Ctx): Promise<{ termsFrom: null }> {
  await inTransaction(deps, ctx, async (tx) => {
    const { termsVersion: termsSeen } = await tx.account.findUniqueOrThrow({ where: { id: ctx.accountId } });
    await tx.user.update({ where: rowKey(ctx, ctx.userId), data: { termsSeen } });
  });
  return { termsFrom: null };
}
