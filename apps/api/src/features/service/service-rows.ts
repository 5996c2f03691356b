/** Protocols as stored, with what their wire shape shows; one include, so that every call answers the same. */
import {
  documentNumber,
  fullNumber,
  noPeriod,
  type PerformedAction,
  type ServiceProtocol,
} from '@servicebook/shared/service';
import type { Ctx } from '../../context.ts';
import type { Prisma, Service } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { type AccountDatabase, type AccountTransaction, rowKey } from '../../platform/tenancy.ts';

const person = { select: { id: true, firstName: true, lastName: true } } as const;

export const withParts = {
  user: person,
  customer: { select: { id: true, shortName: true, fullName: true } },
  devices: {
    include: { device: { select: { id: true, name: true } }, actions: { orderBy: { position: 'asc' } } },
    orderBy: { position: 'asc' },
  },
  files: { where: { kind: 'SERVICE_FILE' }, orderBy: { id: 'asc' } },
  versions: { orderBy: { version: 'desc' }, take: 1, select: { signature: true } },
  todos: { orderBy: { id: 'asc' }, take: 1 },
} as const satisfies Prisma.ServiceInclude;

export type ServiceRow = Prisma.ServiceGetPayload<{ include: typeof withParts }>;

/** Reads one protocol for an answer. @throws AppError NOT_FOUND */
export async function readProtocol(
  db: AccountDatabase | AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
): Promise<ServiceProtocol> {
  const row = await db.service.findUnique({ where: rowKey(ctx, id), include: withParts });
  if (!row) throw new AppError('NOT_FOUND');
  return toProtocol(row);
}

/** Reads a protocol and keeps others from changing it. @throws AppError NOT_FOUND, SERVICE_CHANGED */
export async function lockService(
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
  revision?: number,
): Promise<Service> {
  await tx.$queryRaw`SELECT 1 FROM service WHERE account_id = ${ctx.accountId} AND id = ${id} FOR UPDATE`;
  const row = await tx.service.findUnique({ where: rowKey(ctx, id) });
  if (!row) throw new AppError('NOT_FOUND');
  if (revision !== undefined && revision !== row.revision) throw new AppError('SERVICE_CHANGED');
  return row;
}

/** How people call a protocol: `25A/11/2026`. */
export const nameOf = (row: Parameters<typeof documentNumber>[0]): string => documentNumber(row);

export function toProtocol(row: ServiceRow): ServiceProtocol {
  const signature = row.state === 'SIGNED' ? row.versions[0]?.signature : undefined;
  const [todo] = row.todos;
  return {
    id: row.id,
    date: row.date.toISOString(),
    number: row.number,
    numberExtension: row.numberExtension,
    month: row.month,
    year: row.year,
    fullNumber: fullNumber(row),
    devices: row.devices.map(({ device }) => device),
    type: row.types,
    paymentType: row.paymentType,
    faultDescription: row.faultDescription,
    period: row.period ?? noPeriod,
    user: row.user,
    state: row.state,
    fileDtos: row.files.map(({ id, filename, key, contentType, size, userCreatedId }) => ({
      id,
      filename,
      key,
      contentType,
      size,
      userId: userCreatedId,
    })),
    customer: row.customer,
    isToSign: row.state === 'SIGNED',
    actions: row.devices.flatMap(({ device, actions }) =>
      actions.map(({ name, quantity, fields }) => ({
        device: { id: device.id },
        name,
        quantity: quantity ?? 1,
        fields: fields as PerformedAction['fields'],
      })),
    ),
    version: row.currentVersion,
    signature: signature
      ? { kind: signature.kind, signerName: signature.signerName, signedAt: signature.signedAt.toISOString() }
      : null,
    revision: row.revision,
    todo: todo
      ? { id: todo.id, date: todo.date?.toISOString().slice(0, 10) ?? '', description: todo.description }
      : null,
  };
}
