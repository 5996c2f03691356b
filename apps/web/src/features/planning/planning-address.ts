import { addDays } from '@servicebook/shared/calendar';
import type { Near } from '@servicebook/shared/distance';
import { soonDays } from '@servicebook/shared/inspection-overview';
import { optionalDate } from '@servicebook/shared/primitives';
import { z } from 'zod';
import { oneId, typedDay } from '../../lib/address.ts';
import { isDay } from '../../lib/day-text.ts';

export const ranges = ['day', 'week', 'weeks'] as const;
export type BoardRange = (typeof ranges)[number];
export const sideTabs = ['visits', 'due'] as const;
export const radii = [5, 10, 20, 50, 100] as const;

/** What the board shows, in the page's address. */
export const BoardAddress = z.object({
  range: z.enum(ranges).default('week'),
  /** A day of the range; null: today. */
  day: optionalDate,
  /** Only technicians with these letters in their name. */
  people: z.string().max(100).default(''),
  side: z.boolean().default(true),
});

/** What the side list shows, in the page's address. */
export const SideAddress = z.object({
  tab: z.enum(sideTabs).default('visits'),
  view: z.enum(['list', 'map']).default('list'),
  text: z.string().max(200).default(''),
  categoryId: oneId,
  customerId: oneId,
  /** Inspections due until this day; null: within 30 days. */
  until: typedDay,
  /** The middle of an area, and what it is called. */
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  place: z.string().max(200).default(''),
  kilometres: z.number().positive().max(20_000).default(20),
  page: z.number().int().min(0).default(0),
});
export type SideFilter = z.output<typeof SideAddress>;

/** The area of the side list, if there is one. */
export const nearOf = ({ latitude, longitude, kilometres }: SideFilter): Near | null =>
  latitude === null || longitude === null ? null : { latitude, longitude, kilometres };

/** The last day of the inspections shown. */
export const untilOf = ({ until }: SideFilter, today: string): string =>
  until && isDay(until) ? until : addDays(today, soonDays);
