import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayRangeFields } from '../../components/day-range.tsx';
import classes from './service-events.module.css';
import { presetSpan, presets, type Span } from './span.ts';

interface SpanBarProps {
  span: Span;
  today: string;
  onChange: (part: Partial<Span>) => void;
}

/** The range of days: typed, or one of the most common ones. */
export function SpanBar({ span, today, onChange }: SpanBarProps) {
  const { t } = useTranslation('statistics');
  return (
    <div className={classes.span}>
      <DayRangeFields
        range={span}
        labels={{ dateFrom: t('span.dateFrom'), dateTo: t('span.dateTo') }}
        onChange={onChange}
      />
      <fieldset className={classes.presets} aria-label={t('span.label')}>
        {presets.map((preset) => {
          const own = presetSpan(preset, today);
          const chosen = own.dateFrom === span.dateFrom && own.dateTo === span.dateTo;
          return (
            <Button
              key={preset}
              variant={chosen ? 'light' : 'default'}
              aria-pressed={chosen}
              onClick={() => onChange(own)}
            >
              {t(`span.${preset}`)}
            </Button>
          );
        })}
      </fieldset>
    </div>
  );
}
