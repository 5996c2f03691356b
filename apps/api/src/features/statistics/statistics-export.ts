/** The tables of the statistics, to take along. */
import { machineName } from '@servicebook/shared/machine-name';
import type { CategoryRepairs, MachineRepairs, StatisticsExport } from '@servicebook/shared/statistics';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { type TableColumn, tableColumns, tableFile } from '../../platform/table-file.ts';
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

  const columnsOf = <Row>() => tableColumns<Row>((key) => texts(`columns.${key}`));

  const count = columnsOf<Counts>();
  const counts = [
    count.number('all'),
    count.number('signed'),
    count.number('unsigned', ({ all, signed }) => all - signed),
  ];
  const repair = columnsOf<Pick<CategoryRepairs, 'repairs' | 'daysBetweenRepairs'>>();
  const repairs = [
    repair.number('repairs'),
    repair.number('daysBetweenRepairs', ({ daysBetweenRepairs: days }) => days && Math.round(days * 10) / 10),
  ];

  if (table === 'USERS') {
    const { text } = columnsOf<{ firstName: string; lastName: string }>();
    return file(
      [text('lastName'), text('firstName'), ...counts],
      (await listServicesOfUsers(deps, ctx, span)).map(
        ({ countUserServices: all, countUserSignedServices: signed, ...user }) => ({ ...user, all, signed }),
      ),
    );
  }
  if (table === 'CATEGORIES') {
    const { text, number } = columnsOf<CategoryRepairs>();
    return file(
      [text('category', ({ name }) => name), number('machines'), ...repairs],
      await listCategoryRepairs(deps, ctx, span),
    );
  }
  if (table === 'MACHINES') {
    const { text } = columnsOf<MachineRepairs>();
    return file(
      [
        text('machine', machineName),
        text('customer', ({ customer }) => customer.shortName),
        text('category', ({ category }) => category.name),
        ...repairs,
      ],
      await listMachineRepairs(deps, ctx, span),
    );
  }
  const overview = await readOverview(deps, ctx, span);
  return table === 'MONTHS'
    ? file([columnsOf<{ month: string }>().text('month'), ...counts], overview.months)
    : file(
        [columnsOf<{ type: string }>().text('type', ({ type }) => types(`types.${type}`)), ...counts],
        overview.types,
      );
}

/** One batch is enough: tables of people, months or machines fit into memory. */
async function* oneBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}
