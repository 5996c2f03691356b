/** The account's log, as its admins read it. */
import { languageNames } from '@servicebook/i18n';
import { formatNumber } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import type { Resources } from '@servicebook/i18n/resources.ts';
import { clockIn, startOfDay } from '@servicebook/shared/calendar';
import { searchOfText } from '@servicebook/shared/fold-text';
import {
  type LogEntity,
  type LogEntry,
  type LogExport,
  type LogKind,
  type LogRow,
  type LogSearch,
  logEntities,
  logKinds,
} from '@servicebook/shared/log';
import { orderStatuses } from '@servicebook/shared/order';
import type { Language, Page } from '@servicebook/shared/primitives';
import { fieldTexts } from '@servicebook/shared/recorded-field';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import {
  everyWord,
  inOrder,
  instantText,
  isOneOf,
  mapPage,
  type Order,
  orderBy,
  readBatches,
  readPage,
  wordsMatch,
} from '../../platform/paged-query.ts';
import { tableColumns, tableFile } from '../../platform/table-file.ts';
import { anyTextOf, textsOf } from '../../platform/texts.ts';
import { changeRows } from './changes.service.ts';

// A kind or an entity without its text does not compile; the other languages are held to English by a test.
const messageOf = (kind: LogKind): `message.${keyof Resources['log']['message']}` => `message.${kind}`;
const kindTextOf = (kind: LogKind): `kind.${keyof Resources['log']['kind']}` => `kind.${kind}`;
const entityTextOf = (entity: LogEntity): `entity.${keyof Resources['log']['entity']}` => `entity.${entity}`;

interface Row {
  eventId: number;
  timestmp: string;
  writtenAt: string | null;
  arg0: string;
  arg1: string;
  kind: LogKind;
  entity: LogEntity;
  name: string | null;
  changes: unknown;
  isFormer: boolean;
}

const columns = Prisma.sql`l.id AS "eventId",
  ${instantText(Prisma.sql`l.timestamp`)} AS timestmp, ${instantText(Prisma.sql`l.written_at`)} AS "writtenAt",
  l.who AS arg0, l.what AS arg1, l.kind, l.entity, l.changes, l.is_former AS "isFormer", btrim(u.first_name || ' ' || u.last_name) AS name`;
const entries = Prisma.sql`FROM audit_log l`;
const withUsers = Prisma.sql`${entries} LEFT JOIN app_user u ON u.account_id = l.account_id AND u.id = l.user_id`;
const newestFirst = inOrder('desc', Prisma.sql`l.timestamp`, Prisma.sql`l.id`);

const sortColumns = {
  eventId: { column: Prisma.sql`l.id` },
  timestmp: { column: Prisma.sql`l.timestamp` },
  arg0: { column: Prisma.sql`l.who`, named: true },
  arg1: { column: Prisma.sql`l.what`, named: true },
};

/** All entries, as specified. For a long log, searching or exporting is better. */
export async function* listLog(deps: Deps, ctx: Ctx): AsyncGenerator<LogEntry[]> {
  const batches = readBatches<Row>(deps.db, ctx, {
    select: columns,
    from: Prisma.sql`${withUsers} WHERE l.account_id = ${ctx.accountId}`,
    order: newestFirst,
    id: Prisma.sql`l.id`,
  });
  for await (const rows of batches) yield rows.map(presenter(ctx));
}

export async function searchLog(deps: Deps, ctx: Ctx, search: LogSearch): Promise<Page<LogRow>> {
  const { page, size } = search;
  const where = matches(ctx, search);
  const rows = await readPage<Row>(deps.db, ctx, {
    select: columns,
    from: Prisma.sql`${withUsers} WHERE ${where}`,
    counted: Prisma.sql`${entries} WHERE ${where}`,
    order: orderOf(ctx, search),
    page,
    size,
  });
  return mapPage(rows, presenter(ctx));
}

/** Everything that is found, as a table to take along. @throws AppError EXPORT_TOO_LARGE */
export function exportLog(deps: Deps, ctx: Ctx, { format, ...search }: LogExport): Promise<FileAnswer> {
  const texts = textsOf(ctx.language, 'log');
  const present = presenter(ctx);
  const words = wordsOf(ctx);
  const { text, number, instant } = tableColumns<Row>((key) => texts(`columns.${key}`));
  return tableFile<Row>(deps, ctx, format, {
    name: texts('title'),
    columns: [
      number('eventId'),
      instant('timestmp'),
      text('formattedMessage', (row) => present(row).formattedMessage),
      text('arg0', ({ name, arg0 }) => (name ? `${name} (${arg0})` : arg0)),
      text('arg1'),
      { kind: 'text', header: texts('changes'), value: (row) => changesText(row, words) },
    ],
    batches: readBatches<Row>(deps.db, ctx, {
      select: columns,
      from: Prisma.sql`${withUsers} WHERE ${matches(ctx, search)}`,
      order: orderOf(ctx, search),
      id: Prisma.sql`l.id`,
    }),
  });
}

/** As the screen says it; days and times as the file's other columns have them. */
const wordsOf = ({ language, timezone }: Ctx) => ({
  say: anyTextOf(language),
  languageNames,
  day: (date: string) => date,
  moment: (instant: string) => clockIn(instant, timezone).slice(0, 16).replace('T', ' '),
  degrees: (value: number) => formatNumber(value, language, { maximumFractionDigits: 6 }),
  country: (code: string) => countryName(code, language),
});

function changesText({ entity, changes }: Row, words: ReturnType<typeof wordsOf>): string {
  const { label, text } = fieldTexts(entity, words);
  return changeRows(changes)
    .map(({ field, before, after }) => {
      const [from, to] = [before, after].map((value) => text(field, value) || '–');
      return `${label(field)}: ${from} → ${to}`;
    })
    .join('\n');
}

const orderOf = (
  { language }: Ctx,
  { sort = { by: 'timestmp', direction: 'desc' } }: Pick<LogSearch, 'sort'>,
): Order => orderBy(sortColumns, sort, Prisma.sql`l.id`, language);

function matches({ accountId, timezone, language }: Ctx, filter: Omit<LogExport, 'format'>): Prisma.Sql {
  const { text, kinds, userId, dateFrom, dateTo } = filter;
  const conditions = [Prisma.sql`l.account_id = ${accountId}`, isOneOf(Prisma.sql`l.kind`, kinds)];
  if (userId !== null) conditions.push(Prisma.sql`l.user_id = ${userId}`);
  if (dateFrom) conditions.push(Prisma.sql`l.timestamp >= ${startOfDay(dateFrom, timezone)}::timestamptz`);
  if (dateTo) conditions.push(Prisma.sql`l.timestamp < ${startOfDay(dateTo, timezone, 1)}::timestamptz`);
  if (text) conditions.push(matchesText(accountId, language, text));
  return Prisma.join(conditions, ' AND ');
}

/** Each word in the login, the object, the name of the user, or the entry's name in the caller's language. */
function matchesText(accountId: number, language: Language, text: string): Prisma.Sql {
  const texts = textsOf(language, 'log');
  const say = anyTextOf(language);
  return everyWord(text, (word) => {
    const isFound = searchOfText(word);
    const named = <Key>(keys: readonly Key[], ...keysOf: ((key: Key) => string)[]) =>
      keys.filter((key) => keysOf.some((of) => isFound(texts(of(key), { what: '', entity: '', state: '' }))));
    const states = orderStatuses.filter((state) => isFound(say(`order:status.${state}`) ?? ''));
    const kinds = named(logKinds, kindTextOf, messageOf);
    const entities = named(logEntities, entityTextOf);
    // The first condition is the expression of an index. The array is read once; a subquery would be no index's.
    return Prisma.sql`(${wordsMatch(Prisma.sql`l.who || E'\n' || l.what`, word)}
      OR l.user_id = ANY(ARRAY(SELECT u.id FROM app_user u WHERE u.account_id = ${accountId}
        AND ${wordsMatch(Prisma.sql`u.first_name || ' ' || u.last_name`, word)}))
      OR l.kind = ANY(${kinds}) OR l.entity = ANY(${entities})
      OR (l.kind = 'ORDER_STATE_CHANGED' AND l.changes #>> '{paymentStatus,1}' = ANY(${states})))`;
  });
}

const presenter = (ctx: Ctx) => {
  const texts = textsOf(ctx.language, 'log');
  const words = wordsOf(ctx);
  return ({ name, isFormer, ...row }: Row): LogRow => {
    const { kind, entity, arg1: what } = row;
    const changes = changeRows(row.changes);
    // Each entry of an order's way tells the one step it went.
    const [step] = kind === 'ORDER_STATE_CHANGED' ? changes : [];
    const state = step ? fieldTexts(entity, words).text(step.field, step.after) : '';
    const values = { what, entity: texts(entityTextOf(entity)), state };
    const message = texts(messageOf(kind), values);
    // What was done in a former account is history here, and nobody's act in this one.
    const formattedMessage = isFormer ? texts('ofFormerAccount', { message }) : message;
    return { ...row, name: name ?? '', formattedMessage, changes };
  };
};
