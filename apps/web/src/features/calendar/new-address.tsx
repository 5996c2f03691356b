import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './calendar-feed-section.module.css';

const programs = ['google', 'outlook', 'apple'] as const;

/** An address just made: to copy, to open, and where it goes. */
export function NewAddress({ address }: { address: string }) {
  const { t } = useTranslation('calendar');
  const field = useRef<HTMLInputElement>(null);
  // The button that made it is gone; and it is easily missed below the screen's edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address is shown, not only the first.
  useEffect(() => field.current?.focus(), [address]);
  return (
    <div className={classes.fresh}>
      <div className={classes.address}>
        <TextInput
          ref={field}
          label={t('address')}
          description={t('once')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
              aria-live="polite"
            >
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <Button
        component="a"
        // Programs that know calendar addresses listen for this scheme.
        href={address.replace(/^https?:/, 'webcal:')}
        variant="default"
        className={classes.open ?? ''}
        leftSection={<IconCalendarPlus size={18} aria-hidden />}
      >
        {t('open')}
      </Button>
      <h3 className={classes.subtitle}>{t('howTo.title')}</h3>
      <dl className={classes.programs}>
        {programs.map((program) => (
          <div key={program}>
            <dt>{t(`howTo.${program}`)}</dt>
            <dd>{t(`howTo.${program}Steps`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
