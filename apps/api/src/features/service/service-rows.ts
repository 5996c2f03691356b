/** Stored protocols with everything their wire shape contains; one statement, so that all calls answer alike. */
import { documentNumber, noPeriod, type ServiceProtocol } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { Prisma, type Service } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { instantText } from '../../platform/paged-query.ts';
import {
  type AccountDatabase,
  type AccountTransaction,
  rowKey,
  scopedAccount,
  unwaited,
} from '../../platform/tenancy.ts';

/** A protocol in one statement, whatever hangs on it: as a page's row, or as an answer to a change. */
export interface ProtocolRow extends Omit<ServiceProtocol, 'isToSign' | 'signature'> {
  signature: NonNullable<ServiceProtocol['signature']> | null;
}

/** The number as lists show it; the same rule as `fullNumber`. */
const fullNumber = Prisma.sql`s.number || s.number_extension`;

/** The data of a protocol in lists. */
export const eventColumns = Prisma.sql`s.id, ${fullNumber} AS "fullNumber", s.number,
  s.number_extension AS "numberExtension", s.year, s.month, ${instantText(Prisma.sql`s.date`)} AS date,
  to_json(s.types) AS type, s.payment_type AS "paymentType", s.fault_description AS "faultDescription", s.state,
  json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) AS "user",
  json_build_object('id', k.id, 'shortName', k.short_name, 'fullName', k.full_name) AS customer,
  CASE WHEN s.withdrawn_at IS NOT NULL THEN json_build_object(
    'at', ${instantText(Prisma.sql`s.withdrawn_at`)}, 'reason', s.withdraw_reason,
    'by', (SELECT json_build_object('id', w.id, 'firstName', w.first_name, 'lastName', w.last_name) FROM app_user w
      WHERE w.account_id = ${scopedAccount} AND w.id = s.withdrawn_by_id)) END AS withdrawn`;

/** Who else did the work. */
export const alsoPerformed = Prisma.sql`coalesce((
  SELECT json_agg(json_build_object('id', w.id, 'firstName', w.first_name, 'lastName', w.last_name) ORDER BY p.position)
    FROM service_performer p JOIN app_user w ON w.account_id = p.account_id AND w.id = p.user_id
   WHERE p.account_id = ${scopedAccount} AND p.service_id = s.id), '[]') AS "alsoPerformedBy"`;

const listMachines = (machine: Prisma.Sql) => Prisma.sql`coalesce((
  SELECT json_agg(${machine} ORDER BY sd.position)
    FROM service_device sd JOIN device d ON d.account_id = sd.account_id AND d.id = sd.device_id
   WHERE sd.account_id = ${scopedAccount} AND sd.service_id = s.id), '[]')`;

export const machinesOfProtocol = listMachines(
  Prisma.sql`json_build_object('id', d.id, 'name', d.name, 'serialNumber', d.serial_number)`,
);

/** Its machines with where each stands. */
export const sitesOfProtocol =
  listMachines(Prisma.sql`json_build_object('id', d.id, 'name', d.name, 'serialNumber', d.serial_number,
  'streetAddress', d.street_address, 'zipCode', d.zip_code, 'city', d.city, 'country', d.country,
  'gpsLatitude', d.gps_latitude, 'gpsLongitude', d.gps_longitude, 'elsewhere', d.customer_id <> s.customer_id)`);

/** What was said about the work besides its actions. */
export const factColumns = Prisma.sql`s.remarks, s.recommendations, s.work_minutes AS "workMinutes", s.travel_minutes AS "travelMinutes", s.kilometres,
  coalesce((SELECT json_agg(json_build_object('device', json_build_object('id', sd.device_id), 'result', sd.result,
      'statusAfter', sd.status_after) ORDER BY sd.position)
    FROM service_device sd
   WHERE sd.account_id = ${scopedAccount} AND sd.service_id = s.id AND sd.result IS NOT NULL), '[]') AS results,
  coalesce((SELECT json_agg(json_build_object('device', CASE WHEN p.device_id IS NOT NULL THEN
        json_build_object('id', p.device_id) END, 'name', p.name, 'number', p.number, 'quantity', p.quantity,
      'unit', p.unit) ORDER BY p.position)
    FROM service_part p WHERE p.account_id = ${scopedAccount} AND p.service_id = s.id), '[]') AS "partsUsed"`;

export const protocolColumns = Prisma.sql`${eventColumns}, ${alsoPerformed}, ${machinesOfProtocol} AS devices,
  (SELECT json_build_object('id', w.id, 'firstName', w.first_name, 'lastName', w.last_name) FROM app_user w
    WHERE w.account_id = ${scopedAccount} AND w.id = s.user_created_id) AS "userCreated",
  s.visit_id AS "visitId", coalesce(s.period, ${noPeriod}) AS period, s.current_version AS version, s.revision,
  coalesce((SELECT json_agg(json_build_object('id', f.id, 'filename', f.filename, 'key', f.key,
      'contentType', f.content_type, 'size', f.size,
      'sha256', coalesce(f.sent_sha256, f.sha256), 'userId', f.user_created_id, 'createdAt', f.created_at,
      'print', f.print, 'user', CASE WHEN c.id IS NOT NULL THEN
        json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name) END,
      'signedVersion', (SELECT min(v.version) FROM service_version_file x
        JOIN service_version v ON v.account_id = x.account_id AND v.id = x.service_version_id
       WHERE x.account_id = ${scopedAccount} AND x.file_id = f.id)) ORDER BY f.id)
    FROM stored_file f
    LEFT JOIN app_user c ON c.account_id = f.account_id AND c.id = f.user_created_id
   WHERE f.account_id = ${scopedAccount} AND f.service_id = s.id AND f.kind = 'SERVICE_FILE'), '[]') AS "fileDtos",
  coalesce((SELECT json_agg(json_build_object('device', json_build_object('id', a.device_id), 'name', a.name,
      'quantity', coalesce(a.quantity, 1), 'fields', a.fields) ORDER BY sd.position, a.position)
    FROM service_device sd
    JOIN service_action a ON a.account_id = sd.account_id AND a.service_id = sd.service_id
     AND a.device_id = sd.device_id
   WHERE sd.account_id = ${scopedAccount} AND sd.service_id = s.id), '[]') AS actions,
  ${factColumns},
  (SELECT json_build_object('kind', g.kind, 'signerName', g.signer_name, 'signerRole', g.signer_role,
      'signedAt', g.signed_at)
    FROM service_version v
    JOIN service_signature g ON g.account_id = v.account_id AND g.service_version_id = v.id
   WHERE v.account_id = ${scopedAccount} AND v.service_id = s.id AND v.version = s.current_version
     AND s.state = 'SIGNED') AS signature,
  (SELECT json_build_object('id', q.id, 'sentTo', q.sent_to, 'createdAt', q.created_at, 'expiresAt', q.expires_at,
      'changed', q.revision <> s.revision)
    FROM sign_request q
   WHERE q.account_id = ${scopedAccount} AND q.service_id = s.id AND q.revoked_at IS NULL
     AND q.service_version_id IS NULL AND s.state = 'NEW') AS "signRequest",
  (SELECT json_build_object('id', t.id, 'date', coalesce(t.date::text, ''), 'description', t.description)
    FROM todo t WHERE t.account_id = ${scopedAccount} AND t.service_id = s.id ORDER BY t.id LIMIT 1) AS todo`;

export const protocolTables = Prisma.sql`FROM service s
  JOIN customer k ON k.account_id = s.account_id AND k.id = s.customer_id
  JOIN app_user u ON u.account_id = s.account_id AND u.id = s.user_id`;

/** What the signed version calls its machines, and the ids that they have here after a return with an archive. */
interface AsSigned {
  machines: { id: number; name: string; serialNumber: string | null }[];
  returned: number[] | null;
}

/** The machines by the names that were signed; they may be called otherwise by now. */
const namedAsSigned = (devices: ProtocolRow['devices'], { machines, returned }: AsSigned) =>
  devices.map((device) => {
    const signed = machines.find(({ id }, at) => (returned?.[at] ?? id) === device.id);
    return signed ? { ...device, name: signed.name, serialNumber: signed.serialNumber ?? '' } : device;
  });

/** Reads one protocol for an answer: a signed one as it was signed. @throws AppError NOT_FOUND */
export async function readProtocol(
  db: AccountDatabase | AccountTransaction,
  { accountId }: Pick<Ctx, 'accountId'>,
  id: number,
): Promise<ServiceProtocol> {
  const [found] = await db.$queryRaw<(ProtocolRow & { asSigned: AsSigned | null })[]>(
    Prisma.sql`SELECT ${protocolColumns}, (SELECT json_build_object('machines', v.snapshot::json -> 'machines',
          'returned', v.returned_as -> 'machines')
        FROM service_version v
       WHERE v.account_id = ${scopedAccount} AND v.service_id = s.id AND v.version = s.current_version
         AND s.state = 'SIGNED') AS "asSigned"
      ${protocolTables} WHERE s.account_id = ${accountId} AND s.id = ${id}`,
  );
  if (!found) throw new AppError('NOT_FOUND');
  const { asSigned, ...row } = found;
  return toProtocol(asSigned ? { ...row, devices: namedAsSigned(row.devices, asSigned) } : row);
}

/** Those of the account among these ids, in no order. */
export async function readProtocols(
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  ids: readonly number[],
): Promise<ServiceProtocol[]> {
  const rows = await deps.db.read<ProtocolRow>(
    ctx,
    Prisma.sql`SELECT ${protocolColumns} ${protocolTables}
      WHERE s.account_id = ${ctx.accountId} AND s.id = ANY(${ids}::int[])`,
  );
  return rows.map(toProtocol);
}

/**
 * Reads a protocol to change it, and keeps others from changing it.
 * @throws AppError NOT_FOUND, WITHDRAWN_PROTOCOL, SERVICE_CHANGED
 */
export async function lockService(
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
  revision?: number,
): Promise<Omit<Service, 'search'>> {
  const row = await holdService(tx, ctx, id);
  if (row.withdrawnAt) throw new AppError('WITHDRAWN_PROTOCOL');
  if (revision !== undefined && revision !== row.revision) throw new AppError('SERVICE_CHANGED');
  return row;
}

/** Reads a protocol and locks it, withdrawn or not. @throws AppError NOT_FOUND */
export async function holdService(
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
): Promise<Omit<Service, 'search'>> {
  await unwaited(tx)`SELECT 1 FROM service WHERE account_id = ${ctx.accountId} AND id = ${id} FOR UPDATE`;
  const row = await tx.service.findUnique({ where: rowKey(ctx, id) });
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** How people call a protocol: `25A/11/2026`. */
export const nameOf = (row: Parameters<typeof documentNumber>[0]): string => documentNumber(row);

export const toProtocol = (row: ProtocolRow): ServiceProtocol => ({
  ...row,
  isToSign: row.state === 'SIGNED',
  fileDtos: row.fileDtos.map((file) => ({ ...file, createdAt: new Date(file.createdAt).toISOString() })),
  signRequest: row.signRequest && {
    ...row.signRequest,
    createdAt: new Date(row.signRequest.createdAt).toISOString(),
    expiresAt: new Date(row.signRequest.expiresAt).toISOString(),
  },
  signature: row.signature && {
    ...row.signature,
    signedAt: new Date(row.signature.signedAt).toISOString(),
  },
});
