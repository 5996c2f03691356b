/** Before a signature: the text to read and the facts to confirm. */
import { dateIn } from '@servicebook/shared/calendar';
import type { Performer, ProtocolToSign, Signer } from '@servicebook/shared/service-signing';
import type { Deps } from '../../deps.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountDatabase, rowKey } from '../../platform/tenancy.ts';
import { readOwnSignature } from '../own-signature/own-signature.service.ts';
import { performerAtSigning } from './service-performer.ts';
import { countUndone, readMissingValues } from './service-required.ts';
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
    undone: row.types.includes('PERIODIC_INSPECTION') ? await countUndone(db, id) : null,
    ownSignature: (await readOwnSignature(db, ctx)).svgPath,
    signers: await listSigners(db, row.customerId),
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

async function listSigners(db: AccountDatabase, customerId: number): Promise<Signer[]> {
  const services = await db.service.findMany({
    where: { customerId, currentVersion: { gt: 0 } },
    orderBy: [{ date: 'desc' }, { id: 'desc' }],
    take: looksBack,
    select: { id: true },
  });
  const signatures = await db.serviceSignature.findMany({
    where: { kind: 'DRAWN', version: { serviceId: { in: services.map(({ id }) => id) } } },
    orderBy: [{ signedAt: 'desc' }, { id: 'desc' }],
    select: { signerName: true, signerRole: true },
  });
  // A name once, with the role it was last given.
  const byName = new Map<string, Signer>();
  for (const signer of signatures) {
    const name = signer.signerName.toLowerCase();
    if (!byName.has(name)) byName.set(name, signer);
  }
  return [...byName.values()].slice(0, mostSigners);
}
