/** Before a signature: the text to read and the facts to confirm. */
import { dateIn } from '@servicebook/shared/calendar';
import type { Performer, ProtocolToSign, Signer } from '@servicebook/shared/service-signing';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountDatabase, rowKey } from '../../platform/tenancy.ts';
import { readOwnSignature } from '../own-signature/own-signature.service.ts';
import { performerAtSigning } from './service-performer.ts';
import { readMissingValues, readUndone } from './service-required.ts';
import { takeSnapshot } from './service-snapshot.ts';

/** @throws when the protocol is not the account's */
export async function readToSign(deps: Deps, ctx: Ctx, id: number): Promise<ProtocolToSign> {
  const db = deps.db.of(ctx);
  // The revision is read before the text: of a change in between, the signature is refused.
  const { revision, account, alsoPerformedBy, ...row } = await db.service.findUniqueOrThrow({
    where: rowKey(ctx, id),
    include: {
      account: { select: { timezone: true } },
      alsoPerformedBy: { select: { userId: true }, orderBy: { position: 'asc' } },
    },
  });
  const performedBy = await performerAtSigning(db, ctx, row, null);
  const snapshot = await takeSnapshot(db, ctx, id, null);
  const others = alsoPerformedBy.map(({ userId }) => userId);
  return {
    revision,
    snapshot,
    contentSha256: canonicalJson(snapshot).sha256,
    today: dateIn(deps.clock().toISOString(), account.timezone),
    performedBy,
    alsoPerformedBy: others.filter((userId) => userId !== performedBy),
    performers: await listPerformers(db, [row.userId, ...others]),
    missing: await readMissingValues(db, { id, currentVersion: row.currentVersion }),
    undone: row.types.includes('PERIODIC_INSPECTION') ? await readUndone(db, id) : null,
    ownSignature: (await readOwnSignature(db, ctx)).svgPath,
    signers: (await readSigners(deps, ctx, [row.customerId])).get(row.customerId) ?? [],
  };
}

const listPerformers = (db: AccountDatabase, named: number[]): Promise<Performer[]> =>
  db.user.findMany({
    where: { OR: [{ active: true }, { id: { in: named } }] },
    select: { id: true, firstName: true, lastName: true, position: true },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
  });

/** Number of a customer's latest protocols that are searched for signers. */
const looksBack = 20;
const mostSigners = 3;

/** The last signers of these customers, those of each latest first. Customers for whom nobody has signed are left out. */
export async function readSigners(
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  customerIds: readonly number[],
): Promise<Map<number, Signer[]>> {
  const rows = await deps.db.read<Signer & { customerId: number }>(
    ctx,
    Prisma.sql`SELECT k.id AS "customerId", g.signer_name AS "signerName", g.signer_role AS "signerRole"
      FROM unnest(${customerIds}::int[]) AS k(id)
      CROSS JOIN LATERAL (SELECT s.id FROM service s
        WHERE s.account_id = ${ctx.accountId} AND s.customer_id = k.id AND s.current_version > 0
        ORDER BY s.date DESC, s.id DESC LIMIT ${looksBack}) AS s
      JOIN service_version v ON v.account_id = ${ctx.accountId} AND v.service_id = s.id
      JOIN service_signature g ON g.account_id = v.account_id AND g.service_version_id = v.id
     WHERE g.kind = 'DRAWN'
     ORDER BY g.signed_at DESC, g.id DESC`,
  );
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map([...byCustomer].map(([customerId, signatures]) => [customerId, lastSigners(signatures)]));
}

/** A name once, with the role it was last given. @param signatures latest first */
function lastSigners(signatures: readonly Signer[]): Signer[] {
  const byName = new Map<string, Signer>();
  for (const { signerName, signerRole } of signatures) {
    const name = signerName.toLowerCase();
    if (!byName.has(name)) byName.set(name, { signerName, signerRole });
  }
  return [...byName.values()].slice(0, mostSigners);
}
