/** Service events as a table to take along. */
import { nameOf } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { documentNumber } from '@servicebook/shared/service';
import type { ServiceEvent, ServiceExport } from '@servicebook/shared/service-overview';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { readBatches } from '../../platform/paged-query.ts';
import { tableFile } from '../../platform/table-file.ts';
import { textsOf } from '../../platform/texts.ts';
import { eventColumns, machinesOfProtocol, protocolTables } from './service-rows.ts';
import { matchesService, serviceOrder } from './service-search.ts';

interface Row extends Omit<ServiceEvent, 'date' | 'fullNumber'> {
  date: Date;
}

/** Everything that is found. @throws AppError EXPORT_TOO_LARGE */
export async function exportServices(
  deps: Deps,
  ctx: Ctx,
  { format, ...search }: ServiceExport,
): Promise<FileAnswer> {
  const texts = textsOf(ctx.language, 'service-overview');
  const names = textsOf(ctx.language, 'service');
  return tableFile<Row>(deps, ctx, format, {
    name: texts('title'),
    columns: [
      { kind: 'text', header: texts('columns.fullNumber'), value: documentNumber },
      { kind: 'instant', header: texts('columns.date'), value: ({ date }) => date },
      { kind: 'text', header: texts('columns.customer'), value: ({ customer }) => customer.shortName },
      {
        kind: 'text',
        header: texts('columns.devices'),
        value: ({ devices }) => devices.map(machineName).join(', '),
      },
      {
        kind: 'text',
        header: texts('columns.type'),
        value: ({ type }) => type.map((each) => names(`types.${each}`)).join(', '),
      },
      {
        kind: 'text',
        header: texts('columns.paymentType'),
        value: ({ paymentType }) => names(`payment.${paymentType}`),
      },
      {
        kind: 'text',
        header: texts('columns.faultDescription'),
        value: ({ faultDescription }) => faultDescription,
      },
      {
        kind: 'text',
        header: texts('columns.user'),
        value: ({ user }) => (user ? nameOf(user) : ''),
      },
      { kind: 'text', header: texts('columns.state'), value: ({ state }) => names(`states.${state}`) },
    ],
    batches: readBatches<Row>(deps.db, ctx, {
      select: Prisma.sql`${eventColumns}, ${machinesOfProtocol} AS devices`,
      from: Prisma.sql`${protocolTables} WHERE ${matchesService(ctx, search)}`,
      order: serviceOrder(ctx, search),
      id: Prisma.sql`s.id`,
    }),
  });
}
