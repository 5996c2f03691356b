/** Service events as a table to take along. */
import { formatNumber } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { type MachineName, machineName } from '@servicebook/shared/machine-name';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import type { ServiceEvent, ServiceExport } from '@servicebook/shared/service-overview';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { readBatches } from '../../platform/paged-query.ts';
import { tableColumns, tableFile } from '../../platform/table-file.ts';
import { textsOf } from '../../platform/texts.ts';
import {
  alsoPerformed,
  eventColumns,
  factColumns,
  machinesOfProtocol,
  protocolTables,
} from './service-rows.ts';
import { matchesService, serviceOrder } from './service-search.ts';

interface Row
  extends ServiceEvent,
    Pick<
      ServiceProtocol,
      'remarks' | 'recommendations' | 'workMinutes' | 'travelMinutes' | 'kilometres' | 'results' | 'partsUsed'
    > {}

/** The machine of a result or part, if the protocol has several. */
const machineAmong = (devices: readonly MachineName[], of: { id: number } | null) =>
  devices.length > 1 && devices.filter(({ id }) => id === of?.id).map(machineName)[0];

/** Everything that is found. @throws AppError EXPORT_TOO_LARGE */
export async function exportServices(
  deps: Deps,
  ctx: Ctx,
  { format, ...search }: ServiceExport,
): Promise<FileAnswer> {
  const texts = textsOf(ctx.language, 'service-overview');
  const names = textsOf(ctx.language, 'service');
  const { text, number, instant } = tableColumns<Row>((key) => texts(`columns.${key}`));
  // With several machines, results and parts are named by their machine.
  const resultsText = ({ results, devices }: Row) =>
    results
      .map(({ device, result }) =>
        joinPresent([machineAmong(devices, device), result && names(`facts.results.${result}`)], ': '),
      )
      .join(', ');
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
      text('alsoPerformedBy', ({ alsoPerformedBy }) => alsoPerformedBy.map(nameOf).join(', ')),
      number('workTime', ({ workMinutes }) => workMinutes),
      number('travelTime', ({ travelMinutes }) => travelMinutes),
      number('kilometres', ({ kilometres }) => kilometres),
      text('results', resultsText),
      text('partsUsed', ({ partsUsed, devices }) =>
        partsUsed
          .map(({ name, number: code, quantity, unit, device }) =>
            joinPresent(
              [
                machineAmong(devices, device),
                joinPresent([`${formatNumber(quantity, ctx.language)} ${unit}`.trim(), name, code], ' '),
              ],
              ': ',
            ),
          )
          .join(', '),
      ),
      text('remarks'),
      text('recommendations'),
      text('state', ({ state, withdrawn }) => names(`states.${withdrawn ? 'WITHDRAWN' : state}`)),
      instant('withdrawnAt', ({ withdrawn }) => withdrawn && new Date(withdrawn.at)),
      text('withdrawnBy', ({ withdrawn }) => withdrawn && nameOf(withdrawn.by)),
      text('withdrawReason', ({ withdrawn }) => withdrawn?.reason),
    ],
    batches: readBatches<Row>(deps.db, ctx, {
      select: Prisma.sql`${eventColumns}, ${alsoPerformed}, ${machinesOfProtocol} AS devices, ${factColumns}`,
      from: Prisma.sql`${protocolTables} WHERE ${matchesService(ctx, search)}`,
      order: serviceOrder(ctx, search),
      id: Prisma.sql`s.id`,
    }),
  });
}
