/** Stored visits with everything their wire shape contains, in one statement. */
import { documentNumber, type ProtocolNumber } from '@servicebook/shared/service';
import { clockOf, openVisitStates, type Visit } from '@servicebook/shared/visit';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountDatabase, type AccountTransaction, scopedAccount } from '../../platform/tenancy.ts';
import { positionOf } from '../geo/machine-point.ts';

type Numbered = ProtocolNumber & { year: number; month: number };

export interface VisitRow
  extends Omit<
    Visit,
    'from' | 'to' | 'told' | 'sourceService' | 'protocols' | 'startedAt' | 'endedAt' | 'createdAt'
  > {
  fromMinute: number | null;
  toMinute: number | null;
  told: { day: string; fromMinute: number | null; toMinute: number | null } | null;
  sourceService: ({ id: number } & Numbered) | null;
  protocols: (Omit<Visit['protocols'][number], 'number'> & Numbered)[];
  startedAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
}

const person = (user: Prisma.Sql, more = Prisma.empty) =>
  Prisma.sql`json_build_object('id', ${user}.id, 'firstName', ${user}.first_name, 'lastName', ${user}.last_name ${more})`;
const numbered = (service: Prisma.Sql) => Prisma.sql`'id', ${service}.id, 'number', ${service}.number,
  'numberExtension', ${service}.number_extension, 'year', ${service}.year, 'month', ${service}.month`;

export const visitColumns = Prisma.sql`v.id, to_json(v.types) AS types, v.text, v.checklist, v.priority, v.state,
  v.cancel_reason AS "cancelReason", v.source, v.day::text AS day, v.from_minute AS "fromMinute",
  v.to_minute AS "toMinute", v.minutes, v.started_at AS "startedAt", v.ended_at AS "endedAt", v.revision,
  v.created_at AS "createdAt",
  json_build_object('id', k.id, 'shortName', k.short_name, 'fullName', k.full_name, 'phoneNumber', k.phone_number,
    'streetAddress', k.street_address, 'zipCode', k.zip_code, 'city', k.city, 'country', k.country,
    'position', ${positionOf(Prisma.sql`k`)}) AS customer,
  ${person(Prisma.sql`a`)} AS "userCreated",
  (SELECT count(*)::int FROM visit_note n WHERE n.account_id = ${scopedAccount} AND n.visit_id = v.id) AS notes,
  (SELECT count(*)::int FROM stored_file f WHERE f.account_id = ${scopedAccount} AND f.visit_id = v.id) AS files,
  (SELECT json_build_object(${numbered(Prisma.sql`f`)}) FROM service f
    WHERE f.account_id = ${scopedAccount} AND f.id = v.source_service_id) AS "sourceService",
  (SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'serialNumber', d.serial_number, 'status', d.status,
      'streetAddress', d.street_address, 'zipCode', d.zip_code, 'city', d.city, 'country', d.country,
      'gpsLatitude', d.gps_latitude, 'gpsLongitude', d.gps_longitude, 'elsewhere', d.customer_id <> v.customer_id,
      'archived', d.archived_at IS NOT NULL,
      'category', json_build_object('id', c.id, 'name', c.name)) ORDER BY x.position)
    FROM visit_device x
    JOIN device d ON d.account_id = x.account_id AND d.id = x.device_id
    JOIN category c ON c.account_id = d.account_id AND c.id = d.category_id
   WHERE x.account_id = ${scopedAccount} AND x.visit_id = v.id) AS devices,
  coalesce((SELECT json_agg(${person(Prisma.sql`u`, Prisma.sql`, 'active', u.active`)} ORDER BY t.position)
    FROM visit_technician t JOIN app_user u ON u.account_id = t.account_id AND u.id = t.user_id
   WHERE t.account_id = ${scopedAccount} AND t.visit_id = v.id), '[]') AS technicians,
  (SELECT json_build_object('day', m.day, 'fromMinute', m.from_minute, 'toMinute', m.to_minute)
    FROM visit_announcement m WHERE m.account_id = ${scopedAccount} AND m.visit_id = v.id
   ORDER BY m.id DESC LIMIT 1) AS told,
  coalesce((SELECT json_agg(json_build_object(${numbered(Prisma.sql`s`)}, 'state', s.state,
      'withdrawn', s.withdrawn_at IS NOT NULL, 'followed', EXISTS (SELECT FROM visit f
        WHERE f.account_id = ${scopedAccount} AND f.source_service_id = s.id AND f.state <> 'CANCELLED'), 'devices',
      (SELECT json_agg(sd.device_id ORDER BY sd.position) FROM service_device sd
        WHERE sd.account_id = ${scopedAccount} AND sd.service_id = s.id)) ORDER BY s.id)
    FROM service s WHERE s.account_id = ${scopedAccount} AND s.visit_id = v.id), '[]') AS protocols`;

/** Whether `visit v` is still to be done. */
export const isOpen = Prisma.sql`v.state = ANY (${[...openVisitStates]}::visit_state[])`;

export const visitTables = Prisma.sql`FROM visit v
  JOIN customer k ON k.account_id = v.account_id AND k.id = v.customer_id
  JOIN app_user a ON a.account_id = v.account_id AND a.id = v.user_created_id`;

/** Reads visits in the order of their ids. Ids of other accounts are left out. */
export async function readVisits(
  db: AccountDatabase | AccountTransaction,
  { accountId }: Pick<Ctx, 'accountId'>,
  ids: number[],
): Promise<Visit[]> {
  const rows = await db.$queryRaw<VisitRow[]>(
    Prisma.sql`SELECT ${visitColumns} ${visitTables}
      WHERE v.account_id = ${accountId} AND v.id = ANY(${ids}::int[]) ORDER BY v.id`,
  );
  return rows.map(toVisit);
}

/** @throws AppError NOT_FOUND */
export async function readVisit(
  db: AccountDatabase | AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
): Promise<Visit> {
  const [visit] = await readVisits(db, ctx, [id]);
  if (!visit) throw new AppError('NOT_FOUND');
  return visit;
}

const window = ({ fromMinute, toMinute }: Pick<VisitRow, 'fromMinute' | 'toMinute'>) => ({
  from: fromMinute === null ? null : clockOf(fromMinute),
  to: toMinute === null ? null : clockOf(toMinute),
});

export function toVisit({ fromMinute, toMinute, told, sourceService, ...row }: VisitRow): Visit {
  return {
    ...row,
    ...window({ fromMinute, toMinute }),
    told: told && { day: told.day, ...window(told) },
    sourceService: sourceService && { id: sourceService.id, number: documentNumber(sourceService) },
    protocols: row.protocols.map(({ id, state, withdrawn, followed, devices, ...numbering }) => ({
      id,
      state,
      withdrawn,
      followed,
      devices,
      number: documentNumber(numbering),
    })),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
