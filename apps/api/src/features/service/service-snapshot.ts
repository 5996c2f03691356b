/** Copies everything a protocol's document shows, as it is at this moment. */

import { addressLineFrom } from '@servicebook/i18n/names.ts';
import { addMonths, dateIn } from '@servicebook/shared/calendar';
import type { Language } from '@servicebook/shared/primitives';
import {
  companyInSnapshot,
  customerInSnapshot,
  machineInSnapshot,
  type ProtocolSnapshot,
  protocolSnapshotVersion,
} from '@servicebook/shared/protocol-snapshot';
import { documentNumber, type PerformedAction } from '@servicebook/shared/service';
import type { StoredFile, User } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountDatabase, type AccountTransaction, rowKey } from '../../platform/tenancy.ts';

export type SnapshotSignature = NonNullable<ProtocolSnapshot['signature']>;

/** The files of a protocol that its content names. */
const attachedFiles = {
  where: { kind: 'SERVICE_FILE' },
  select: {
    filename: true,
    contentType: true,
    size: true,
    sha256: true,
    sentSha256: true,
    key: true,
    print: true,
  },
  orderBy: { id: 'asc' },
} as const;

const asAttachment = ({
  key,
  print,
  sentSha256,
  ...file
}: Pick<StoredFile, keyof (typeof attachedFiles)['select']>): Attachment => ({
  ...file,
  ...(sentSha256 && { sentSha256 }),
  ...(print && { printKey: key }),
});
type Attachment = NonNullable<ProtocolSnapshot['attachments']>[number];

/** The files of these protocols, as their content names them. Protocols without files are left out. */
export async function readAttachments(
  db: AccountDatabase,
  serviceIds: readonly number[],
): Promise<{ id: number; attachments: Attachment[] }[]> {
  const rows = await db.service.findMany({
    where: { id: { in: [...serviceIds] } },
    select: { id: true, files: attachedFiles },
  });
  return rows.flatMap(({ id, files }) =>
    files.length > 0 ? [{ id, attachments: files.map(asAttachment) }] : [],
  );
}

const withEverything = {
  user: true,
  alsoPerformedBy: { select: { userId: true, user: true }, orderBy: { position: 'asc' } },
  customer: true,
  devices: {
    include: {
      device: { include: { category: { select: { name: true } } } },
      actions: { orderBy: { position: 'asc' } },
    },
    orderBy: { position: 'asc' },
  },
  partsUsed: {
    select: { deviceId: true, name: true, number: true, quantity: true, unit: true },
    orderBy: { position: 'asc' },
  },
  account: { include: { logoFile: { select: { key: true } } } },
  files: attachedFiles,
} as const;

const personOf = ({ firstName, lastName, position }: Pick<User, 'firstName' | 'lastName' | 'position'>) => ({
  firstName,
  lastName,
  position: position || null,
});

/** @param signature null for a draft. @param own the signature of a performer. @throws when the protocol is not the account's */
export async function takeSnapshot(
  db: AccountDatabase | AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  serviceId: number,
  signature: SnapshotSignature | null,
  own: { userId: number; path: string } | null = null,
): Promise<ProtocolSnapshot> {
  const row = await db.service.findUniqueOrThrow({ where: rowKey(ctx, serviceId), include: withEverything });
  const { account, customer, user } = row;
  const performers = [row.userId, ...row.alsoPerformedBy.map(({ userId }) => userId)];
  const date = dateIn(row.date.toISOString(), account.timezone);
  const documentLanguage = (customer.language ?? account.language) as Language;
  const home = customer.country || account.country;
  return {
    schemaVersion: protocolSnapshotVersion,
    documentNumber: documentNumber(row),
    timezone: account.timezone,
    date,
    language: documentLanguage,
    state: row.state,
    version: row.currentVersion,
    company: companyInSnapshot(account, account.logoFile?.key ?? null),
    customer: customerInSnapshot(customer),
    machines: row.devices.map(({ device, actions, result }) => ({
      ...machineInSnapshot(device),
      address: addressLineFrom(device, home, documentLanguage),
      actions: actions.map(({ name, quantity, fields }) => ({
        name,
        quantity: quantity ?? 1,
        fields: fields as PerformedAction['fields'],
      })),
      result,
    })),
    types: row.types,
    paymentType: row.paymentType,
    faultDescription: row.faultDescription || null,
    period: row.period,
    nextInspection: row.period === null ? null : addMonths(date, row.period),
    technician: personOf(user),
    alsoPerformedBy: row.alsoPerformedBy.map((also) => personOf(also.user)),
    remarks: row.remarks || null,
    recommendations: row.recommendations || null,
    workMinutes: row.workMinutes,
    travelMinutes: row.travelMinutes,
    kilometres: row.kilometres,
    partsUsed: row.partsUsed.map(({ deviceId, ...part }) => ({ machine: deviceId, ...part })),
    ownSignature: own && { of: performers.indexOf(own.userId), path: own.path },
    attachments: row.files.map(asAttachment),
    signature,
  };
}
