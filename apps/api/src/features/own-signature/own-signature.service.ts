/** The signature that employees keep for themselves. The session says whose it is: there is no call for somebody else's. */
import { isSignature } from '@servicebook/shared/drawn-signature';
import type { OwnSignature } from '@servicebook/shared/own-signature';
import type { Deps } from '../../deps.ts';
import { refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { boundsOfPath, isPlainPath, linesOfPath } from '../../platform/pdf/svg-path.ts';
import { type AccountDatabase, type AccountTransaction, inTransaction } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';

export async function readOwnSignature(
  db: AccountDatabase,
  { userId }: Pick<Ctx, 'userId'>,
): Promise<OwnSignature> {
  const row = await db.ownSignature.findFirst({ where: { userId } });
  return { svgPath: row?.svgPath ?? null };
}

export async function setOwnSignature(
  deps: Deps,
  ctx: Ctx,
  { svgPath }: OwnSignature,
): Promise<OwnSignature> {
  if (svgPath !== null) requireDrawing(svgPath, 'svgPath');
  return inTransaction(deps, ctx, async (tx) => {
    const { accountId, userId } = ctx;
    const where = { accountId_userId: { accountId, userId } };
    const before = await tx.ownSignature.count({ where: { userId } });
    if (svgPath === null) await forgetOwnSignature(tx, userId);
    else {
      const data = { svgPath, updatedAt: deps.clock() };
      await tx.ownSignature.upsert({ where, create: { accountId, userId, ...data }, update: data });
    }
    const { email } = await tx.user.findUniqueOrThrow({
      where: { accountId_id: { accountId, id: userId } },
      select: { email: true },
    });
    // The log says that it changed, and does not keep the drawing.
    const changes = { signature: [before > 0, svgPath !== null] as [boolean, boolean] };
    await record(tx, ctx, { kind: 'CHANGED', entity: 'user', entityId: userId, what: email, changes });
    return { svgPath };
  });
}

/** For somebody who leaves, or whose password somebody else has set. */
export async function forgetOwnSignature(tx: AccountTransaction, userId: number): Promise<void> {
  await tx.ownSignature.deleteMany({ where: { userId } });
}

/** Text that cannot be drawn is refused, because the document must come about. @throws a refused field */
export function requireDrawing(svgPath: string, field: string): void {
  if (!isPlainPath(svgPath) || !boundsOfPath(svgPath)) throw refuseFields({ [field]: 'INVALID' });
  if (!isSignature(linesOfPath(svgPath) ?? [])) throw refuseFields({ [field]: 'SIGNATURE_REQUIRED' });
}
