/** The machine list as a file. */
import { countryName } from '@servicebook/i18n/intl.ts';
import { dateIn } from '@servicebook/shared/calendar';
import type { DeviceExport } from '@servicebook/shared/device';
import { warrantyKindOf } from '@servicebook/shared/warranty';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { type TableColumn, tableColumns, tableFile } from '../../platform/table-file.ts';
import { textsOf } from '../../platform/texts.ts';
import { type DeviceRow, readAllDevices } from './device-search.ts';

/** All results of a search. @throws AppError EXPORT_TOO_LARGE */
export function exportDevices(
  deps: Deps,
  ctx: Ctx,
  { format, ...search }: DeviceExport,
): Promise<FileAnswer> {
  return tableFile<DeviceRow>(deps, ctx, format, {
    name: textsOf(ctx.language, 'device')('listTitle'),
    columns: columnsFor(ctx),
    batches: readAllDevices(deps, ctx, search),
  });
}

function columnsFor({ language, timezone }: Ctx): TableColumn<DeviceRow>[] {
  const texts = textsOf(language, 'device');
  const { text, number, date } = tableColumns<DeviceRow>(texts);
  return [
    number('id'),
    text('statusLabel', ({ status }) => texts(`status.${status}`)),
    text('name'),
    text('ownNumber'),
    text('category', ({ categoryName }) => categoryName),
    text('customer', ({ customerShortName }) => customerShortName),
    text('customerFullName'),
    text('manufacturer'),
    text('model'),
    text('serialNumber'),
    number('yearBuilt'),
    text('sourcePower'),
    date('transferDate'),
    text('warranty', ({ warranty }) => {
      const kind = warrantyKindOf(warranty);
      return kind ? texts(`warrantyKinds.${kind}`) : warranty;
    }),
    number('warrantyLength'),
    date('warrantyUntil'),
    date('lastService'),
    number('inspectionInterval', ({ inspectionPeriodInMonths }) => inspectionPeriodInMonths),
    date('nextInspection'),
    text('streetAddress'),
    text('zipCode'),
    text('city'),
    text('country', ({ country }) => country && countryName(country, language)),
    date('archivedOn', ({ archived }) => archived && dateIn(archived.at, timezone)),
    text('archivedReason', ({ archived }) => archived && texts(`archive.reasons.${archived.reason}`)),
  ];
}
