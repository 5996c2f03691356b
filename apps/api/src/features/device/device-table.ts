/** The machine list as a file. */
import { countryName } from '@servicebook/i18n/intl.ts';
import type { Device, DeviceExport } from '@servicebook/shared/device';
import { warrantyKindOf } from '@servicebook/shared/warranty';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { type TableColumn, tableFile } from '../../platform/table-file.ts';
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

type Key<Value> = { [Name in keyof Device]: Device[Name] extends Value ? Name : never }[keyof Device];

function columnsFor({ language }: Ctx): TableColumn<DeviceRow>[] {
  const texts = textsOf(language, 'device');
  const text = (key: Key<string>): TableColumn<DeviceRow> => ({
    kind: 'text',
    header: texts(key),
    value: (row) => row[key],
  });
  const number = (key: Key<number | null>): TableColumn<DeviceRow> => ({
    kind: 'number',
    header: texts(key),
    value: (row) => row[key],
  });
  const day = (key: Key<string | null>): TableColumn<DeviceRow> => ({
    kind: 'date',
    header: texts(key),
    value: (row) => row[key],
  });
  const custom = (header: string, value: (row: DeviceRow) => string): TableColumn<DeviceRow> => ({
    kind: 'text',
    header,
    value,
  });
  return [
    number('id'),
    custom(texts('statusLabel'), ({ status }) => texts(`status.${status}`)),
    text('name'),
    custom(texts('category'), ({ categoryName }) => categoryName),
    custom(texts('customer'), ({ customerShortName }) => customerShortName),
    custom(texts('customerFullName'), ({ customerFullName }) => customerFullName),
    text('manufacturer'),
    text('model'),
    text('serialNumber'),
    number('yearBuilt'),
    text('sourcePower'),
    day('transferDate'),
    custom(texts('warranty'), ({ warranty }) => {
      const kind = warrantyKindOf(warranty);
      return kind ? texts(`warrantyKinds.${kind}`) : warranty;
    }),
    number('warrantyLength'),
    day('warrantyUntil'),
    day('lastService'),
    day('nextInspection'),
    text('streetAddress'),
    text('zipCode'),
    text('city'),
    custom(texts('country'), ({ country }) => country && countryName(country, language)),
  ];
}
