import type { z } from 'zod';

/**
 * The values of an empty form: each field as the schema reads one that is missing. Fields that must be chosen are null,
 * not undefined: the form would count them as changed.
 */
export const emptyValues = <Schema extends z.ZodObject>(schema: Schema): z.input<Schema> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      (field as z.ZodType).safeParse(undefined).data ?? null,
    ]),
  ) as z.input<Schema>;

/** The values of a form that changes a record: of the record's fields, those that the schema sends. */
export const valuesFrom = <Schema extends z.ZodObject>(schema: Schema, record: object): z.input<Schema> =>
  Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, (record as Record<string, unknown>)[name]]),
  ) as z.input<Schema>;
