import { describe, expect, it } from 'vitest';
import { nameAccountInJoins } from './prisma-joins.ts';

/** As Prisma writes it. */
const joined = (table: string, on: string) =>
  `LEFT JOIN LATERAL (SELECT JSONB_BUILD_OBJECT('id', "t1"."id") AS "__prisma_data__" FROM "public"."${table}" AS "t1" WHERE (${on} AND "t0"."user_id" = "t1"."id") LIMIT $1) AS "r" ON true`;
const statement = (where: string, join = joined('app_user', '"t0"."account_id" = "t1"."account_id"')) =>
  `SELECT "t0"."id", "r"."__prisma_data__" AS "user" FROM "public"."visit" AS "t0" ${join} WHERE ${where}`;

describe('a join of Prisma', () => {
  it.each([
    '"t0"."account_id" = $2',
    '"t0"."account_id" = $2 ORDER BY "t0"."id" DESC LIMIT $3',
    '("t0"."account_id" = $2 AND "t0"."id" = $3) LIMIT $4',
    '(("t0"."account_id" = $2 AND "t0"."id" = $3) AND ("j1"."closed_at" IS NULL)) LIMIT $4',
    '(("t0"."day" IS NULL OR "t0"."day" > $3) AND "t0"."account_id" = $2) ORDER BY "t0"."id" ASC',
  ])('names the account as its statement does: %s', (where) => {
    const named = joined('app_user', '"t1"."account_id" = $2');
    expect(nameAccountInJoins(statement(where))).toBe(statement(where, named));
  });

  it('to the account itself, or from it, names it by its id', () => {
    const toAccount = (on: string) => statement('"t0"."account_id" = $2', joined('account', on));
    expect(nameAccountInJoins(toAccount('"t0"."account_id" = "t1"."id"'))).toBe(toAccount('"t1"."id" = $2'));
    const fromAccount = (on: string) =>
      statement('"t0"."id" = $2', joined('app_user', on)).replace('"public"."visit"', '"public"."account"');
    expect(nameAccountInJoins(fromAccount('"t0"."id" = "t1"."account_id"'))).toBe(
      fromAccount('"t1"."account_id" = $2'),
    );
  });

  it.each([
    '"t0"."id" = $2',
    '("t0"."account_id" = $2 OR "t0"."id" = $3) LIMIT $4',
    '(("t0"."account_id" = $2 AND "t0"."id" = $3) OR "t0"."id" = $4) LIMIT $5',
    '("t0"."id" = $4 OR ("t0"."id" = $3 AND "t0"."account_id" = $2)) LIMIT $5',
    '"t0"."account_id" IN ($2,$3)',
  ])('stays as it is where its statement names more than one account, or none: %s', (where) => {
    expect(nameAccountInJoins(statement(where))).toBe(statement(where));
  });
});
