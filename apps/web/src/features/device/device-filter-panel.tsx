import { Checkbox, TextInput, type TextInputProps, UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { formatDay } from '@servicebook/i18n/format.ts';
import { DeviceFilter, type DeviceStatus, deviceStatuses, statusColours } from '@servicebook/shared/device';
import { searchOfText } from '@servicebook/shared/fold-text';
import { countryCodes } from '@servicebook/shared/primitives';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { SearchMultiSelect } from '../../components/search-multi-select.tsx';
import { countryOptions } from '../../lib/countries.ts';
import { isDay } from '../../lib/day-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import type { Part } from '../../lib/use-address.ts';
import { allCategoriesQuery, loadCategoryOptions } from '../category/category.queries.ts';
import { useDeviceFields } from './device-fields.tsx';
import type { FilterName } from './device-filter.ts';
import classes from './device-filter-panel.module.css';

/** Incomplete input does not filter yet. */
const yearOf = (text: string) => (/^\d{4}$/.test(text) ? Number(text) : null);
const idOf = (text: string) => DeviceFilter.shape.id.safeParse(Number(text)).data ?? null;

interface Props {
  filter: DeviceFilter;
  onChange: (part: Part<DeviceFilter>) => void;
}

/** All filters of the machine list. Each takes effect immediately. */
export function DeviceFilterPanel({ filter, onChange }: Props) {
  const { t } = useTranslation('device');
  const { data: categories = [] } = useQuery(allCategoriesQuery);
  const countries = countryOptions(currentLanguage(), '').flatMap(({ value, label }) =>
    value === '' ? [] : [{ id: countryId(value), value, label }],
  );
  const fields = useDeviceFields();
  const yearField = (name: 'builtFrom' | 'builtTo') => (
    <FilterText
      label={t(`filter.${name}`)}
      inputMode="numeric"
      maxLength={4}
      sanitize={(text) => text.replace(/\D/g, '')}
      value={String(filter[name] ?? '')}
      onChange={(value) => onChange({ [name]: yearOf(value) })}
    />
  );
  return (
    <div className={classes.fields}>
      <Statuses
        value={filter.statuses}
        onToggle={(status) => onChange(({ statuses }) => ({ statuses: toggle(statuses, status) }))}
      />
      <SearchMultiSelect
        label={t('filter.categories')}
        placeholder={t('filter.any')}
        value={filter.categories.map((id) => ({
          id,
          label: categories.find((category) => category.id === id)?.name ?? String(id),
        }))}
        onChange={(options) => onChange({ categories: options.map(({ id }) => id) })}
        loadOptions={loadCategoryOptions}
      />
      {fields.map(
        ({ key, label, filter: byText }) =>
          byText && (
            <FilterText
              key={key}
              label={label}
              maxLength={byText.max}
              value={String(filter[byText.name as FilterName] ?? '')}
              onChange={(value) => onChange({ [byText.name]: value })}
            />
          ),
      )}
      <div className={classes.pair}>
        {yearField('builtFrom')}
        {yearField('builtTo')}
      </div>
      <FilterText
        label={t('id')}
        inputMode="numeric"
        maxLength={10}
        sanitize={(text) => text.replace(/\D/g, '')}
        value={String(filter.id ?? '')}
        onChange={(value) => onChange({ id: idOf(value) })}
      />
      <div className={classes.pair}>
        <FilterDate
          label={t('filter.dateFrom')}
          value={filter.dateFrom}
          onChange={(dateFrom) => onChange({ dateFrom })}
        />
        <FilterDate
          label={t('filter.dateTo')}
          value={filter.dateTo}
          onChange={(dateTo) => onChange({ dateTo })}
        />
      </div>
      <SearchMultiSelect
        label={t('filter.countries')}
        placeholder={t('filter.any')}
        value={countries.filter(({ value }) => filter.countries.includes(value))}
        onChange={(options) =>
          onChange({ countries: options.flatMap(({ id }) => countryCodes[id - 1] ?? []) })
        }
        loadOptions={async (text) => {
          const isFound = searchOfText(text);
          return countries.filter(({ label }) => isFound(label));
        }}
      />
      <Checkbox
        label={t('filter.archived')}
        mod="touch"
        mt="auto"
        checked={filter.archived}
        onChange={(event) => onChange({ archived: event.currentTarget.checked })}
      />
    </div>
  );
}

/** The multi-select uses numbers as ids. */
const countryId = (code: string) => (countryCodes as readonly string[]).indexOf(code) + 1;

interface StatusesProps {
  value: DeviceStatus[];
  onToggle: (status: DeviceStatus) => void;
}

const toggle = (chosen: DeviceStatus[], status: DeviceStatus) =>
  deviceStatuses.filter((other) => (other === status) !== chosen.includes(other));

function Statuses({ value, onToggle }: StatusesProps) {
  const { t } = useTranslation('device');
  return (
    <fieldset className={classes.statuses}>
      <legend className={classes.legend}>{t('filter.statuses')}</legend>
      {deviceStatuses.map((status) => {
        const chosen = value.includes(status);
        const { background, text } = statusColours[status];
        return (
          <UnstyledButton
            key={status}
            className={classes.status ?? ''}
            aria-pressed={chosen}
            style={{ '--status-background': background, '--status-text': text } as CSSProperties}
            onClick={() => onToggle(status)}
          >
            <span className={classes.dot} aria-hidden />
            {t(`status.${status}`)}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}

interface FilterTextProps extends Pick<TextInputProps, 'label' | 'inputMode' | 'maxLength'> {
  value: string;
  onChange: (value: string) => void;
  /** Removes characters that are not allowed. */
  sanitize?: (text: string) => string;
}

/** Debounces the filter while the user types. */
function FilterText({ value, onChange, sanitize = (text) => text, ...rest }: FilterTextProps) {
  const [typed, setTyped] = useState(value);
  const lastSent = useRef(value);
  const send = (text: string) => {
    if (text === lastSent.current) return;
    lastSent.current = text;
    onChange(text);
  };
  const sendLater = useDebouncedCallback(send, { delay: 300, flushOnUnmount: true });

  // A filter removed elsewhere empties the field; an echo of our own input does not change it.
  useEffect(() => {
    if (value === lastSent.current) return;
    lastSent.current = value;
    setTyped(value);
  }, [value]);

  return (
    <TextInput
      {...rest}
      autoComplete="off"
      enterKeyHint="search"
      value={typed}
      onChange={(event) => {
        const text = sanitize(event.currentTarget.value);
        setTyped(text);
        sendLater(text.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') sendLater.flush();
      }}
    />
  );
}

interface FilterDateProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A date filter. Invalid text stays in the field, with an error. */
function FilterDate({ label, value, onChange }: FilterDateProps) {
  const { t } = useTranslation('components');
  const [invalid, setInvalid] = useState<string | null>(null);
  const apply = (next: string | null) => {
    const isWrong = next !== null && !isDay(next);
    setInvalid(isWrong ? next : null);
    onChange(isWrong ? null : next);
  };
  return (
    <DateField
      label={label}
      value={invalid ?? value}
      onChange={apply}
      clearable
      error={invalid !== null && t('date.invalid', { example: formatDay('2026-12-31', currentLanguage()) })}
    />
  );
}
