/** The common parts of places on a map other than machines: branches, hotels. */
import { z } from 'zod';
import type { FieldCode } from './error-codes.ts';
import {
  id,
  latitude,
  longitude,
  optionalCountry,
  optionalEmail,
  optionalLine,
  optionalText,
  requiredLine,
} from './primitives.ts';
import { webAddress } from './web-address.ts';

interface Refusals {
  /** Error for a missing name. */
  name: FieldCode;
  /** Error for a missing point on the map. */
  point: FieldCode;
}

/** Degrees as text or number; the empty text and null mean no point. */
const degrees = (range: z.ZodNumber, missing: FieldCode) =>
  z
    .union([z.string(), z.number()], 'INVALID')
    .nullish()
    .transform((sent, context) => {
      if (sent != null && String(sent).trim() !== '') return Number(sent);
      context.addIssue({ code: 'custom', message: missing });
      return z.NEVER;
    })
    .pipe(range);

/** A place as entered; without an id it is a new one. Each kind has its own errors for missing fields. */
export const placeInput = ({ name, point }: Refusals) =>
  z.strictObject({
    id: id.nullish().transform((value) => value ?? null),
    name: requiredLine(200, name),
    street: optionalLine(),
    zipCode: optionalLine(20),
    city: optionalLine(100),
    country: optionalCountry,
    phone: optionalLine(100),
    email: optionalEmail,
    www: optionalLine().refine((text) => text === '' || webAddress(text) !== null, 'INCORRECT_WEBSITE'),
    description: optionalText(5000),
    latitude: degrees(latitude, point),
    longitude: degrees(longitude, point),
  });
export type PlaceInput = z.output<ReturnType<typeof placeInput>>;
export type PlaceValues = z.input<ReturnType<typeof placeInput>>;
