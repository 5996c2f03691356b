import type { z } from 'zod';

/**
 * The values of an empty form: each field as the schema parses a missing value. Fields that must be chosen are null,
 * not undefined, because the form would count undefined as a change.
 */
export const emptyValues = <Schema extends z.ZodObject>(schema: Schema): z.input<Schema> =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      (field as z.ZodType).safeParse(undefined).data ?? null,
    ]),
  ) as z.input<Schema>;

/** The values of an edit form: the record's fields that the schema sends. */
export const valuesFrom = <Schema extends z.ZodObject>(schema: Schema, record: object): z.input<Schema> =>
  Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, (record as Record<string, unknown>)[name]]),
  ) as z.input<Schema>;
