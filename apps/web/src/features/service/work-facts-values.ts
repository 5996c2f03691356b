/** The facts of the work in the form: text as typed, and its conversion to and from the wire. */
import type { ServiceProtocol } from '@servicebook/shared/service';
import {
  durationText,
  type MachineResult,
  parseDuration,
  proposedStatus,
} from '@servicebook/shared/work-facts';
import { numberText } from '../../lib/number-text.ts';
import { readQuantity } from './checklist.ts';
import { machineKey } from './machine-key.ts';

export interface PartLine {
  /** Stays the same while the line is edited. */
  key: string;
  name: string;
  number: string;
  quantity: string;
  unit: string;
  /** A `machineKey`; empty: of no machine in particular. */
  machine: string;
}

export interface ResultChoice {
  result: MachineResult | '';
  /** The machine gets the status that the result proposes, once the protocol is signed. */
  setsStatus: boolean;
}

export interface WorkFactsValues {
  remarks: string;
  recommendations: string;
  /** Hours, as typed. */
  workTime: string;
  travelTime: string;
  kilometres: string;
  /** By `machineKey`; a machine without an entry has no result. */
  results: Record<string, ResultChoice>;
  partsUsed: PartLine[];
}

export const noFacts: WorkFactsValues = {
  remarks: '',
  recommendations: '',
  workTime: '',
  travelTime: '',
  kilometres: '',
  results: {},
  partsUsed: [],
};

/** Whether a line of parts has text. A blank one is not sent. */
export const isFilled = ({ name, number }: PartLine) => name.trim() !== '' || number.trim() !== '';

const typedNumber = (value: number | null) => (value === null ? '' : numberText(value));
const typedHours = (minutes: number | null) => (minutes === null ? '' : durationText(minutes));

type StoredFacts = Pick<ServiceProtocol, keyof typeof storedNames>;
const storedNames = {
  remarks: 1,
  recommendations: 1,
  workMinutes: 1,
  travelMinutes: 1,
  kilometres: 1,
  results: 1,
  partsUsed: 1,
} as const;

/** A protocol that a draft of an earlier release holds has none of these. */
export const factsOf = ({
  remarks = '',
  recommendations = '',
  workMinutes = null,
  travelMinutes = null,
  kilometres = null,
  results = [],
  partsUsed = [],
}: Partial<StoredFacts>): WorkFactsValues => ({
  remarks,
  recommendations,
  workTime: typedHours(workMinutes),
  travelTime: typedHours(travelMinutes),
  kilometres: typedNumber(kilometres),
  results: Object.fromEntries(
    results.map(({ device, result, statusAfter }) => [
      machineKey(device.id),
      { result: result ?? '', setsStatus: statusAfter !== null },
    ]),
  ),
  partsUsed: partsUsed.map(({ device, name, number, quantity, unit }, index) => ({
    key: `part-${index}`,
    name,
    number,
    quantity: numberText(quantity),
    unit,
    machine: device ? machineKey(device.id) : '',
  })),
});

/** Null: empty. NaN fails the shared schema with the right message for the field. */
const sent = (typed: string, read: (text: string) => number | null) =>
  typed.trim() === '' ? null : (read(typed) ?? Number.NaN);

/** As sent, without validation; for the machines of the protocol only. */
export function factsToSend(facts: WorkFactsValues, devices: readonly { id: number }[]) {
  const { remarks, recommendations, workTime, travelTime, kilometres, results, partsUsed } = facts;
  return {
    remarks,
    recommendations,
    workMinutes: sent(workTime, parseDuration),
    travelMinutes: sent(travelTime, parseDuration),
    kilometres: sent(kilometres, readQuantity),
    results: devices.flatMap(({ id }) => {
      const { result, setsStatus } = results[machineKey(id)] ?? { result: '', setsStatus: false };
      if (result === '') return [];
      return [{ device: { id }, result, statusAfter: setsStatus ? proposedStatus[result] : null }];
    }),
    partsUsed: partsUsed.filter(isFilled).map(({ name, number, quantity, unit, machine }) => {
      const device = devices.find(({ id }) => machineKey(id) === machine);
      return {
        device: device ? { id: device.id } : null,
        name,
        number,
        quantity: quantity.trim() === '' ? 1 : (readQuantity(quantity) ?? Number.NaN),
        unit,
      };
    }),
  };
}

/** The field of the form that an error of the wire belongs to. */
export function placeOfFact(path: string, { partsUsed }: Pick<WorkFactsValues, 'partsUsed'>): string {
  const lines = partsUsed.flatMap((part, index) => (isFilled(part) ? [index] : []));
  return path
    .replace(/^partsUsed\.(\d+)/, (whole, index) => `partsUsed.${lines[Number(index)] ?? whole}`)
    .replace(/^workMinutes$/, 'workTime')
    .replace(/^travelMinutes$/, 'travelTime');
}
