import type { AccountTransaction } from '../../platform/tenancy.ts';

/** Who goes to a visit; the first one leads. */
export interface Team {
  visitId: number;
  ids: readonly number[];
}

/** Replaces who goes to these visits. */
export async function setTechnicians(
  tx: AccountTransaction,
  accountId: number,
  teams: readonly Team[],
): Promise<void> {
  await tx.visitTechnician.deleteMany({ where: { visitId: { in: teams.map(({ visitId }) => visitId) } } });
  await tx.visitTechnician.createMany({
    data: teams.flatMap(({ visitId, ids }) =>
      ids.map((userId, position) => ({ accountId, visitId, userId, position })),
    ),
  });
}
