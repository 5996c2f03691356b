import {
  ActionIcon,
  Box,
  CloseButton,
  Group,
  type InputWrapperProps,
  Popover,
  TextInput,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { formatDay } from '@servicebook/i18n/format.ts';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, type Ref, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay, parseDay, parseTime } from '../lib/day-text.ts';
import { currentLanguage } from '../lib/i18n.ts';
import { presentTime } from '../lib/server-time.ts';

const DateCalendar = lazy(() =>
  import('./date-calendar.tsx').then((module) => ({ default: module.DateCalendar })),
);

interface DateFieldProps
  extends Pick<
    InputWrapperProps,
    'label' | 'description' | 'error' | 'required' | 'inputContainer' | 'inputWrapperOrder'
  > {
  /**
   * `YYYY-MM-DD`. Invalid text is passed on unchanged, so that the form's schema reports it next to the field
   * instead of saving an older date unnoticed.
   */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  clearable?: boolean;
  disabled?: boolean | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  className?: string | undefined;
  'aria-label'?: string;
}

/** Touch devices use their native picker. */
const useTouch = () => useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });

const common = { autoComplete: 'off' } as const;

/** A date, typed or picked, in the format of the screen's language. */
export function DateField(props: DateFieldProps) {
  return useTouch() ? <TouchDateField {...props} /> : <TypedDateField {...props} />;
}

function TouchDateField({ value, onChange, onBlur, clearable, ...rest }: DateFieldProps) {
  const { t } = useTranslation('components');
  return (
    <TextInput
      {...common}
      {...rest}
      type="date"
      value={value && isDay(value) ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      onBlur={onBlur}
      rightSection={
        clearable && value && !rest.disabled ? (
          <CloseButton iconSize={18} aria-label={t('date.clear')} onClick={() => onChange(null)} />
        ) : undefined
      }
      rightSectionPointerEvents="all"
      rightSectionWidth={44}
    />
  );
}

function TypedDateField({ value, onChange, onBlur, clearable, ...rest }: DateFieldProps) {
  const { t } = useTranslation('components');
  const language = currentLanguage();
  const [draft, setDraft] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const show = (next: boolean) => {
    setOpened(next);
    if (!next) opener.current?.focus();
  };
  const label = typeof rest.label === 'string' ? rest.label : rest['aria-label'];

  const commit = () => {
    if (draft === null) return;
    setDraft(null);
    const next = draft.trim() === '' ? null : (parseDay(draft, language, presentTime()) ?? draft.trim());
    if (next !== value) onChange(next);
  };

  const clears = clearable && value && !rest.disabled;
  return (
    <TextInput
      {...common}
      {...rest}
      placeholder={t('date.placeholder')}
      value={draft ?? formatDay(value ?? '', language)}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => {
        commit();
        onBlur?.();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'ArrowDown' && event.altKey) setOpened(true);
      }}
      rightSectionPointerEvents="all"
      rightSectionWidth={clears ? 80 : 44}
      rightSection={
        <Group gap={0} justify="flex-end" wrap="nowrap" w="100%" pr={4}>
          {clears && (
            <CloseButton
              size="sm"
              iconSize={16}
              aria-label={t('date.clear')}
              onClick={() => onChange(null)}
            />
          )}
          <Popover
            opened={opened}
            onChange={setOpened}
            onDismiss={() => show(false)}
            position="bottom-end"
            trapFocus
            withinPortal
          >
            <Popover.Target>
              <ActionIcon
                ref={opener}
                variant="subtle"
                color="gray"
                disabled={rest.disabled ?? false}
                aria-label={label ? `${label}: ${t('date.open')}` : t('date.open')}
                onClick={() => setOpened(!opened)}
              >
                <IconCalendar size={18} aria-hidden />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown aria-label={t('date.calendar')}>
              <Box miw="15.75rem" mih="18.25rem">
                <Suspense fallback={null}>
                  <DateCalendar
                    value={value && isDay(value) ? value : null}
                    onPick={(day) => {
                      setDraft(null);
                      show(false);
                      onChange(day);
                    }}
                  />
                </Suspense>
              </Box>
            </Popover.Dropdown>
          </Popover>
        </Group>
      }
    />
  );
}

const fallbackTime = '00:00';

/** A date and a time, `YYYY-MM-DDTHH:mm`, in local time; the caller knows the timezone. */
export function DateTimeField({ value, onChange, ...props }: DateFieldProps) {
  const { t } = useTranslation('components');
  const touch = useTouch();
  const [draft, setDraft] = useState<string | null>(null);
  const { ref, onBlur, name, ...rest } = props;
  if (touch)
    return (
      <TextInput
        {...common}
        {...rest}
        {...{ ref, onBlur, name }}
        type="datetime-local"
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    );

  const [day = '', time = fallbackTime] = (value ?? '').split('T');
  const shownTime = value?.includes('T') ? time.slice(0, 5) : '';
  const takeTime = () => {
    if (draft === null) return;
    const next = parseTime(draft);
    setDraft(null);
    if (next && next !== shownTime && day) onChange(`${day}T${next}`);
  };
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <Box flex={1} miw={0}>
        <DateField
          {...rest}
          {...{ ref, onBlur, name }}
          value={day || null}
          onChange={(next) => onChange(next === null ? null : `${next}T${shownTime || fallbackTime}`)}
        />
      </Box>
      <TextInput
        {...common}
        w="5.5rem"
        label={t('date.time')}
        inputMode="numeric"
        placeholder="09:30"
        maxLength={5}
        disabled={rest.disabled || !day}
        value={draft ?? shownTime}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={takeTime}
        onKeyDown={(event) => event.key === 'Enter' && takeTime()}
      />
    </Group>
  );
}
