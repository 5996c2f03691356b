import { joinPresent } from '@servicebook/i18n/names.ts';
/** The values of the protocol form, and their conversion to and from the wire. */
import type { Device } from '@servicebook/shared/device';
import { type FieldCode, fieldErrors } from '@servicebook/shared/error-codes';
import {
  fullNumber,
  noPeriod,
  type PaymentType,
  type ProtocolNumber,
  parseProtocolNumber,
  ServiceInput,
  type ServiceProtocol,
  type ServiceType,
} from '@servicebook/shared/service';
import type { ServiceAction } from '@servicebook/shared/service-action';
import { unwrittenMachines, type Visit } from '@servicebook/shared/visit';
import type { z } from 'zod';
import { isUnsentId } from '../../lib/unsent.ts';
import { momentOf, wallTime } from '../../lib/wall-clock.ts';
import { type ActionLine, linesOf, mergeChecklist, missingIn, performedOf } from './checklist.ts';
import { machineKey } from './machine-key.ts';
import { factsOf, factsToSend, noFacts, placeOfFact, type WorkFactsValues } from './work-facts-values.ts';

export interface MachineChoice {
  id: number;
  label: string;
  hint?: string | undefined;
}

export interface ServiceFormValues extends WorkFactsValues {
  /** `YYYY-MM-DDTHH:mm` in the user's timezone; null if empty. */
  date: string | null;
  /** As typed; empty: automatic. */
  number: string;
  type: ServiceType[];
  paymentType: PaymentType;
  /** The performer; null: the author of a new protocol. */
  performerId: number | null;
  /** Who else did the work. */
  alsoPerformedBy: number[];
  faultDescription: string;
  /** Months, as typed. */
  period: string;
  devices: MachineChoice[];
  /** By `machineKey`; a machine without an entry has no ticked actions yet. */
  actions: Record<string, ActionLine[]>;
  /** The customer has signed this text on paper. A signed protocol starts without it, because nobody signed the change. */
  isToSign: boolean;
  /** The visit of a new protocol. Drafts of an earlier release have none. */
  visitId?: number | null;
  todo: { planned: boolean; date: string | null; description: string };
}

/** The context of the form, in addition to its values. */
export interface ServiceFormContext {
  /** The stored protocol; null for a new one. */
  base: ServiceProtocol | null;
  customerId: number;
  timezone: string;
  mayChangeSigned: boolean;
  mayPlan: boolean;
}

export { machineKey };

const noTodo = { planned: false, date: null, description: '' };

export const choiceOf = ({ id, name, serialNumber, city }: Device): MachineChoice => ({
  id,
  label: name,
  hint: joinPresent([serialNumber, city], ' · ') || undefined,
});

/** The machines of a visit that none of its protocols has yet; the opened one comes first. */
const machinesOf = (device: Device, visit: Visit | null): MachineChoice[] => {
  const others = (visit ? unwrittenMachines(visit) : []).filter(({ id }) => id !== device.id);
  return [
    choiceOf(device),
    ...others.map(({ id, name, serialNumber, city }) => ({
      id,
      label: name,
      hint: joinPresent([serialNumber, city], ' · ') || undefined,
    })),
  ];
};

/** The other technicians of a visit, for one of them; the server has the same rule. */
const colleaguesOf = (visit: Visit | null, userId: number | null): number[] => {
  const ids = (visit?.technicians ?? []).filter(({ active }) => active).map(({ id }) => id);
  return userId !== null && ids.includes(userId) ? ids.filter((id) => id !== userId) : [];
};

/**
 * The values of a new protocol for a machine, dated now. A visit gives it its types and machines, but not its text: the
 * office's instructions do not belong on the customer's paper.
 */
export const newValues = (
  device: Device,
  now: Date,
  timezone: string,
  visit: Visit | null = null,
  userId: number | null = null,
): ServiceFormValues => ({
  date: wallTime(now, timezone),
  number: '',
  type: visit?.types ?? [],
  paymentType: 'PAID',
  performerId: null,
  alsoPerformedBy: colleaguesOf(visit, userId),
  faultDescription: '',
  period: device.inspectionPeriodInMonths ? String(device.inspectionPeriodInMonths) : '',
  devices: machinesOf(device, visit),
  actions: Object.fromEntries(machinesOf(device, visit).map(({ id }) => [machineKey(id), []])),
  ...noFacts,
  isToSign: false,
  visitId: visit?.id ?? null,
  todo: noTodo,
});

/** The protocol in a draft of an earlier release has none. */
const othersOf = ({ alsoPerformedBy }: Partial<ServiceProtocol>) =>
  (alsoPerformedBy ?? []).map(({ id }) => id);

export const valuesOf = (protocol: ServiceProtocol, timezone: string): ServiceFormValues => ({
  date: wallTime(protocol.date, timezone),
  number: protocol.number === 0 ? '' : fullNumber(protocol),
  type: protocol.type,
  paymentType: protocol.paymentType,
  performerId: protocol.user?.id ?? null,
  alsoPerformedBy: othersOf(protocol),
  faultDescription: protocol.faultDescription,
  period: protocol.period < 0 ? '' : String(protocol.period),
  devices: protocol.devices.map(({ id, name, serialNumber }) => ({
    id,
    label: name,
    hint: serialNumber || undefined,
  })),
  actions: Object.fromEntries(
    protocol.devices.map(({ id }) => [
      machineKey(id),
      linesOf(protocol.actions.filter(({ device }) => device.id === id)),
    ]),
  ),
  ...factsOf(protocol),
  isToSign: false,
  todo: protocol.todo
    ? { planned: true, date: protocol.todo.date || null, description: protocol.todo.description }
    : noTodo,
});

/**
 * The number can be typed only for a new protocol that is saved as signed, because it is already on the customer's
 * paper.
 */
export const isNumberEditable = ({ base }: Pick<ServiceFormContext, 'base'>, isToSign: boolean): boolean =>
  base === null && isToSign;

/** The number to send; 0 lets the server assign one. Null: the typed text is not a number. */
export function numberToSend(
  typed: string,
  isToSign: boolean,
  context: Pick<ServiceFormContext, 'base'>,
): ProtocolNumber | null {
  const { base } = context;
  if (isNumberEditable(context, isToSign))
    return typed.trim() === '' ? { number: 0, numberExtension: '' } : parseProtocolNumber(typed);
  return base
    ? { number: base.number, numberExtension: base.numberExtension }
    : { number: 0, numberExtension: '' };
}

/** The typed months without leading zeros. Text that is not a whole number is kept, and then refused. */
export const cleanPeriod = (typed: string): string => typed.trim().replace(/^0+(?=\d)/, '');

/** NaN and negative numbers fail the shared schema with the right message for the field. */
const periodToSend = ({ type, period }: ServiceFormValues): number => {
  if (!type.includes('PERIODIC_INSPECTION') || period === '') return noPeriod;
  return /^\d+$/.test(period) ? Number(period) : Number.NaN;
};

type WireInput = z.input<typeof ServiceInput>;

/** A to-do is sent only if it is new or changed, because others may have moved an unchanged one. */
function todoToSend({ todo }: ServiceFormValues, { base, mayPlan }: ServiceFormContext): WireInput['todo'] {
  if (!mayPlan || !todo.planned) return null;
  const { date, description } = todo;
  if (base?.todo && base.todo.date === (date ?? '') && base.todo.description === description) return null;
  return { date: date ?? '', description };
}

/** As for the main performer, unchanged ones are not sent. A new protocol of a visit says also that there are none. */
function othersToSend({ alsoPerformedBy, visitId }: ServiceFormValues, base: ServiceProtocol | null) {
  const isUnchanged = base ? String(alsoPerformedBy) === String(othersOf(base)) : !visitId;
  if (isUnchanged && (base || alsoPerformedBy.length === 0)) return {};
  return { alsoPerformedBy: alsoPerformedBy.map((id) => ({ id })) };
}

/** Converts the form to the wire format, without validation. */
export function toServiceInput(values: ServiceFormValues, context: ServiceFormContext): WireInput {
  const { base, customerId, timezone } = context;
  const { date, type, paymentType, faultDescription, devices, isToSign, performerId } = values;
  const number = numberToSend(values.number, isToSign, context) ?? {
    number: Number.NaN,
    numberExtension: '',
  };
  const isUnchanged = base && date === wallTime(base.date, timezone);
  return {
    id: base?.id ?? null,
    // The field has no seconds, so an unchanged date keeps its original value.
    date: isUnchanged ? base.date : ((date && momentOf(date, timezone)) ?? date ?? ''),
    ...number,
    type,
    paymentType,
    customer: { id: customerId },
    isToSign,
    faultDescription,
    period: periodToSend(values),
    devices: devices.map(({ id }) => ({ id })),
    actions: devices.flatMap(({ id }) =>
      performedOf(id, values.actions[machineKey(id)] ?? []).map(({ action }) => action),
    ),
    ...factsToSend(values, devices),
    // If unchanged, the stored performer stays, even if another user has changed it.
    ...(performerId && performerId !== base?.user?.id ? { performedBy: { id: performerId } } : {}),
    ...othersToSend(values, base),
    ...(base ? { revision: base.revision } : { visitId: values.visitId ?? null }),
    todo: todoToSend(values, context),
  };
}

/** Turns the content into a change of what an earlier save has stored. */
export function followStored(input: ServiceInput, stored: ServiceProtocol): ServiceInput {
  const { id, revision, number, numberExtension } = stored;
  return { ...input, ...(input.number ? {} : { number, numberExtension }), id, revision };
}

export type CheckedForm =
  | { ok: true; input: ServiceInput }
  | { ok: false; errors: Record<string, FieldCode> };

/** Validates the form by the shared rules; errors are keyed by the form's fields. */
export function checkServiceForm(values: ServiceFormValues, context: ServiceFormContext): CheckedForm {
  const { id = null, revision, ...content } = toServiceInput(values, context);
  // The server never sees an id or a revision of this phone: they are replaced when the protocol is sent.
  const checked = ServiceInput.safeParse({ ...content, id: id !== null && isUnsentId(id) ? null : id });
  if (checked.success) return { ok: true, input: { ...checked.data, id, revision } };
  return { ok: false, errors: toFormErrors(fieldErrors(checked.error), values) };
}

/**
 * The fields that must be filled before signing, by their paths in the form. Actions stored earlier and not touched since
 * are asked for what the category asks for now, as the form shows them.
 * @param offeredFor the actions of a machine's category; undefined while they are loaded
 */
export const missingPlaces = (
  { devices, actions }: ServiceFormValues,
  offeredFor: (machineId: number) => ServiceAction[] | undefined,
): string[] =>
  devices.flatMap(({ id }) => {
    const lines = actions[machineKey(id)] ?? [];
    const offered = offeredFor(id);
    return missingIn(offered ? mergeChecklist(offered, lines) : lines).map(
      ([line, field]) => `actions.${machineKey(id)}.${line}.fields.${field}.value`,
    );
  });

/** Converts field errors from client or server to the form's fields. */
export function toFormErrors(
  errors: Record<string, FieldCode>,
  values: Pick<ServiceFormValues, 'devices' | 'actions' | 'partsUsed'>,
): Record<string, FieldCode> {
  const sentLines = values.devices.flatMap(({ id }) =>
    performedOf(id, values.actions[machineKey(id)] ?? []).map(
      ({ line }) => `actions.${machineKey(id)}.${line}`,
    ),
  );
  const places: Record<string, FieldCode> = {};
  for (const [path, code] of Object.entries(errors)) {
    const place = placeOfFact(path, values)
      .replace(/^actions\.(\d+)/, (whole, index) => sentLines[Number(index)] ?? whole)
      .replace(/^numberExtension$/, 'number')
      .replace(/^performedBy\b.*/, 'performerId')
      .replace(/^alsoPerformedBy\b.*/, 'alsoPerformedBy')
      .replace(/^(devices|customer|results)\b.*|^actions$/, 'devices');
    // An empty date fails two rules; the first message counts.
    places[place] ??= code;
  }
  return places;
}
