import { Combobox, Loader, VisuallyHidden } from '@mantine/core';
import { formatNumber } from '@servicebook/i18n/format.ts';
import { IconCheck, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/error-text.ts';
import { currentLanguage } from '../lib/i18n.ts';
import classes from './search-select.module.css';
import type { OptionsState } from './use-options.ts';

/** An extra action such as "add a customer". It receives the typed text. */
export interface SearchAction {
  label: string;
  onClick: (typed: string) => void;
}

/** List entries that are not options; ids are never negative. */
export const entry = { retry: '-1', action: '-2' } as const;

interface SearchOptionsProps {
  state: OptionsState;
  chosen: readonly number[];
  action?: SearchAction | undefined;
}

/** The list below a search field: the results, or the reason why there are none, with a next step. */
export function SearchOptions({ state, chosen, action }: SearchOptionsProps) {
  const { t } = useTranslation(['components', 'common']);
  const { status, options, total, text, error } = state;
  const number = (value: number) => formatNumber(value, currentLanguage());
  const refine =
    total > options.length ? t('select.refine', { shown: number(options.length), total: number(total) }) : '';
  const none = text === '' ? t('select.nothing') : t('select.nothingFound', { text });
  const message =
    status === 'failed'
      ? errorText(error)
      : status === 'loading' && options.length === 0
        ? t('select.loading')
        : status === 'ready' && options.length === 0
          ? none
          : '';
  return (
    <Combobox.Dropdown className={classes.dropdown ?? ''}>
      {message && (
        <div className={classes.says} data-failed={status === 'failed' || undefined}>
          {status === 'loading' && <Loader size={16} aria-hidden />}
          {message}
        </div>
      )}
      <VisuallyHidden role="status">{message || refine}</VisuallyHidden>
      <Combobox.Options className={classes.options ?? ''} data-old={status === 'loading' || undefined}>
        {options.map((option) => {
          const active = chosen.includes(option.id);
          return (
            <Combobox.Option
              key={option.id}
              value={String(option.id)}
              active={active}
              // Results of an earlier search are not results of this one.
              disabled={status === 'loading'}
              aria-selected={active}
              className={classes.option ?? ''}
            >
              <span className={classes.optionText}>
                <span>{option.label}</span>
                {option.hint && <span className={classes.optionHint}>{option.hint}</span>}
              </span>
              {active && <IconCheck size={18} aria-hidden className={classes.check ?? ''} />}
            </Combobox.Option>
          );
        })}
        {status === 'failed' && (
          <Combobox.Option
            value={entry.retry}
            className={`${classes.option} ${classes.way}`}
            aria-selected={false}
          >
            <IconRefresh size={18} aria-hidden />
            {t('common:states.retry')}
          </Combobox.Option>
        )}
        {action && (
          <Combobox.Option
            value={entry.action}
            className={`${classes.option} ${classes.way}`}
            aria-selected={false}
          >
            <IconPlus size={18} aria-hidden />
            {action.label}
          </Combobox.Option>
        )}
      </Combobox.Options>
      {refine && (
        <p className={classes.refine} aria-hidden>
          {refine}
        </p>
      )}
    </Combobox.Dropdown>
  );
}
