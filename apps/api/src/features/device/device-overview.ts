/** A machine at a glance, and how much is recorded of it, which keeps it from being deleted. */
import type { DeviceCounts, DeviceOverview } from '@servicebook/shared/device-overview';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { todayIn } from '../../platform/today.ts';
import { positionOf } from '../geo/machine-point.ts';
import { isOpen } from '../visit-news/visit-rows.ts';

/** Rows of machine `d`. */
const ofMachine = Prisma.sql`account_id = ${scopedAccount} AND device_id = d.id`;

const counted = Prisma.sql`
  (SELECT count(*)::int FROM stored_file WHERE ${ofMachine} AND kind = 'MACHINE_NAMEPLATE') AS nameplates,
  (SELECT count(*)::int FROM device_note WHERE ${ofMachine}) AS notes,
  (SELECT count(*)::int FROM stored_file WHERE ${ofMachine} AND kind = 'MACHINE_FILE') AS files,
  (SELECT count(*)::int FROM part WHERE ${ofMachine}) AS parts,
  (SELECT count(*)::int FROM incident WHERE ${ofMachine} AND service_id IS NULL) AS events,
  (SELECT count(*)::int FROM service_device WHERE ${ofMachine}) AS protocols,
  (SELECT count(*)::int FROM past_service WHERE ${ofMachine}) AS "pastServices",
  (SELECT count(*)::int FROM visit_device WHERE ${ofMachine}) AS visits`;

/** @throws when the machine is not the account's */
export async function countDeviceRecords(deps: Deps, ctx: Ctx, id: number): Promise<DeviceCounts> {
  const [counts] = await deps.db.read<DeviceCounts>(
    ctx,
    Prisma.sql`SELECT ${counted} FROM device d WHERE d.account_id = ${ctx.accountId} AND d.id = ${id}`,
    'device counts',
  );
  if (!counts) throw new AppError('NOT_FOUND');
  return counts;
}

const openVisits = Prisma.sql`
  SELECT v.* FROM visit v
  JOIN visit_device vd ON vd.account_id = v.account_id AND vd.visit_id = v.id
  WHERE v.account_id = ${scopedAccount} AND vd.device_id = d.id
    AND ${isOpen}`;

/** As `factColumns` give it. */
export type FactRow = Omit<
  DeviceOverview,
  'counts' | 'customer' | 'daysToNextInspection' | 'daysToEndWarranty'
> &
  DeviceCounts;
type Row = FactRow &
  Pick<DeviceOverview, 'daysToNextInspection' | 'daysToEndWarranty'> &
  DeviceOverview['customer'];

/** The counts of a row in one place, as the wire has them. */
export function countsInside<Row extends DeviceCounts>(row: Row) {
  const { nameplates, notes, files, parts, events, protocols, pastServices, visits, ...others } = row;
  return {
    ...others,
    counts: { nameplates, notes, files, parts, events, protocols, pastServices, visits },
  };
}

/** More are on the customer's screen. */
const mostContacts = 10;
/** More visits and parts are on screens of their own. */
const mostShown = 3;

/** What is known of machine `d` besides its own row, by the calendar of `account a`. */
export const factColumns = Prisma.sql`${counted},
  d.next_inspection_date::text AS "nextInspection",
  d.warranty_end_date::text AS "warrantyEnd",
  json_build_object(
    'count', (SELECT count(*) FROM (${openVisits}) v),
    'first', (SELECT coalesce(json_agg(json_build_object('id', v.id, 'day', v.day, 'types', v.types,
        'technicians', (SELECT coalesce(json_agg(json_build_object('id', u.id, 'firstName', u.first_name,
            'lastName', u.last_name, 'active', u.active) ORDER BY vt.position), '[]')
          FROM visit_technician vt
          JOIN app_user u ON u.account_id = vt.account_id AND u.id = vt.user_id
          WHERE vt.account_id = ${scopedAccount} AND vt.visit_id = v.id)) ORDER BY v.day, v.id), '[]')
      FROM (${openVisits} ORDER BY v.day, v.id LIMIT ${mostShown}) v)) AS "openVisits",
  (SELECT json_build_object('id', i.id, 'date', i.date, 'text', left(i.text, 200))
    FROM incident i
    WHERE i.account_id = ${scopedAccount} AND i.device_id = d.id AND i.service_id IS NULL
    ORDER BY i.date DESC, i.id DESC LIMIT 1) AS "lastEvent",
  (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY p.id DESC), '[]')
    FROM (SELECT id, name FROM part WHERE ${ofMachine} ORDER BY id DESC LIMIT ${mostShown}) p)
    AS "newestParts",
  (SELECT json_build_object('id', s.id, 'date', s.date, 'type', s.types, 'user',
      json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name),
      'alsoPerformedBy', (SELECT coalesce(json_agg(json_build_object('id', w.id, 'firstName', w.first_name,
          'lastName', w.last_name) ORDER BY p.position), '[]')
        FROM service_performer p
        JOIN app_user w ON w.account_id = p.account_id AND w.id = p.user_id
        WHERE p.account_id = ${scopedAccount} AND p.service_id = s.id))
    FROM service s
    JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
    JOIN app_user u ON u.account_id = s.account_id AND u.id = s.user_id
    WHERE s.account_id = ${scopedAccount} AND sd.device_id = d.id AND s.state = 'SIGNED'
      AND s.withdrawn_at IS NULL
    ORDER BY s.date DESC, s.id DESC LIMIT 1) AS "lastService",
  (SELECT json_build_object('id', p.id, 'date', p.date, 'types', p.types, 'performedBy', p.performed_by)
    FROM past_service p
    WHERE p.account_id = ${scopedAccount} AND p.device_id = d.id
      AND NOT EXISTS (SELECT FROM service s
        JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
        WHERE s.account_id = ${scopedAccount} AND sd.device_id = d.id AND s.state = 'SIGNED'
          AND s.withdrawn_at IS NULL AND (s.date AT TIME ZONE a.timezone)::date >= p.date)
    ORDER BY p.date DESC, p.id DESC LIMIT 1) AS "lastPastService"`;

/** In one query. @throws when the machine is not the account's */
export async function readDeviceOverview(deps: Deps, ctx: Ctx, id: number): Promise<DeviceOverview> {
  const [row] = await deps.db.read<Row>(
    ctx,
    Prisma.sql`SELECT k.phone_number AS "phoneNumber", k.email, k.street_address AS "streetAddress",
      k.zip_code AS "zipCode", k.city, k.country, ${positionOf(Prisma.sql`k`)} AS position,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'role', p.role, 'phone', p.phone,
          'email', p.email, 'isMain', p.is_main) ORDER BY p.is_main DESC, p.id), '[]')
        FROM (SELECT * FROM customer_contact WHERE account_id = ${scopedAccount} AND customer_id = d.customer_id
               ORDER BY is_main DESC, id LIMIT ${mostContacts}) p) AS contacts,
      d.next_inspection_date - ${todayIn(deps.clock, Prisma.sql`a.timezone`)} AS "daysToNextInspection",
      d.warranty_end_date - ${todayIn(deps.clock, Prisma.sql`a.timezone`)} AS "daysToEndWarranty",
      ${factColumns}
      FROM device d
      JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id
      JOIN account a ON a.id = d.account_id
      WHERE d.account_id = ${ctx.accountId} AND d.id = ${id}`,
    'device overview',
  );
  if (!row) throw new AppError('NOT_FOUND');
  const { phoneNumber, email, streetAddress, zipCode, city, country, position, contacts, ...overview } =
    countsInside(row);
  return {
    ...overview,
    customer: { phoneNumber, email, streetAddress, zipCode, city, country, position, contacts },
  };
}
