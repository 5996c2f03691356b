import { Prisma } from '../generated/prisma/client.ts';
import type { Clock } from './ctx.ts';

/** SQL for the current day in a timezone, for example in the account's. @param timezone the column that holds it */
export const todayIn = (clock: Clock, timezone: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${clock()}::timestamptz AT TIME ZONE ${timezone})::date`;

/** A DATE of the database, `YYYY-MM-DD`. */
export const dayText = (date: Date): string => date.toISOString().slice(0, 10);
