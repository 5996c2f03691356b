/** The names of machines in a mail to a customer. */
import { machineName } from '@servicebook/shared/machine-name';
import type { Language } from '@servicebook/shared/primitives';
import { nameForMail } from '../../platform/mail-name.ts';
import { textsOf } from '../../platform/texts.ts';

/** Names of companies, machines and addresses are longer than those of people. */
export const longestLine = 120;
/** A mail stays short, and a name is no place for a message. */
const mostNames = 5;
const longestMachine = 100;

interface Named {
  name: string;
  serialNumber: string;
}

/**
 * A serial number tells machines of one name apart. It may be a long number, so it is not cleaned as names are, but it is
 * one word that is no link.
 */
const serialForMail = (serial: string): string =>
  /^(?!www\.)[\p{L}\d](?:[\p{L}\d_-]|[./](?!\p{L}{2})){0,39}$/iu.test(serial) ? serial : nameForMail(serial);

const machineForMail = ({ name, serialNumber }: Named): string => {
  const serial = serialForMail(serialNumber.trim());
  const known = nameForMail(name, longestLine);
  return known ? machineName({ name: known, serialNumber: serial }) : serial;
};

/** In one line, the first ones only; empty if nothing is left of their names. */
export function machinesForMail(machines: readonly Named[], language: Language): string {
  const all = machines.map(machineForMail).filter(Boolean);
  const named = all.filter((machine) => machine.length <= longestMachine);
  // The last one is no longer than the words for it.
  const more = named.length > mostNames + 1 ? named.length - mostNames : 0;
  const names = named.slice(0, named.length - more).join(', ');
  return more > 0 ? textsOf(language, 'mail')('announcement.andMore', { names, more }) : names;
}
