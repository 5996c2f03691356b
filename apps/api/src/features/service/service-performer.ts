/** Who did the work of a protocol: named on the document, in lists and statistics. */
import { nameOf } from '@servicebook/i18n/names.ts';
import type { ServiceInput } from '@servicebook/shared/service';
import type { Service } from '../../generated/prisma/client.ts';
import { refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import type { Changes } from '../audit/audit.service.ts';

type Chosen = ServiceInput['performedBy'];
type Others = ServiceInput['alsoPerformedBy'];

const notSelected = () => refuseFields({ performedBy: 'PERFORMER_NOT_SELECTED' });

/** For `refusing`: a performer was deleted after they were looked up. */
export const performerGone = {
  service_account_id_user_id_fkey: notSelected,
  service_performer_account_id_user_id_fkey: () =>
    refuseFields({ alsoPerformedBy: 'PERFORMER_NOT_SELECTED' }),
};

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

/**
 * Stores who did the work together with the main performer, who is never among them. If nobody was chosen, the stored ones
 * stay. As for the main performer, users who left get no new protocols.
 * @returns the log entry of the change, if there is one
 * @throws a refused field for somebody who does not work in the account
 */
export async function replaceOthers(
  tx: AccountTransaction,
  { accountId }: Pick<Ctx, 'accountId'>,
  { id: serviceId, userId }: Pick<Service, 'id' | 'userId'>,
  chosen: Others,
): Promise<Changes> {
  const stored = await namesOfOthers(tx, serviceId);
  const ids = chosen ? [...new Set(chosen.map(({ id }) => id))] : [...stored.keys()];
  const others = ids.filter((id) => id !== userId);
  if (String(others) === String([...stored.keys()])) return {};
  const added = others.filter((id) => !stored.has(id));
  const active = await tx.user.count({ where: { id: { in: added }, active: true } });
  if (active !== added.length) throw refuseFields({ alsoPerformedBy: 'PERFORMER_NOT_SELECTED' });
  await tx.servicePerformer.deleteMany({ where: { serviceId } });
  await tx.servicePerformer.createMany({
    data: others.map((id, position) => ({ accountId, serviceId, userId: id, position })),
  });
  const names = await namesOfOthers(tx, serviceId);
  return { alsoPerformedBy: [[...stored.values()].join(', '), [...names.values()].join(', ')] };
}

async function namesOfOthers(tx: AccountTransaction, serviceId: number): Promise<Map<number, string>> {
  const rows = await tx.servicePerformer.findMany({
    where: { serviceId },
    select: { user: { select: { id: true, firstName: true, lastName: true } } },
    orderBy: { position: 'asc' },
  });
  return new Map(rows.map(({ user }) => [user.id, nameOf(user)]));
}

/** The other technicians of the visit that a new protocol is written on, if its performer is one of them. */
export async function othersOfVisit(
  tx: AccountTransaction,
  visitId: number | null,
  performer: number,
): Promise<{ id: number }[]> {
  if (visitId === null) return [];
  const technicians = await tx.visitTechnician.findMany({
    where: { visitId, user: { active: true } },
    select: { userId: true },
    orderBy: { position: 'asc' },
  });
  return technicians.some(({ userId }) => userId === performer)
    ? technicians.map(({ userId }) => ({ id: userId }))
    : [];
}
