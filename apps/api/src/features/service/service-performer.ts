/** Who did the work of a protocol: named on the document, in lists and statistics. */
import type { ServiceInput } from '@servicebook/shared/service';
import type { Service } from '../../generated/prisma/client.ts';
import { refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

type Chosen = ServiceInput['performedBy'];

const notSelected = () => refuseFields({ performedBy: 'PERFORMER_NOT_SELECTED' });

/** For `refusing`: the performer was deleted after they were looked up. */
export const performerGone = { service_account_id_user_id_fkey: notSelected };

/**
 * The chosen performer, or the default one. Users who left stay on their protocols but get no new ones.
 * @throws a refused field for somebody who does not work in the account
 */
export async function performerOf(
  tx: AccountTransaction,
  chosen: Chosen,
  otherwise: number,
): Promise<number> {
  if (!chosen || chosen.id === otherwise) return otherwise;
  const count = await tx.user.count({ where: { id: chosen.id, active: true } });
  if (count === 0) throw notSelected();
  return chosen.id;
}

/**
 * Who performed a protocol that is being signed on the screen. Nobody chosen: who was named on purpose stays, that is
 * somebody other than the writer, or whoever the version signed before names; otherwise it is who signs.
 */
export const performerAtSigning = (
  tx: AccountTransaction,
  ctx: Ctx,
  before: Pick<Service, 'userId' | 'userCreatedId' | 'currentVersion'>,
  chosen: Chosen,
): Promise<number> => {
  const named = before.userId !== before.userCreatedId || before.currentVersion > 0;
  // The stored performer may be chosen even after leaving the company.
  if (chosen) return performerOf(tx, chosen, before.userId);
  return Promise.resolve(named ? before.userId : ctx.userId);
};
