/** How machines are named where they are listed: several of one name are told apart by their serial numbers. */
import { z } from 'zod';

export const MachineName = z.object({ id: z.number(), name: z.string(), serialNumber: z.string() });
export type MachineName = z.infer<typeof MachineName>;

/** `BSD 75 (GA-2024-1296)`, where there is room. */
export const machineName = ({ name, serialNumber }: Pick<MachineName, 'name' | 'serialNumber'>): string =>
  serialNumber ? `${name} (${serialNumber})` : name;

/** For short places: the name alone, unless another machine among those shown has the same. */
export const shortMachineName = (machine: MachineName, among: readonly MachineName[]): string =>
  among.some(({ id, name }) => name === machine.name && id !== machine.id)
    ? machineName(machine)
    : machine.name;

/** Machines named in one line, each as short as tells them apart. */
export const machineNames = (machines: readonly MachineName[]): string =>
  machines.map((machine) => shortMachineName(machine, machines)).join(', ');
