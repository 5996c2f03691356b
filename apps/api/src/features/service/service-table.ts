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
import { tableColumns, tableFile } from '../../platform/table-file.ts';
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
  const { text, instant } = tableColumns<Row>((key) => texts(`columns.${key}`));
  return tableFile<Row>(deps, ctx, format, {
    name: texts('title'),
    columns: [
      text('fullNumber', documentNumber),
      instant('date'),
      text('customer', ({ customer }) => customer.shortName),
      text('devices', ({ devices }) => devices.map(machineName).join(', ')),
      text('type', ({ type }) => type.map((each) => names(`types.${each}`)).join(', ')),
      text('paymentType', ({ paymentType }) => names(`payment.${paymentType}`)),
      text('faultDescription'),
      text('user', ({ user }) => user && nameOf(user)),
      text('state', ({ state, withdrawn }) => names(`states.${withdrawn ? 'WITHDRAWN' : state}`)),
      instant('withdrawnAt', ({ withdrawn }) => withdrawn && new Date(withdrawn.at)),
      text('withdrawnBy', ({ withdrawn }) => withdrawn && nameOf(withdrawn.by)),
      text('withdrawReason', ({ withdrawn }) => withdrawn?.reason),
    ],
    batches: readBatches<Row>(deps.db, ctx, {
      select: Prisma.sql`${eventColumns}, ${machinesOfProtocol} AS devices`,
      from: Prisma.sql`${protocolTables} WHERE ${matchesService(ctx, search)}`,
      order: serviceOrder(ctx, search),
      id: Prisma.sql`s.id`,
    }),
  });
}
