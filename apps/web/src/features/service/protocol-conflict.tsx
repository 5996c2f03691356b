import { Alert } from '@mantine/core';
import { formatMeasured } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOf, namesOf } from '@servicebook/i18n/names.ts';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '../../components/conflict-notice.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentText } from '../../lib/moment-text.ts';
import type { ActionLine } from './checklist.ts';
import { type Contested, lineOfTheirs, type MergedField } from './merge-protocols.ts';
import { type MachineChoice, machineKey, type ServiceFormValues } from './service-form-values.ts';
import type { ServiceFormState } from './use-service-form.ts';

/** Shown when another user has saved the protocol, or signed it, so that it can no longer be changed. */
export function ProtocolConflict({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const textOf = useValueText();
  const { conflict, theirs, base } = state;
  if (conflict?.stage === 'loaded' && state.locked)
    return (
      <Alert color="yellow" radius="md" role="status" title={t('conflict.signed')}>
        {t('conflict.signedText')}
      </Alert>
    );
  // Overwriting is possible only after the other user's changes were loaded.
  const shownConflict = conflict && { ...conflict, saveOver: undefined };
  const describe = (contested: Contested) => {
    if (!theirs || !base) return { label: '', theirs: '' };
    const mine = state.form.getValues();
    const action = lineOfTheirs(mine, theirs, contested);
    if (!action) {
      const field = contested as MergedField;
      return { label: t(`conflict.fields.${field}`), theirs: textOf(field, theirs, base) };
    }
    const machine =
      mine.devices.length > 1 && mine.devices.find(({ id }) => machineKey(id) === action.machine);
    return {
      label: machine ? `${choiceName(machine)}, ${action.name}` : action.name,
      theirs: action.line ? lineText(action.line) : t('conflict.notDone'),
    };
  };
  return (
    <ConflictNotice
      conflict={shownConflict}
      describe={describe}
      title={t('conflict.title')}
      text={t('conflict.text')}
    />
  );
}

/** Distinguishes machines with the same name by additional data. */
export const choiceName = ({ label, hint }: MachineChoice) => (hint ? `${label} (${hint})` : label);

export const lineText = ({ quantity, fields }: ActionLine) =>
  [
    `× ${quantity}`,
    ...fields
      .filter(({ value, reason }) => value !== '' || reason)
      .map(
        ({ name, value, unit, reason }) =>
          `${name}: ${value === '' ? reason : formatMeasured(value, unit, currentLanguage())}`,
      ),
  ].join(' · ');

/** The other user's value of a field. */
export function useValueText() {
  const { t } = useTranslation('service');
  return (field: MergedField, of: ServiceFormValues, { user, alsoPerformedBy }: ServiceProtocol): string => {
    switch (field) {
      case 'performerId':
        return user ? nameOf(user) : '';
      case 'alsoPerformedBy':
        return namesOf(alsoPerformedBy);
      case 'date':
        return momentText(of.date);
      case 'type':
        return of.type.map((type) => t(`types.${type}`)).join(', ');
      case 'paymentType':
        return t(`payment.${of.paymentType}`);
      case 'devices':
        return of.devices.map(choiceName).join(', ');
      case 'partsUsed':
        return of.partsUsed
          .map(({ quantity, unit, name }) => joinPresent([quantity, unit, name], ' '))
          .join(', ');
      case 'results':
        return of.devices
          .flatMap((machine) => {
            const { result } = of.results[machineKey(machine.id)] ?? { result: '' };
            return result === '' ? [] : [`${choiceName(machine)}: ${t(`facts.results.${result}`)}`];
          })
          .join(', ');
      default:
        return of[field];
    }
  };
}
