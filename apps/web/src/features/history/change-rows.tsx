import { VisuallyHidden } from '@mantine/core';
import type { Change, LogEntity } from '@servicebook/shared/log';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './change-rows.module.css';
import { useFieldTexts } from './use-field-texts.ts';

/** One row per field, with its old and new value. */
export function ChangeRows({ entity, changes }: { entity: LogEntity; changes: readonly Change[] }) {
  const { t } = useTranslation('history');
  const { label, text } = useFieldTexts(entity);
  return (
    <dl className={classes.rows}>
      {changes.map(({ field, before, after }) => (
        <div key={field} className={classes.row}>
          <dt>{label(field)}</dt>
          <dd>
            <VisuallyHidden>{t('from')}</VisuallyHidden>
            <Value text={text(field, before)} className={classes.before} />
            <IconArrowNarrowRight size={16} stroke={1.7} aria-hidden className={classes.arrow ?? ''} />
            <VisuallyHidden>{t('to')}</VisuallyHidden>
            <Value text={text(field, after)} className={classes.after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ text, className }: { text: string; className: string | undefined }) {
  const { t } = useTranslation('history');
  return <span className={text ? className : classes.empty}>{text || t('empty')}</span>;
}
