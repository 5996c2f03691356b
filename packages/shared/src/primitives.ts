/** Building blocks of the entity schemas: ids, texts, dates, pages. */
import { z } from 'zod';
import type { FieldCode, MaxLength } from './error-codes.ts';
import { withLineFeeds } from './line-breaks.ts';

const code = (fieldCode: FieldCode) => fieldCode;
const maxCode = (max: MaxLength) => `MAX_${max}_CHARACTERS` as const satisfies FieldCode;

const maxId = 2_147_483_647;

/** An object's id in a body. */
export const id = z
  .number(code('REQUIRED'))
  .int(code('INVALID'))
  .positive(code('INVALID'))
  .max(maxId, code('INVALID'));
/** An object's id in a path or query, where everything is text: only digits, no other number format. */
export const idText = z.preprocess(
  (value: number | string) => (/^\d+$/.test(String(value)) ? value : Number.NaN),
  z.coerce
    .number<number | string>(code('INVALID'))
    .int(code('INVALID'))
    .positive(code('INVALID'))
    .max(maxId, code('INVALID')),
);
/** A reference to another object, nested as on the wire. */
export const reference = z.object({ id });
export const idParams = z.strictObject({ id: idText });
/** The version of a record that a change is based on. It prevents overwriting changes the user has not seen. */
export const revision = id.optional();

/**
 * Text that PostgreSQL can store, also inside JSON: no NUL character, no lone surrogate. Line breaks become line feeds.
 */
export const storable = z
  .string(code('REQUIRED'))
  .overwrite(withLineFeeds)
  .refine((text) => !text.includes('\0') && !/\p{Cs}/u.test(text), code('INVALID'));

/** Blanks and invisible characters: zero-width spaces and joiners, direction marks, soft hyphens. */
const unseen = /\s|[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164]/;

/** Trims blanks and invisible characters, so that a name never looks empty or like another one. */
function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && unseen.test(text.charAt(start))) start += 1;
  while (end > start && unseen.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const trimmed = storable.overwrite(trimInvisible);

const optional = (text: typeof trimmed, max: MaxLength) =>
  text
    .max(max, maxCode(max))
    .nullish()
    .transform((given) => given ?? '');
/** Trimmed text that may be empty; missing and null are stored as the empty text. */
export const optionalText = (max: MaxLength = 255) => optional(trimmed, max);
/** Trimmed text of a minimum length; `whenShort` is the error for shorter text. */
export const requiredText = (max: MaxLength = 255, min = 1, whenShort: FieldCode = 'REQUIRED') =>
  trimmed.min(min, whenShort).max(max, maxCode(max));

/** Characters that have no place in mails, lists and tables: line breaks, control characters, reversed direction. */
const unfitForLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/gu;
const line = storable.overwrite((text) => text.replace(unfitForLine, ' ')).overwrite(trimInvisible);
/** The same as `optionalText`, in a single line. */
export const optionalLine = (max: MaxLength = 255) => optional(line, max);
/** The same as `optionalLine`, but a missing value stays missing: a change leaves it as it is. */
export const unchangedLine = (max: MaxLength = 255) =>
  line
    .max(max, maxCode(max))
    .nullable()
    .transform((given) => given ?? '')
    .optional();
/** A required text in a single line. */
export const requiredLine = (max: MaxLength = 255, whenEmpty: FieldCode = 'REQUIRED') =>
  line.min(1, { error: whenEmpty, abort: true }).max(max, maxCode(max));
/**
 * The name of a person, company or machine, in a single line. `whenShort` is the error for shorter text. An empty name
 * is asked for, instead of its number of characters.
 */
export const requiredName = (max: MaxLength, min = 1, whenShort: FieldCode = 'REQUIRED') =>
  requiredLine(max, min > 1 ? 'ENTER_NAME' : whenShort).min(min, whenShort);

export const email = trimmed
  .toLowerCase()
  .max(255, maxCode(255))
  .pipe(z.email(code('INCORRECT_EMAIL')));
export const optionalEmail = z
  .union([z.literal('').transform(() => ''), email])
  .nullish()
  .transform((value) => value ?? '');

/** A year such as 20 or 20226 is a typing error, and databases and calendars disagree about extreme years. */
const isInOurTime = (isoText: string) => isoText >= '1901' && isoText < '2200';

/** A month, `YYYY-MM`, of the years that the product knows. */
export const monthText = z
  .string('INVALID')
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'INVALID')
  .refine((text) => text >= '1901' && text < '2200', 'INVALID');

/** A calendar date, `YYYY-MM-DD`; a time after it, as specified for some calls, is ignored. */
export const date = z
  .string(code('DATE_REQUIRED'))
  .min(1, code('DATE_REQUIRED'))
  .transform((text) => text.replace(/T[\d:.]*Z?$/, ''))
  .pipe(z.iso.date(code('INVALID')).refine(isInOurTime, code('INVALID')));
export const optionalDate = z
  .union([z.literal('').transform(() => null), date])
  .nullish()
  .transform((value) => value ?? null);
/** For `.refine(...inDayOrder)`: refuses a range that ends before it starts. */
export const inDayOrder = [
  ({ dateFrom, dateTo }: { dateFrom: string | null; dateTo: string | null }) =>
    !dateFrom || !dateTo || dateFrom <= dateTo,
  { path: ['dateTo'], message: code('DATE_BEFORE_START') },
] as const satisfies [unknown, { path: string[]; message: FieldCode }];
/** A moment in an answer, ISO 8601. */
export const instant = z.iso.datetime({ offset: true, error: code('INVALID') });

/** The date must be within the allowed years in every timezone; at most nanoseconds. */
const isMomentInOurTime = (isoText: string) => {
  const moment = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(isoText) ? isoText : `${isoText}Z`);
  return moment >= Date.UTC(1901, 0, 2) && moment < Date.UTC(2199, 11, 31) && !/\.\d{10}/.test(isoText);
};

/** A moment in a request, ISO 8601. */
export const givenInstant = instant.refine(isMomentInOurTime, code('INVALID'));

/** A moment, or a local time without an offset, which is read in the user's timezone. */
export const clockOrInstant = z.iso
  .datetime({ offset: true, local: true, error: code('INVALID') })
  .refine(isMomentInOurTime, code('INVALID'));

/** Those that were asked for. Asking the runtime takes 50 microseconds. */
const canonicalTimezones = new Set<string>();

/**
 * Whether a name is a timezone known to this runtime. Offsets such as `+02:00` are not: they have no summer time, and
 * PostgreSQL reads them with the opposite sign.
 */
export function isTimezone(name: string): boolean {
  if (canonicalTimezones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Other spellings are known as well, but there is no end of them.
    if (timeZone === name) canonicalTimezones.add(name);
    return true;
  } catch {
    return false;
  }
}

/** The IANA name of a timezone. */
export const timezone = z
  .string(code('REQUIRED'))
  .max(100, code('INVALID'))
  .refine(isTimezone, code('INVALID'));
/** Unknown names count as UTC, which is specified for a missing timezone. */
export const timezoneOrUtc = z
  .string()
  .default('UTC')
  .transform((name) => (isTimezone(name) ? name : 'UTC'));

/** Whole, not negative, empty allowed (months, days). */
export const optionalCount = z
  .number(code('WHOLE_NUMBER'))
  .int(code('WHOLE_NUMBER'))
  .min(0, code('NOT_NEGATIVE'))
  .max(10_000, code('TOO_LARGE'))
  .nullish()
  .transform((value) => value ?? null);

export const languages = ['pl', 'en', 'de', 'it', 'es', 'ru'] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;

/** The language that the address of a page asks for; an unknown one counts as none. */
export const pageLanguage = language.optional().catch(undefined);

/** The available country codes, in the order of their English names. */
export const countryCodes = [
  'AU',
  'AT',
  'BY',
  'BE',
  'BG',
  'CA',
  'HR',
  'CY',
  'CZ',
  'DK',
  'EE',
  'FI',
  'FR',
  'DE',
  'GR',
  'HU',
  'IS',
  'IE',
  'IT',
  'LV',
  'LT',
  'LU',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'RU',
  'RS',
  'SK',
  'SI',
  'ES',
  'SE',
  'CH',
  'UA',
  'GB',
  'US',
] as const;
export type CountryCode = (typeof countryCodes)[number];
/** One of the available countries, or empty, the first choice of the list. */
export const optionalCountry = z
  .union([z.enum(countryCodes, code('INVALID')), z.literal('')])
  .nullish()
  .transform((value) => value ?? '');

export const latitude = z.number(code('INVALID')).min(-90, code('INVALID')).max(90, code('INVALID'));
export const longitude = z.number(code('INVALID')).min(-180, code('INVALID')).max(180, code('INVALID'));

/** A boolean in a query, where everything is text. */
export const queryBoolean = z.union([z.boolean(), z.stringbool()]);

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** Most rows of a page: so many a list prints. Screens show at most a tenth. */
export const mostRows = 1000;

/**
 * The body of a paged search: free text, the feature's filters, sort keys, page (from 0) and size.
 * The order of results always ends with the id, so pages never overlap.
 */
export const searchOf = <Filters extends z.ZodRawShape, const Keys extends readonly [string, ...string[]]>(
  filters: Filters,
  sortKeys: Keys,
) =>
  z.strictObject({
    text: storable.trim().max(200, maxCode(200)).default(''),
    ...filters,
    sort: z.strictObject({ by: z.enum(sortKeys), direction: z.enum(sortDirections) }).optional(),
    page: z.number().int().min(0).max(1_000_000).default(0),
    size: z.number().int().min(1).max(mostRows).default(10),
  });

/** Most rows of a list that are chosen for a common action. */
export const maxChosen = 500;

/** A filter of a search: only these records. */
export const onlyIds = z.array(id).min(1, code('REQUIRED')).max(maxChosen, code('TOO_MANY')).nullish();

/** The sort keys of a paged search. */
export const sortKeysOf = <By extends string>(search: {
  shape: { sort: { unwrap(): { shape: { by: { options: readonly By[] } } } } };
}): readonly By[] => search.shape.sort.unwrap().shape.by.options;

/** One page of a search. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    content: z.array(item),
    number: z.number().int(),
    size: z.number().int(),
    totalElements: z.number().int(),
    totalPages: z.number().int(),
  });
export interface Page<Item> {
  content: Item[];
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
}

/** Builds a page from its items and the total count. */
export const toPage = <Item>(
  content: Item[],
  totalElements: number,
  page: number,
  size: number,
): Page<Item> => ({
  content,
  number: page,
  size,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
});
