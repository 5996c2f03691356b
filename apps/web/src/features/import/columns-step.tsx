import '@mantine/core/styles/ScrollArea.layer.css';
import {
  Alert,
  Button,
  Checkbox,
  type ComboboxItem,
  Group,
  NativeSelect,
  type OptionsFilter,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { formatLongDay } from '@servicebook/i18n/format.ts';
import type { Import, ImportColumn, ImportMapping, ImportSheet } from '@servicebook/shared/import';
import { type DateOrder, dateOrders, readDate } from '@servicebook/shared/import-dates';
import { groupOf, type ImportField, importFields, importGroups } from '@servicebook/shared/import-fields';
import { ServiceType, serviceTypes } from '@servicebook/shared/service-kinds';
import { IconInfoCircle, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { optionFilter } from '../../components/option-filter.ts';
import { SectionCard, SectionCards } from '../../components/section-card.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { readableText, sheetColumn } from './cell-text.ts';
import { FailureNotice } from './failure-notice.tsx';
import classes from './import.module.css';
import { useCheck, useMapping } from './import.queries.ts';
import { mappingOf } from './mapping-of.ts';

type SheetMapping = ImportMapping['sheets'][number];

const noField = 'none';
/** Rows that are offered as the header. */
const headerRows = 20;

/** The second step: what each column holds. Every choice is saved at once, because other questions follow from it. */
export function ColumnsStep({ found, onChecked }: { found: Import; onChecked: () => void }) {
  const { t } = useTranslation(['import', 'service']);
  const save = useMapping();
  const check = useCheck();
  const [texts, setTexts] = useState({ category: found.options.category, customer: found.options.customer });
  const current = mappingOf(found);
  const mapping = { ...current, options: { ...current.options, ...texts } };
  // Until the answer is there, the choice is shown that was made.
  const shown = save.isPending ? save.variables : mapping;
  const busy = save.isPending || check.isPending;
  const change = (sheets: SheetMapping[], options = mapping.options) => {
    if (!busy) save.mutate({ ...mapping, sheets, options });
  };
  const used = found.sheets
    .filter(({ isLeftOut }) => !isLeftOut)
    .flatMap(({ columns }) => columns.map(({ field }) => field));
  const has = (...fields: ImportField[]) => fields.some((field) => used.includes(field));
  const ofMachine = used.some((field) => field && groupOf(field) === 'machine');
  const isAmbiguous = found.sheets.some(
    ({ isLeftOut, columns }) => !isLeftOut && columns.some((column) => column.isAmbiguous),
  );
  return (
    <SectionCards>
      {found.errorCode && <FailureNotice title={t('screen.check.failed')} code={found.errorCode} />}
      <Text c="dimmed">{t('screen.columns.hint')}</Text>
      {found.sheets.map((sheet, index) => (
        <Sheet
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets keep their place
          key={index}
          sheet={sheet}
          mapping={shown.sheets[index] ?? { isLeftOut: false, headerRow: null, columns: [] }}
          readOnly={busy}
          onChange={(next) => change(mapping.sheets.map((each, at) => (at === index ? next : each)))}
        />
      ))}
      <SectionCard title={t('screen.options.title')}>
        <Stack>
          <Checkbox
            label={t('screen.options.update')}
            description={t('screen.options.updateHint')}
            checked={shown.options.updateExisting}
            onChange={(event) =>
              change(mapping.sheets, { ...mapping.options, updateExisting: event.currentTarget.checked })
            }
          />
          {ofMachine && (
            <Checkbox
              label={t('screen.options.place')}
              description={t('screen.options.placeHint')}
              checked={shown.options.placeOfCustomer}
              onChange={(event) =>
                change(mapping.sheets, { ...mapping.options, placeOfCustomer: event.currentTarget.checked })
              }
            />
          )}
          {ofMachine && (
            <TextInput
              label={t('screen.options.category')}
              description={t('screen.options.categoryHint')}
              maxLength={100}
              value={texts.category}
              onChange={(event) => setTexts({ ...texts, category: event.currentTarget.value })}
            />
          )}
          {ofMachine && (
            <TextInput
              label={t('screen.options.customer')}
              description={t('screen.options.customerHint')}
              maxLength={100}
              value={texts.customer}
              onChange={(event) => setTexts({ ...texts, customer: event.currentTarget.value })}
            />
          )}
          {has('past.date') && !has('past.type') && (
            <NativeSelect
              label={t('screen.options.pastType')}
              data={[
                { value: '', label: t('screen.columns.choose') },
                ...serviceTypes.map((type) => ({ value: type, label: t(`service:types.${type}`) })),
              ]}
              value={shown.options.pastType ?? ''}
              onChange={(event) =>
                change(mapping.sheets, {
                  ...mapping.options,
                  pastType: ServiceType.safeParse(event.currentTarget.value).data ?? null,
                })
              }
            />
          )}
        </Stack>
      </SectionCard>
      <ErrorNotice error={save.error ?? check.error} />
      {isAmbiguous && (
        <Text role="status" ta="right">
          {t('screen.columns.answerDates')}
        </Text>
      )}
      <Group justify="flex-end" mod="actions">
        <Button
          size="md"
          loading={check.isPending}
          disabled={save.isPending || isAmbiguous}
          leftSection={<IconListCheck size={20} aria-hidden />}
          onClick={() => check.mutate(mapping, { onSuccess: onChecked })}
        >
          {t('screen.columns.check')}
        </Button>
      </Group>
    </SectionCards>
  );
}

interface SheetProps {
  sheet: ImportSheet;
  mapping: SheetMapping;
  readOnly: boolean;
  onChange: (mapping: SheetMapping) => void;
}

function Sheet({ sheet, mapping, readOnly, onChange }: SheetProps) {
  const { t } = useTranslation('import');
  const { headerRow, columns, hints, isRemembered } = sheet;
  const rows = [...new Set([...Array.from({ length: headerRows }, (_, at) => at + 1), headerRow ?? 1])];
  const used = mapping.columns.map(({ field }) => field);
  const groups = useColumnGroups(sheet);
  const setColumn = (index: number, part: Partial<SheetMapping['columns'][number]>) =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((column, at) => (at === index ? { ...column, ...part } : column)),
    });
  return (
    <SectionCard
      title={sheet.name || t('screen.columns.sheet')}
      hint={t('screen.columns.rows', { count: sheet.rows })}
    >
      <Stack>
        <Checkbox
          label={t('screen.columns.use')}
          checked={!mapping.isLeftOut}
          onChange={(event) => onChange({ ...mapping, isLeftOut: !event.currentTarget.checked })}
        />
        {!mapping.isLeftOut && (
          <>
            <NativeSelect
              label={t('screen.columns.header')}
              maw="20rem"
              data={[
                { value: '', label: t('screen.columns.noHeader') },
                ...rows.map((row) => ({ value: String(row), label: String(row) })),
              ]}
              value={String(mapping.headerRow ?? '')}
              onChange={(event) =>
                onChange({
                  ...mapping,
                  headerRow: Number(event.currentTarget.value) || null,
                  // Found again below another header.
                  columns: mapping.columns.map(() => ({ field: null, dateOrder: null })),
                })
              }
            />
            {isRemembered && <Text size="sm">{t('screen.columns.remembered')}</Text>}
            {hints.length > 0 && (
              <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
                {hints.map(({ hint, count, row }) => (
                  <Text key={hint} size="sm">
                    {t(`screen.hints.${hint}`, { count, row: row ?? 1 })}
                  </Text>
                ))}
              </Alert>
            )}
            {groups.map(({ name, title, indexes }) => (
              <section key={name}>
                <h3 className={classes.group}>{title}</h3>
                {name === 'open' && (
                  <Text size="sm" c="dimmed">
                    {t('screen.columns.openHint')}
                  </Text>
                )}
                <ul className={classes.columns} data-compact={name === 'known' || undefined}>
                  {indexes.map((index) => (
                    <ColumnChoice
                      key={index}
                      index={index}
                      column={columns[index] as ImportColumn}
                      chosen={mapping.columns[index] ?? { field: null, dateOrder: null }}
                      used={used}
                      readOnly={readOnly}
                      onChange={(part) => setColumn(index, part)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </Stack>
    </SectionCard>
  );
}

/**
 * Questions first, then the columns that were not recognised, then the others. A column stays where it was found: an answer
 * must not move it away from under the finger.
 */
function useColumnGroups({ headerRow, columns }: ImportSheet) {
  const { t } = useTranslation('import');
  const kindsOf = () =>
    columns.map(({ field, isAmbiguous }) => (isAmbiguous ? 'asked' : field === null ? 'open' : 'known'));
  const [found, setFound] = useState(() => ({ headerRow, kinds: kindsOf() }));
  // Another header, and the columns are other ones.
  if (found.headerRow !== headerRow || found.kinds.length !== columns.length)
    setFound({ headerRow, kinds: kindsOf() });
  return (['asked', 'open', 'known'] as const).flatMap((name) => {
    const indexes = columns.flatMap((_, index) => (found.kinds[index] === name ? [index] : []));
    return indexes.length === 0
      ? []
      : { name, indexes, title: t(`screen.columns.${name}`, { count: indexes.length }) };
  });
}

/** The fields of each group that match the typed text; a group without any is not shown. */
const filterFields: OptionsFilter = ({ options, ...search }) =>
  options.flatMap((option) => {
    if (!('group' in option)) return optionFilter({ options: [option], ...search });
    const items = optionFilter({ options: option.items, ...search }) as ComboboxItem[];
    return items.length > 0 ? [{ ...option, items }] : [];
  });

interface ColumnChoiceProps {
  index: number;
  column: ImportColumn;
  chosen: SheetMapping['columns'][number];
  used: readonly (ImportField | null)[];
  readOnly: boolean;
  onChange: (part: Partial<SheetMapping['columns'][number]>) => void;
}

function ColumnChoice({ index, column, chosen, used, readOnly, onChange }: ColumnChoiceProps) {
  const { t } = useTranslation('import');
  const narrow = useNarrowScreen();
  const name = column.header || sheetColumn(index);
  const data = [
    { value: noField, label: t('screen.columns.notImported') },
    ...importGroups.map((group) => ({
      group: t(`screen.groups.${group}`),
      items: importFields
        .filter((field) => groupOf(field) === group)
        .map((field) => ({
          value: field,
          label: t(`fields.${field}`),
          disabled: field !== chosen.field && used.includes(field),
        })),
    })),
  ];
  return (
    <li className={classes.column}>
      <div className={classes.header}>
        <Text fw={600}>{name}</Text>
        <div className={classes.samples}>{column.samples.slice(0, 3).map(readableText).join(' · ')}</div>
      </div>
      <Stack gap="xs">
        <Select
          aria-label={t('screen.columns.fieldOf', { name })}
          data={data}
          searchable={!narrow}
          // What is typed searches for another field; it does not go on with the name of this one.
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => event.currentTarget.select()}
          filter={filterFields}
          allowDeselect={false}
          readOnly={readOnly}
          nothingFoundMessage={t('screen.columns.nothingFound')}
          value={chosen.field ?? noField}
          onChange={(value) =>
            onChange({ field: importFields.find((field) => field === value) ?? null, dateOrder: null })
          }
        />
        {(column.isAmbiguous || chosen.dateOrder) && column.field === chosen.field && (
          <DateOrderChoice
            column={column}
            value={chosen.dateOrder}
            onChange={(dateOrder) => onChange({ dateOrder })}
          />
        )}
      </Stack>
    </li>
  );
}

interface DateOrderProps {
  column: ImportColumn;
  value: DateOrder | null;
  onChange: (order: DateOrder | null) => void;
}

/** Asks with an example of the column what a date such as 03/04/2026 means. */
function DateOrderChoice({ column, value, onChange }: DateOrderProps) {
  const { t } = useTranslation('import');
  const readings = (sample: string) =>
    dateOrders.flatMap((order) => {
      const read = readDate(sample, order);
      return 'value' in read ? [{ order, day: read.value }] : [];
    });
  const isOpen = (sample: string) => new Set(readings(sample).map(({ day }) => day)).size > 1;
  const example = column.samples.find(isOpen);
  // Nothing to ask: all samples say the same.
  if (!example && !column.isAmbiguous) return null;
  const options = example ? readings(example) : [];
  return (
    <NativeSelect
      label={t('screen.columns.dateMeans', { date: example ?? column.samples[0] ?? '' })}
      error={column.isAmbiguous && t('screen.columns.dateAsk')}
      data={[
        { value: '', label: t('screen.columns.choose') },
        ...(example
          ? options.map(({ order, day }) => ({ value: order, label: formatLongDay(day, currentLanguage()) }))
          : dateOrders.map((order) => ({ value: order, label: t(`screen.orders.${order}`) }))),
      ]}
      value={value ?? ''}
      onChange={(event) => onChange(dateOrders.find((order) => order === event.currentTarget.value) ?? null)}
    />
  );
}
