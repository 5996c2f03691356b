import type { AccountTransaction } from '../../platform/tenancy.ts';

/** Replaces who goes there; the first one leads. */
export async function setTechnicians(
  tx: AccountTransaction,
  accountId: number,
  visitId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.visitTechnician.deleteMany({ where: { visitId } });
  await tx.visitTechnician.createMany({
    data: ids.map((userId, position) => ({ accountId, visitId, userId, position })),
  });
}
