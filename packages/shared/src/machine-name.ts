/** Names of machines in lists. Serial numbers distinguish machines with the same name. */
import { z } from 'zod';

export const MachineName = z.object({ id: z.number(), name: z.string(), serialNumber: z.string() });
export type MachineName = z.infer<typeof MachineName>;

/** The long form: `BSD 75 (GA-2024-1296)`. */
export const machineName = ({ name, serialNumber }: Pick<MachineName, 'name' | 'serialNumber'>): string =>
  serialNumber ? `${name} (${serialNumber})` : name;

/** The short form: the name alone, unless another machine in the list has the same name. */
export const shortMachineName = (machine: MachineName, among: readonly MachineName[]): string =>
  among.some(({ id, name }) => name === machine.name && id !== machine.id)
    ? machineName(machine)
    : machine.name;

/** Several machines in one line. Other machines of the same name may stand beside them, so each has its serial number. */
export const machineNames = (machines: readonly Pick<MachineName, 'name' | 'serialNumber'>[]): string =>
  machines.map(machineName).join(', ');
