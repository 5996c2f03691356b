/** The work due on a day: inspections of the whole account, to-dos of one user. Lists a few of each, and counts all. */
import { warrantyDangerDays } from '@servicebook/shared/inspection';
import { soonDays } from '@servicebook/shared/inspection-overview';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** Longer lists are read on the screen. */
const named = 10;

export interface DueInspection {
  /** Where a machine belongs to two, it stands in the first. */
  part: 'danger' | 'overdue' | 'soon';
  id: number;
  name: string;
  serialNumber: string;
  customerName: string;
  city: string;
  day: string;
  warrantyEnd: string | null;
  /** Machines in this part, named or not. */
  total: number;
}

export interface DueTodo {
  part: 'overdue' | 'today';
  id: number;
  description: string;
  customerName: string | null;
  isAssigned: boolean;
  day: string;
  total: number;
}

/** The rule of the part `danger` is isWarrantyInDanger of packages/shared, over the days the database keeps. */
export const readDueInspections = (deps: Deps, { accountId }: { accountId: number }, day: string) =>
  deps.db.read<DueInspection>(
    { accountId },
    Prisma.sql`
    SELECT * FROM (
      SELECT due.*, count(*) OVER w::int AS total, row_number() OVER (w ORDER BY due.day, due.id) AS place
        FROM (
          SELECT d.id, d.name, d.serial_number AS "serialNumber", k.short_name AS "customerName", d.city, d.next_inspection_date::text AS day,
                 d.warranty_end_date::text AS "warrantyEnd",
                 CASE WHEN d.warranty_end_date > ${day}::date
                       AND d.warranty_end_date <= ${day}::date + ${warrantyDangerDays}::int
                       AND d.next_inspection_date <= d.warranty_end_date THEN 'danger'
                      WHEN d.next_inspection_date < ${day}::date THEN 'overdue'
                      WHEN d.next_inspection_date <= ${day}::date + ${soonDays}::int THEN 'soon' END AS part
            FROM device d
            JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id
           WHERE d.account_id = ${accountId}
             AND d.next_inspection_date <= ${day}::date + ${Math.max(warrantyDangerDays, soonDays)}::int) due
       WHERE due.part IS NOT NULL
      WINDOW w AS (PARTITION BY due.part)) ranked
     WHERE place <= ${named} ORDER BY day, id`,
  );

/** The user's own to-dos; for admins, who assign them, also unassigned ones. */
export const readDueTodos = (
  deps: Deps,
  { accountId, id: userId, isAdmin }: { accountId: number; id: number; isAdmin: boolean },
  day: string,
) =>
  deps.db.read<DueTodo>(
    { accountId },
    Prisma.sql`
    SELECT * FROM (
      SELECT due.*, count(*) OVER w::int AS total, row_number() OVER (w ORDER BY due.day, due.id) AS place
        FROM (
          SELECT t.id, t.description, k.short_name AS "customerName", t.assignee_id IS NOT NULL AS "isAssigned",
                 t.date::text AS day, CASE WHEN t.date < ${day}::date THEN 'overdue' ELSE 'today' END AS part
            FROM todo t
            LEFT JOIN service s ON s.account_id = t.account_id AND s.id = t.service_id
            LEFT JOIN customer k ON k.account_id = s.account_id AND k.id = s.customer_id
           WHERE t.account_id = ${accountId} AND t.status = 'TODO' AND t.date <= ${day}::date
             AND (t.assignee_id = ${userId} OR (${isAdmin} AND t.assignee_id IS NULL))) due
      WINDOW w AS (PARTITION BY due.part)) ranked
     WHERE place <= ${named} ORDER BY day, id`,
  );
