import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '../../components/conflict-notice.tsx';
import type { Conflict } from '../../lib/merge-changes.ts';
import { countDone } from './checklist.ts';
import type { MergedField } from './merge-protocols.ts';
import classes from './service-form.module.css';
import { machineKey, type ServiceFormValues } from './service-form-values.ts';
import { momentText } from './service-texts.ts';
import type { ServiceFormState } from './use-service-form.ts';

/** Somebody else saved the protocol meanwhile, or signed it: then it can no longer be changed. */
export function ProtocolConflict({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const textOf = useValueText();
  const { failure, reconciled } = state;
  if (reconciled && state.locked)
    return (
      <div className={classes.warning} role="status">
        <strong>{t('conflict.signed')}</strong> {t('conflict.signedText')}
      </div>
    );
  const stage = reconciled ? 'loaded' : failure?.code === 'SERVICE_CHANGED' ? 'refused' : null;
  const conflict: Conflict<MergedField> | null = stage && {
    stage,
    fields: reconciled?.conflicts ?? [],
    load: state.reconcile,
    take: state.takeTheirs,
  };
  const describe = (field: MergedField) => ({
    label: t(`conflict.fields.${field}`),
    theirs: reconciled ? textOf(field, reconciled.theirs) : '',
  });
  return (
    <ConflictNotice
      className={classes.conflict}
      conflict={conflict}
      describe={describe}
      title={t('conflict.title')}
      text={t('conflict.text')}
    />
  );
}

/** What the other one saved in a field. */
function useValueText() {
  const { t } = useTranslation('service');
  return (field: MergedField, of: ServiceFormValues): string => {
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
        return of[field];
    }
  };
}
