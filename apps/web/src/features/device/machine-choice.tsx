import type { Device } from '@servicebook/shared/device';
import { textOf } from '../../components/entity-fields.ts';
import { type ChoiceProps, VersionChoice } from '../../components/version-choice.tsx';
import { useDeviceFields } from './device-fields.tsx';
import { joinMachines } from './join-machines.ts';

/** What two users changed differently in one machine. */
export default function MachineChoice({ versions, onChosen }: ChoiceProps<Device>) {
  const { conflicts } = joinMachines(versions, () => false);
  const contested = useDeviceFields().filter(({ key }) => (conflicts as string[]).includes(key));
  const rows = contested.map((field) => ({
    ...{ contested: field.key, label: field.label },
    ...{ mine: textOf(field, versions.mine), theirs: textOf(field, versions.theirs) },
  }));
  return (
    <VersionChoice rows={rows} onChosen={(isTheirs) => onChosen(joinMachines(versions, isTheirs).content)} />
  );
}
