import { id } from '@servicebook/shared/primitives';
import { z } from 'zod';

/** The values that a text can represent: the text itself, a number or a boolean. */
const readingsOf = (text: string): unknown[] => [
  text,
  ...(/^-?\d{1,15}(\.\d+)?$/.test(text) ? [Number(text)] : []),
  ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
];

/** The first reading of a text that the field accepts. Invalid items of a list are dropped. */
function parseText(field: z.ZodType, text: string) {
  for (const value of readingsOf(text)) {
    const parsed = field.safeParse(value);
    if (parsed.success) return parsed;
  }
  const items = text.split(',').flatMap((item) => {
    const validReadings = readingsOf(item).filter((value) => field.safeParse([value]).success);
    return validReadings.slice(0, 1);
  });
  return field.safeParse([...new Set(items)]);
}

const isNone = (value: unknown) => value === null || value === undefined;
const textOf = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value ?? ''));

/**
 * Reads the values of an address with a schema whose fields all have a default (`.default()`, `.nullish()`). An address
 * is never an error: a value that the schema rejects counts as missing.
 */
export function readAddress<Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const values: Record<string, unknown> = schema.parse({});
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = query.get(name);
    const parsed = text === null ? null : parseText(field as z.ZodType, text);
    if (parsed?.success) values[name] = parsed.data;
  }
  return values as z.output<Schema>;
}

/** The names of the fields that differ from their default. */
export function fieldsSet<Schema extends z.ZodObject>(
  schema: Schema,
  values: z.output<Schema>,
): (keyof z.output<Schema> & string)[] {
  const defaults: Record<string, unknown> = schema.parse({});
  return Object.keys(schema.shape).filter((name) => {
    const [value, standard] = [(values as Record<string, unknown>)[name], defaults[name]];
    if (isNone(value) || isNone(standard)) return isNone(value) !== isNone(standard);
    return textOf(value) !== textOf(standard);
  });
}

/** The address with these values. Defaults are omitted; other parameters stay. List items must not contain a comma. */
export function writeAddress<Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
  values: z.output<Schema>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const set: string[] = fieldsSet(schema, values);
  for (const name of Object.keys(schema.shape))
    if (set.includes(name)) next.set(name, textOf((values as Record<string, unknown>)[name]));
    else next.delete(name);
  return next;
}

/** A field that identifies one object. */
export const oneId = id.nullable().default(null);

/** A field that identifies several objects. */
export const manyIds = z.array(id).default([]);

/** A field with one of these values, or none. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).nullable().default(null);

/** The address of a screen that shows one object. */
export const RecordAddress = z.object({ id: oneId });

/** A day as typed. Invalid text is kept, so that the field can report it. */
export const typedDay = z.string().min(1).max(40).nullable().default(null);
