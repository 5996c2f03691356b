import { searchOfText } from '@servicebook/shared/fold-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { timezonesQuery } from '../lib/timezones.ts';
import { SearchSelect } from './search-select.tsx';

/** Maximum number of listed options; typing finds the others. */
const maxOptions = 60;

interface TimezoneSelectProps {
  label: string;
  description?: string;
  /** IANA name. */
  value: string;
  onChange: (timezone: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  className?: string;
}

/** Selects a timezone, which can be found by place, name or offset. */
export function TimezoneSelect({ value, onChange, disabled = false, ...field }: TimezoneSelectProps) {
  const { i18n } = useTranslation();
  const queryClient = useQueryClient();
  const query = timezonesQuery(i18n.language);
  const { data: labels = {}, isPending } = useQuery(query);
  const codes = Object.keys(labels);

  return (
    <SearchSelect
      {...field}
      // The label arrives with the list; it must not replace text that is being typed.
      disabled={disabled || isPending}
      value={{ id: codes.indexOf(value), label: labels[value] ?? value }}
      onChange={(option) => {
        const code = option && codes[option.id];
        if (code && code !== value) onChange(code);
      }}
      loadOptions={async (text) => {
        const isFound = searchOfText(text);
        const matches = Object.values(await queryClient.ensureQueryData(query))
          .map((label, id) => ({ id, label }))
          .filter(({ label }) => isFound(label));
        return { content: matches.slice(0, maxOptions), totalElements: matches.length };
      }}
    />
  );
}
