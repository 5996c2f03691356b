/** The service actions of one machine on a protocol: those offered by its category, and those recorded. */
import type { PerformedAction } from '@servicebook/shared/service';
import type { ServiceAction } from '@servicebook/shared/service-action';
import { numberText } from '../../lib/number-text.ts';

export interface ActionField {
  name: string;
  unit: string;
  value: string;
  /** The category asks for it: before signing, there must be a value or the reason why there is none. */
  required?: boolean | undefined;
  reason?: string | undefined;
}

/** A line in the form; numbers are text, as typed. */
export interface ActionLine {
  /** Stays the same while the line is edited. */
  key: string;
  name: string;
  done: boolean;
  quantity: string;
  fields: ActionField[];
  /** A custom line, not offered by the category. */
  extra: boolean;
}

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The typed number, or null if it is invalid. */
export function readQuantity(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : null;
}

/** The typed quantity plus a step, never below zero; invalid text becomes one. */
export function stepQuantity(text: string, by: 1 | -1): string {
  const quantity = readQuantity(text);
  if (quantity === null) return '1';
  // Rounded, because 0.1 + 1 is not exactly 1.1 in floating point.
  return numberText(Math.max(0, Number((quantity + by).toFixed(3))));
}

/** The value with the opposite sign; an empty one becomes a minus. */
export const changeSign = (value: string): string => {
  const plain = value.trim();
  return /^[-−]/.test(plain) ? plain.slice(1) : `-${plain.replace(/^\+/, '')}`;
};

/** Converts recorded actions to lines of the form. */
export const linesOf = (performed: readonly Omit<PerformedAction, 'device'>[]): ActionLine[] =>
  performed.map(({ name, quantity, fields }, index) => ({
    key: `done-${index}`,
    name,
    done: true,
    quantity: numberText(quantity),
    fields: fields.map((field) => ({ ...field })),
    extra: true,
  }));

function withOfferedFields(line: ActionLine, offered: ServiceAction): ActionLine {
  const known = offered.fields.map(({ name, unit, required }) => {
    const filled = line.fields.find((field) => sameName(field.name, name));
    return {
      ...(filled
        ? { ...filled, name, unit: filled.value === '' ? unit : filled.unit }
        : { name, unit, value: '' }),
      ...((required || filled?.required) && { required }),
    };
  });
  // A field that the category no longer has keeps its recorded value.
  const dropped = line.fields.filter(
    (field) =>
      (field.value !== '' || field.reason) && !offered.fields.some(({ name }) => sameName(name, field.name)),
  );
  return { ...line, fields: [...known, ...dropped], extra: false };
}

/**
 * Merges the recorded lines into the category's actions: first these actions in their order, then all other recorded
 * lines in their order.
 */
export function mergeChecklist(
  offered: readonly ServiceAction[],
  lines: readonly ActionLine[],
): ActionLine[] {
  const remaining = [...lines];
  const offeredLines = offered.map((action, index) => {
    const at = remaining.findIndex((line) => sameName(line.name, action.name));
    const [line] = at < 0 ? [] : remaining.splice(at, 1);
    const blank = {
      key: `list-${index}`,
      name: action.name,
      done: false,
      quantity: '1',
      fields: [],
      extra: false,
    };
    return withOfferedFields(line ?? blank, action);
  });
  const keys = new Set(offeredLines.map(({ key }) => key));
  const others = remaining
    // Drops unticked actions that the category no longer offers.
    .filter((line) => line.done || line.extra)
    .map((line) => ({ ...line, extra: true, key: keys.has(line.key) ? `${line.key}-extra` : line.key }));
  return [...offeredLines, ...others];
}

/** Converts ticked actions to the wire format; custom lines without a name are omitted. */
export const performedOf = (
  deviceId: number,
  lines: readonly ActionLine[],
): { line: number; action: PerformedAction }[] =>
  lines.flatMap((each, line) => {
    const name = each.name.trim();
    if (!each.done || name === '') return [];
    const fields = each.fields
      .map(({ name, unit, value, reason }) => ({ name, unit, value: value.trim(), reason: reason?.trim() }))
      .filter(({ value, reason }) => value !== '' || reason)
      // A value needs no excuse.
      .map(({ reason, ...field }) => (field.value === '' ? { ...field, reason } : field));
    // NaN fails the shared schema with the right message for the quantity.
    const quantity = each.quantity.trim() === '' ? 1 : (readQuantity(each.quantity) ?? Number.NaN);
    return [{ line, action: { device: { id: deviceId }, name, quantity, fields } }];
  });

/** The places of fields that the category asks for and that have neither a value nor a reason: line and field. */
export const missingIn = (lines: readonly ActionLine[]): [line: number, field: number][] =>
  lines.flatMap(({ done, name, fields }, line) =>
    done && name.trim() !== ''
      ? fields.flatMap(({ required, value, reason }, field): [number, number][] =>
          required && value.trim() === '' && !reason?.trim() ? [[line, field]] : [],
        )
      : [],
  );

export const countDone = (lines: readonly ActionLine[]): number =>
  lines.filter((line) => line.done && line.name.trim() !== '').length;

/** Ticks every line or, if all are ticked, none. */
export function toggleAll(lines: readonly ActionLine[]): ActionLine[] {
  const done = !lines.every((line) => line.done);
  return lines.map((line) => ({ ...line, done }));
}
