import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { countDone } from './checklist.ts';
import classes from './conflict-notice.module.css';
import type { MergedField } from './merge-changes.ts';
import { machineKey, type ServiceFormValues } from './service-form-values.ts';
import { momentText } from './service-texts.ts';
import type { ServiceFormState } from './use-service-form.ts';

/** Somebody else saved the protocol meanwhile: their changes come in, what was typed here stays in sight. */
export function ConflictNotice({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { failure: refusal, reconciled } = state;

  if (reconciled)
    return (
      <div className={classes.root} role="status">
        <p className={classes.title}>{t(state.locked ? 'conflict.signed' : 'conflict.loaded')}</p>
        {state.locked && <p className={classes.text}>{t('conflict.signedText')}</p>}
        {!state.locked && reconciled.conflicts.length > 0 && (
          <>
            <p className={classes.text}>{t('conflict.both')}</p>
            <ul className={classes.list}>
              {reconciled.conflicts.map((field) => (
                <li key={field} className={classes.item}>
                  <span className={classes.value}>
                    <strong>{t(`conflict.fields.${field}`)}:</strong>{' '}
                    <Value field={field} of={reconciled.theirs} />
                  </span>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`${t('conflict.take')}: ${t(`conflict.fields.${field}`)}`}
                    onClick={() => state.takeTheirs(field)}
                  >
                    {t('conflict.take')}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    );
  if (refusal?.code !== 'SERVICE_CHANGED') return null;

  const load = async () => {
    setLoading(true);
    setFailure(null);
    try {
      await state.reconcile();
    } catch (error) {
      setFailure(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <div className={classes.root} role="alert">
      <p className={classes.title}>{t('conflict.title')}</p>
      <p className={classes.text}>{t('conflict.text')}</p>
      <ErrorNotice error={failure} />
      <Button className={classes.load ?? ''} loading={loading} onClick={load}>
        {t('conflict.load')}
      </Button>
    </div>
  );
}

/** What the other one saved in a field. */
function Value({ field, of }: { field: MergedField; of: ServiceFormValues }) {
  const { t } = useTranslation('service');
  switch (field) {
    case 'date':
      return momentText(of.date);
    case 'type':
      return of.type.map((type) => t(`types.${type}`)).join(', ');
    case 'paymentType':
      return t(`payment.${of.paymentType}`);
    case 'devices':
      return of.devices.map(({ label }) => label).join(', ');
    case 'actions':
      return of.devices
        .map(({ id, label }) => {
          const lines = of.actions[machineKey(id)] ?? [];
          const names = lines.filter((line) => line.done).map(({ name }) => name);
          return `${label} (${countDone(lines)}): ${names.join(', ') || '–'}`;
        })
        .join('; ');
    case 'isToSign':
      return t(of.isToSign ? 'states.SIGNED' : 'states.NEW');
    default:
      return of[field] || '–';
  }
}
