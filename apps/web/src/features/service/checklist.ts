/** The service actions of one machine on a protocol: what its category offers, and what was recorded. */
import type { PerformedAction } from '@servicebook/shared/service';
import type { ServiceAction } from '@servicebook/shared/service-action';

export interface ActionField {
  name: string;
  unit: string;
  value: string;
}

/** One line as it stands in the form; figures are text, as typed. */
export interface ActionLine {
  /** Stays the same while the line is edited. */
  key: string;
  name: string;
  done: boolean;
  quantity: string;
  fields: ActionField[];
  /** Written in by hand, not offered by the category. */
  extra: boolean;
}

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** A number as the form shows it; both comma and point are understood when it is read again. */
export const quantityText = (quantity: number): string => String(quantity);

/** The number typed, or null when it is none. */
export function readQuantity(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : null;
}

/** The typed quantity moved by one; never below zero, nonsense starts at one. */
export function stepQuantity(text: string, by: 1 | -1): string {
  const quantity = readQuantity(text);
  if (quantity === null) return '1';
  // Cut to what the arithmetic means: 0.1 + 1 is not 1.1 to a computer.
  return String(Math.max(0, Number((quantity + by).toFixed(3))));
}

/** The value with the other sign; from an empty one, the minus to write on from. */
export const changeSign = (value: string): string => {
  const plain = value.trim();
  return /^[-−]/.test(plain) ? plain.slice(1) : `-${plain.replace(/^\+/, '')}`;
};

/** Recorded actions as lines of the form. */
export const linesOf = (performed: readonly Omit<PerformedAction, 'device'>[]): ActionLine[] =>
  performed.map(({ name, quantity, fields }, index) => ({
    key: `done-${index}`,
    name,
    done: true,
    quantity: quantityText(quantity),
    fields: fields.map((field) => ({ ...field })),
    extra: true,
  }));

function withOfferedFields(line: ActionLine, offered: ServiceAction): ActionLine {
  const known = offered.fields.map(({ name, unit }) => {
    const filled = line.fields.find((field) => sameName(field.name, name));
    return filled
      ? { ...filled, name, unit: filled.value === '' ? unit : filled.unit }
      : { name, unit, value: '' };
  });
  // A field the category has dropped since keeps what was entered into it.
  const dropped = line.fields.filter(
    (field) => field.value !== '' && !offered.fields.some(({ name }) => sameName(name, field.name)),
  );
  return { ...line, fields: [...known, ...dropped], extra: false };
}

/**
 * Lays the recorded lines over what the category offers: its actions in its order, each taken once, then whatever
 * else was recorded, in the order it was.
 */
export function mergeChecklist(
  offered: readonly ServiceAction[],
  lines: readonly ActionLine[],
): ActionLine[] {
  const left = [...lines];
  const listed = offered.map((action, index) => {
    const at = left.findIndex((line) => sameName(line.name, action.name));
    const [line] = at < 0 ? [] : left.splice(at, 1);
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
  const keys = new Set(listed.map(({ key }) => key));
  const others = left
    // Drop unticked actions that the category no longer offers.
    .filter((line) => line.done || line.extra)
    .map((line) => ({ ...line, extra: true, key: keys.has(line.key) ? `${line.key}-extra` : line.key }));
  return [...listed, ...others];
}

/** Ticked actions for the wire; free lines without a name are omitted. */
export const performedOf = (
  deviceId: number,
  lines: readonly ActionLine[],
): { line: number; action: PerformedAction }[] =>
  lines.flatMap((each, line) => {
    const name = each.name.trim();
    if (!each.done || name === '') return [];
    const fields = each.fields
      .filter((field) => field.value.trim() !== '')
      .map((field) => ({ name: field.name, unit: field.unit, value: field.value.trim() }));
    // NaN fails the shared schema with the right message for the quantity.
    const quantity = each.quantity.trim() === '' ? 1 : (readQuantity(each.quantity) ?? Number.NaN);
    return [{ line, action: { device: { id: deviceId }, name, quantity, fields } }];
  });

export const countDone = (lines: readonly ActionLine[]): number =>
  lines.filter((line) => line.done && line.name.trim() !== '').length;

/** Ticks every line, or, when all are ticked, none. */
export function toggleAll(lines: readonly ActionLine[]): ActionLine[] {
  const done = !lines.every((line) => line.done);
  return lines.map((line) => ({ ...line, done }));
}
