/** Visits as a table to take along. */
import { countryName } from '@servicebook/i18n/intl.ts';
import { addressLine, joinPresent, namesOf } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import type { Visit, VisitExport } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { readBatches } from '../../platform/paged-query.ts';
import { tableColumns, tableFile } from '../../platform/table-file.ts';
import { textsOf } from '../../platform/texts.ts';
import { toVisit, type VisitRow, visitColumns, visitTables } from '../visit-news/visit-rows.ts';
import { matchesVisit, visitOrder } from './visit-search.ts';

/** All results of a search. @throws AppError EXPORT_TOO_LARGE */
export async function exportVisits(
  deps: Deps,
  ctx: Ctx,
  { format, ...search }: VisitExport,
): Promise<FileAnswer> {
  const texts = textsOf(ctx.language, 'visit');
  const kinds = textsOf(ctx.language, 'service');
  const { text, number, date, instant } = tableColumns<Visit>(texts);
  const places = ({ customer, devices }: Visit) =>
    joinPresent(
      workPlaces(customer, devices).map((place) =>
        addressLine(place, place.country && countryName(place.country, ctx.language)),
      ),
      '; ',
    );
  return tableFile<Visit>(deps, ctx, format, {
    name: texts('title'),
    columns: [
      number('table.number', ({ id }) => id),
      date('day'),
      text('from'),
      text('to'),
      text('customer', ({ customer }) => customer.shortName),
      text('table.customerName', ({ customer }) => customer.fullName),
      text('phone', ({ customer }) => customer.phoneNumber),
      text('place', places),
      text('machines', ({ devices }) => devices.map(machineName).join(', ')),
      text('types', ({ types }) => types.map((type) => kinds(`types.${type}`)).join(', ')),
      text('text'),
      text('technicians', ({ technicians }) => namesOf(technicians)),
      text('priority', ({ priority }) => texts(`priorities.${priority}`)),
      number('table.minutes', ({ minutes }) => minutes),
      text('state', ({ state }) => texts(`states.${state}`)),
      text('cancelReason'),
      text('table.protocols', ({ protocols }) =>
        protocols
          .map(({ number, withdrawn }) => (withdrawn ? `${number} (${texts('withdrawn')})` : number))
          .join(', '),
      ),
      instant('table.startedAt', ({ startedAt }) => startedAt),
      instant('table.endedAt', ({ endedAt }) => endedAt),
      text('table.plannedBy', ({ userCreated }) => namesOf([userCreated])),
    ],
    batches: readVisitBatches(deps, ctx, search),
  });
}

async function* readVisitBatches(deps: Deps, ctx: Ctx, search: Omit<VisitExport, 'format'>) {
  const batches = readBatches<VisitRow>(deps.db, ctx, {
    select: visitColumns,
    from: Prisma.sql`${visitTables} WHERE ${matchesVisit(ctx, search)}`,
    order: visitOrder(ctx, search),
    id: Prisma.sql`v.id`,
  });
  for await (const rows of batches) yield rows.map(toVisit);
}
