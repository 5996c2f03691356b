/** The tables of the statistics, to take along. */
import { machineName } from '@servicebook/shared/machine-name';
import type { CategoryRepairs, MachineRepairs, StatisticsExport } from '@servicebook/shared/statistics';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { type TableColumn, tableFile } from '../../platform/table-file.ts';
import { textsOf } from '../../platform/texts.ts';
import { listCategoryRepairs, listMachineRepairs } from './repairs.ts';
import { listServicesOfUsers, readOverview } from './statistics.service.ts';

interface Counts {
  all: number;
  signed: number;
}

/** @throws AppError EXPORT_TOO_LARGE */
export async function exportStatistics(
  deps: Deps,
  ctx: Ctx,
  { table, format, ...span }: StatisticsExport,
): Promise<FileAnswer> {
  const texts = textsOf(ctx.language, 'statistics');
  const types = textsOf(ctx.language, 'service');
  const file = <Row>(columns: TableColumn<Row>[], rows: Row[]) =>
    tableFile<Row>(deps, ctx, format, { name: texts(`tables.${table}`), columns, batches: oneBatch(rows) });

  const counts: TableColumn<Counts>[] = [
    { kind: 'number', header: texts('columns.all'), value: ({ all }) => all },
    { kind: 'number', header: texts('columns.signed'), value: ({ signed }) => signed },
    { kind: 'number', header: texts('columns.unsigned'), value: ({ all, signed }) => all - signed },
  ];
  const repairs: TableColumn<Pick<CategoryRepairs, 'repairs' | 'daysBetweenRepairs'>>[] = [
    { kind: 'number', header: texts('columns.repairs'), value: (row) => row.repairs },
    {
      kind: 'number',
      header: texts('columns.daysBetweenRepairs'),
      value: ({ daysBetweenRepairs: days }) => days && Math.round(days * 10) / 10,
    },
  ];

  if (table === 'USERS')
    return file(
      [
        { kind: 'text', header: texts('columns.lastName'), value: ({ lastName }) => lastName },
        { kind: 'text', header: texts('columns.firstName'), value: ({ firstName }) => firstName },
        ...counts,
      ],
      (await listServicesOfUsers(deps, ctx, span)).map(
        ({ countUserServices: all, countUserSignedServices: signed, ...user }) => ({ ...user, all, signed }),
      ),
    );
  if (table === 'CATEGORIES')
    return file<CategoryRepairs>(
      [
        { kind: 'text', header: texts('columns.category'), value: ({ name }) => name },
        { kind: 'number', header: texts('columns.machines'), value: ({ machines }) => machines },
        ...repairs,
      ],
      await listCategoryRepairs(deps, ctx, span),
    );
  if (table === 'MACHINES')
    return file<MachineRepairs>(
      [
        { kind: 'text', header: texts('columns.machine'), value: machineName },
        { kind: 'text', header: texts('columns.customer'), value: ({ customer }) => customer.shortName },
        { kind: 'text', header: texts('columns.category'), value: ({ category }) => category.name },
        ...repairs,
      ],
      await listMachineRepairs(deps, ctx, span),
    );
  const overview = await readOverview(deps, ctx, span);
  return table === 'MONTHS'
    ? file(
        [{ kind: 'text', header: texts('columns.month'), value: ({ month }) => month }, ...counts],
        overview.months,
      )
    : file(
        [
          { kind: 'text', header: texts('columns.type'), value: ({ type }) => types(`types.${type}`) },
          ...counts,
        ],
        overview.types,
      );
}

/** One batch is enough: tables of people, months or machines fit into memory. */
async function* oneBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}
