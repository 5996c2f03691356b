/** Merges a machine that was changed without a network with what others have stored meanwhile, as its form does. */
import { type Device, DeviceUpdate } from '@servicebook/shared/device';
import { valuesFrom } from '../../lib/form-values.ts';
import { mergeChanges, type Versions } from '../../lib/merge-changes.ts';

const valuesOf = (device: Device) => valuesFrom(DeviceUpdate, device);

/** @param isTheirs which of the contested fields get the value of the others */
export function joinMachines(versions: Versions<Device>, isTheirs: (contested: string) => boolean) {
  const theirs = valuesOf(versions.theirs);
  const { revision, ...fields } = theirs;
  const { values, conflicts } = mergeChanges(
    { base: valuesOf(versions.base), mine: valuesOf(versions.mine), theirs },
    Object.keys(fields) as (keyof typeof fields)[],
  );
  const taken = Object.fromEntries(conflicts.filter(isTheirs).map((field) => [field, theirs[field]]));
  return { content: { ...values, ...taken, revision }, conflicts };
}
