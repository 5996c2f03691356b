import type { ServiceProtocol } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';
import { type ChoiceProps, VersionChoice } from '../../components/version-choice.tsx';
import { joinProtocols } from './join-protocols.ts';
import { conflictingLine, lineOfTheirs, type MergedField } from './merge-protocols.ts';
import { choiceName, lineText, useValueText } from './protocol-conflict.tsx';
import { machineKey } from './service-form-values.ts';

/** What two users changed differently in one protocol. */
export default function ProtocolChoice({ versions, timezone, onChosen }: ChoiceProps<ServiceProtocol>) {
  const { t } = useTranslation('service');
  const textOf = useValueText();
  const { conflicts, mine, theirs } = joinProtocols(versions, timezone, () => false);
  const rows = conflicts.map((contested) => {
    const at = conflictingLine(contested);
    if (!at) {
      const field = contested as MergedField;
      return {
        ...{ contested, label: t(`conflict.fields.${field}`) },
        mine: textOf(field, mine, versions.mine),
        theirs: textOf(field, theirs, versions.theirs),
      };
    }
    // Either side may have taken the line out.
    const [ours, others] = [lineOfTheirs(theirs, mine, contested), lineOfTheirs(mine, theirs, contested)];
    const machine = mine.devices.length > 1 && mine.devices.find(({ id }) => machineKey(id) === at.machine);
    const name = ours?.line?.name ?? others?.name ?? at.name;
    const lineOf = (found: typeof ours) => (found?.line ? lineText(found.line) : t('conflict.notDone'));
    return {
      ...{ contested, label: machine ? `${choiceName(machine)}, ${name}` : name },
      ...{ mine: lineOf(ours), theirs: lineOf(others) },
    };
  });
  return (
    <VersionChoice
      rows={rows}
      onChosen={(isTheirs) => onChosen(joinProtocols(versions, timezone, isTheirs).content)}
    />
  );
}
