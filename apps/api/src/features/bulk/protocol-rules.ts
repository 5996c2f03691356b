import { nameOf } from '@servicebook/i18n/names.ts';
import { may } from '@servicebook/shared/access';
import { documentNumber } from '@servicebook/shared/service';
import type { Service } from '../../generated/prisma/client.ts';
import { removeService } from '../service/service.service.ts';
import { lockMonths, type Month } from '../service/service-numbering.ts';
import type { BulkRecords, RulesFor, Work } from './bulk-rule.ts';

type Protocol = Omit<Service, 'search'>;

const byNumber = (one: Protocol, other: Protocol): number =>
  one.year - other.year ||
  one.month - other.month ||
  one.number - other.number ||
  (one.numberExtension < other.numberExtension ? -1 : 1);

const monthKey = ({ year, month }: Month): string => `${year}-${month}`;

const protocols: BulkRecords<Protocol> = {
  table: 'service',
  entity: 'service',
  bin: 'service',
  // Months before protocols, as everywhere.
  async begin({ tx, ctx }, ids) {
    await lockMonths(
      tx,
      ctx,
      await tx.service.findMany({
        where: { id: { in: [...ids] } },
        select: { year: true, month: true },
        distinct: ['year', 'month'],
      }),
    );
  },
  read: ({ tx }, ids) => tx.service.findMany({ where: { id: { in: [...ids] } } }),
  idOf: ({ id }) => id,
  nameOf: documentNumber,
  async findTaken({ tx, ctx: { accountId } }, entries) {
    const rows = await tx.$queryRaw<
      { id: number; name: string; by: number; customer: string; firstName: string; lastName: string }[]
    >`
      SELECT e.record_id AS id, e.title AS name, s.id AS by, k.short_name AS customer,
             coalesce(u.first_name, '') AS "firstName", coalesce(u.last_name, '') AS "lastName"
        FROM bin_entry e
        JOIN bin_row b ON b.account_id = e.account_id AND b.entry_id = e.id
         AND b.table_name = 'service' AND NOT b.is_link
        JOIN service s ON s.account_id = e.account_id
         AND s.year = (b.content ->> 'year')::int AND s.month = (b.content ->> 'month')::int
         AND s.number = (b.content ->> 'number')::int AND s.number_extension = b.content ->> 'number_extension'
        JOIN customer k ON k.account_id = s.account_id AND k.id = s.customer_id
        LEFT JOIN app_user u ON u.account_id = s.account_id AND u.id = s.user_created_id
       WHERE e.account_id = ${accountId} AND e.kind = 'service' AND e.id = ANY(${[...entries]}::int[])
       ORDER BY s.year, s.month, s.number, s.number_extension`;
    return rows.map(({ id, name, by, customer, ...who }) => ({
      id,
      name,
      by: { id: by, customer, who: nameOf(who) },
    }));
  },
  // Protocols are only deleted here.
  async write() {},
  async remove({ deps, tx, ctx }, rows) {
    const { accountId } = ctx;
    // A protocol may have moved to another month before it was locked.
    await lockMonths(tx, ctx, rows);
    const visitIds = rows.flatMap(({ visitId }) => visitId ?? []);
    await tx.$queryRaw`
      SELECT FROM visit WHERE account_id = ${accountId} AND id = ANY(${visitIds}::int[]) ORDER BY id FOR UPDATE`;
    for (const row of rows.toSorted(byNumber).reverse()) await removeService(deps, tx, ctx, row);
  },
};

export const protocolRules: RulesFor<'service', Protocol> = {
  'service.delete': {
    records: protocols,
    access: 'service.delete',
    async judge(work, rows) {
      const deletable = rows.filter((row) => row.currentVersion === 0 && isOwn(work, row));
      const last = await lastOfTheirMonths(work, deletable);
      return rows.map((row) => {
        if (row.currentVersion > 0) return { refused: 'SIGNED' };
        if (!isOwn(work, row)) return { refused: 'NOT_OWN' };
        return last.has(row.id) ? { isDeleted: true } : { refused: 'NOT_LAST' };
      });
    },
  },
};

const isOwn = ({ ctx }: Work, { userCreatedId }: Protocol): boolean =>
  may(ctx.roles, 'service.delete', userCreatedId === ctx.userId);

/** Those after which nothing stays in their month: without them, the numbering has no holes. */
async function lastOfTheirMonths({ tx }: Work, rows: readonly Protocol[]): Promise<Set<number>> {
  const last = new Set<number>();
  for (const ofMonth of Map.groupBy(rows, monthKey).values()) {
    const [first] = ofMonth.toSorted(byNumber);
    if (!first) continue;
    const { year, month, number } = first;
    const all = await tx.service.findMany({ where: { year, month, number: { gte: number } } });
    for (const row of all.toSorted(byNumber).reverse()) {
      if (!ofMonth.some(({ id }) => id === row.id)) break;
      last.add(row.id);
    }
  }
  return last;
}
