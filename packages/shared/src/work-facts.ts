/** What a protocol says about the work besides its actions: time, way, results, parts, remarks. All of it is optional. */
import { z } from 'zod';
import { DeviceStatus } from './device.ts';
import { optionalLine, reference, requiredText, storable } from './primitives.ts';

/** 999 hours. */
export const maxMinutes = 999 * 60;
export const maxKilometres = 9999;

export const machineResults = ['PASSED', 'PASSED_WITH_DEFECTS', 'FAILED'] as const;
export const MachineResult = z.enum(machineResults, 'INVALID');
export type MachineResult = z.infer<typeof MachineResult>;

/** The status that a result proposes for its machine. The user confirms it; nothing sets it silently. */
export const proposedStatus = {
  PASSED: 'OK',
  PASSED_WITH_DEFECTS: 'FAULT',
  FAILED: 'BROKEN',
} as const satisfies Record<MachineResult, DeviceStatus>;

const hasDecimals = (value: number, most: number) => Number(value.toFixed(most)) === value;

/** The result of one machine, and the status that it gets when the protocol is signed. */
export const ResultOfMachine = z.strictObject({
  device: reference,
  result: MachineResult.nullable(),
  statusAfter: DeviceStatus.nullable().default(null),
});
export type ResultOfMachine = z.output<typeof ResultOfMachine>;

export const PartUsed = z.strictObject({
  /** Null: for none of the machines in particular. */
  device: reference.nullish().transform((device) => device ?? null),
  name: requiredText(255),
  number: optionalLine(100),
  quantity: z
    .number('INCORRECT_QTY')
    .gt(0, 'QTY_MUST_BE_BIGGER_THAN_ZERO')
    .max(999_999, 'TOO_LARGE')
    .refine((quantity) => hasDecimals(quantity, 3), 'INCORRECT_QTY')
    .default(1),
  unit: optionalLine(20),
});
export type PartUsed = z.output<typeof PartUsed>;

const minutes = z
  .number('INVALID_DURATION')
  .int('INVALID_DURATION')
  .min(0, 'NOT_NEGATIVE')
  .max(maxMinutes, 'TOO_LARGE')
  .nullish();

const longText = storable.trim().max(5000, 'MAX_5000_CHARACTERS').optional();

/** As input. What is missing stays as it is stored: an older page does not know these fields. */
export const workFactsInput = {
  /** What was noticed. */
  remarks: longText,
  /** What the customer should do next. */
  recommendations: longText,
  workMinutes: minutes,
  travelMinutes: minutes,
  /** Whole, or with one decimal. */
  kilometres: z
    .number('INVALID')
    .min(0, 'NOT_NEGATIVE')
    .max(maxKilometres, 'TOO_LARGE')
    .refine((kilometres) => hasDecimals(kilometres, 1), 'INVALID')
    .nullish(),
  results: z.array(ResultOfMachine).max(50, 'TOO_MANY').optional(),
  partsUsed: z.array(PartUsed).max(200, 'TOO_MANY').optional(),
};

/** As stored. */
export const workFacts = {
  remarks: z.string(),
  recommendations: z.string(),
  workMinutes: z.number().nullable(),
  travelMinutes: z.number().nullable(),
  kilometres: z.number().nullable(),
  /** Machines with a result. */
  results: z.array(
    z.object({
      device: z.object({ id: z.number() }),
      result: MachineResult.nullable(),
      statusAfter: DeviceStatus.nullable(),
    }),
  ),
  partsUsed: z.array(
    z.object({
      device: z.object({ id: z.number() }).nullable(),
      name: z.string(),
      number: z.string(),
      quantity: z.number(),
      unit: z.string(),
    }),
  ),
};

/** Whether work and travel are within the limit together. */
export const isWithinHours = (of: {
  workMinutes?: number | null | undefined;
  travelMinutes?: number | null | undefined;
}): boolean => (of.workMinutes ?? 0) + (of.travelMinutes ?? 0) <= maxMinutes;

/**
 * Typed hours in whole minutes: `3:30`, `3.5` or `3,5`.
 * @returns null if the text is neither
 */
export function parseDuration(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,4}):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hours && minutes) return Number(hours) * 60 + Number(minutes);
  const plain = text.trim().replace(',', '.');
  return /^\d{1,4}(\.\d*)?$|^\.\d+$/.test(plain) ? Math.round(Number(plain) * 60) : null;
}

/** `3:30` */
export const durationText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
