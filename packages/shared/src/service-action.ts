/**
 * Service actions of a category and their stored text. One entry is the action's name, then, when it has extra
 * fields, a newline, the marker and `{name+unit;name+unit}`. A field that must be filled ends with `+!`.
 */
import { z } from 'zod';
import { requiredText, storable } from './primitives.ts';

export const extraFieldsMarker = '@dodatkowePola';

/** Plus signs and semicolons separate the stored parts, braces close them, so texts cannot hold them. */
const withoutSeparators = (text: string) =>
  text
    .replace(/[+;{}\r\n]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

// Split instead of a pattern with blanks around the line break: such a pattern takes quadratic time for long runs of
// blanks, and this text comes from any caller.
const onOneLine = (text: string) =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

export const ServiceActionField = z.strictObject({
  name: requiredText(100).transform(withoutSeparators).pipe(z.string().min(1, 'REQUIRED')),
  unit: storable.max(20, 'MAX_20_CHARACTERS').transform(withoutSeparators).default(''),
  /** Must be filled before the protocol is signed, or it is said why not. */
  required: z.boolean().optional(),
});

export const ServiceAction = z.strictObject({
  name: storable.transform(onOneLine).pipe(
    z
      .string()
      .min(1, 'NAME_EMPTY')
      .max(255, 'MAX_255_CHARACTERS')
      .refine((name) => !name.includes(extraFieldsMarker), 'RESERVED_PHRASE'),
  ),
  fields: z.array(ServiceActionField).max(20, 'TOO_MANY').default([]),
});
export type ServiceAction = z.output<typeof ServiceAction>;

const requiredMark = '+!';
const formatField = ({ name, unit, required }: ServiceAction['fields'][number]) =>
  `${name}+${unit}${required ? requiredMark : ''}`;

/** The stored text of one action. */
export function formatServiceAction({ name, fields }: ServiceAction): string {
  if (fields.length === 0) return name;
  return `${name}\n${extraFieldsMarker}{${fields.map(formatField).join(';')}}`;
}

/** Reads one stored entry. Never throws: text that does not follow the format becomes a plain name. */
export function parseServiceAction(entry: string): ServiceAction {
  const at = entry.indexOf(extraFieldsMarker);
  const name = onOneLine(at < 0 ? entry : entry.slice(0, at));
  if (at < 0) return { name, fields: [] };
  const inBraces = /\{([^}]*)\}?/.exec(entry.slice(at + extraFieldsMarker.length))?.[1] ?? '';
  const fields = inBraces
    .split(';')
    .map((part) => {
      // `Name+!` is a field with the unit “!”: the mark follows the unit.
      const marked = part.endsWith(requiredMark) ? part.slice(0, -requiredMark.length) : '';
      const required = marked.includes('+');
      const text = required ? marked : part;
      const plus = text.indexOf('+');
      const [name, unit] = plus < 0 ? [text, ''] : [text.slice(0, plus), text.slice(plus + 1)];
      return { name: name.trim(), unit: unit.trim(), ...(required && { required }) };
    })
    .filter((field) => field.name !== '');
  return { name, fields };
}

/** Whether the marker is anywhere but before the extra fields; parsing such an entry would truncate its name. */
function misusesMarker(entry: string): boolean {
  const [name = '', fields, ...more] = entry.split(extraFieldsMarker);
  if (fields === undefined) return false;
  return more.length > 0 || !/[\r\n]$/.test(name) || !/^\{[^}]*\}\s*$/.test(fields);
}

/** The wire's `serviceReviewOperationsList`: JSON text of the array of entries. */
export const formatServiceActions = (actions: readonly ServiceAction[]): string =>
  JSON.stringify(actions.map(formatServiceAction));

/** Reads the wire's list; malformed text gives an empty list, never an error. */
export function parseServiceActions(text: string | null | undefined): ServiceAction[] {
  try {
    const entries: unknown = JSON.parse(text || '[]');
    if (!Array.isArray(entries)) return [];
    return entries
      .filter((entry) => typeof entry === 'string')
      .map(parseServiceAction)
      .filter(({ name }) => name !== '');
  } catch {
    return [];
  }
}

/** The wire's list as input: must be JSON text of an array of texts whose actions are valid. Gives the stored entries. */
export const ServiceActionsText = z.string().transform((text, context): string[] => {
  const refuse = (message = 'INVALID') => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const entries = z.array(z.string()).max(500).safeParse(safeJson(text));
  if (!entries.success) return refuse();
  if (entries.data.some(misusesMarker)) return refuse('RESERVED_PHRASE');
  const actions = z.array(ServiceAction).safeParse(entries.data.map(parseServiceAction));
  if (!actions.success) return refuse(actions.error.issues[0]?.message);
  return actions.data.map(formatServiceAction);
});

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
