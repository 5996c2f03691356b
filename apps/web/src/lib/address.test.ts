import { DeviceFilter } from '@servicebook/shared/device';
import { optionalDate } from '@servicebook/shared/primitives';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsSet, oneId, oneOf, readAddress, typedDay, writeAddress } from './address.ts';

const schema = z.object({
  kind: oneOf(['SIGNED', 'SAVED']),
  userId: oneId,
  typed: typedDay,
  day: optionalDate,
  all: z.boolean().default(false),
  tab: z.enum(['list', 'map']).default('list'),
  opened: z.union([z.literal('new'), z.number().int().positive()]).nullish(),
  years: z.array(z.number().int().min(1900)).max(3).default([]),
  name: z.string().max(10).default(''),
});
const none = schema.parse({});
const read = (query: string) => readAddress(schema, new URLSearchParams(query));
const write = (values: Partial<typeof none>, query = '') =>
  writeAddress(schema, new URLSearchParams(query), { ...none, ...values }).toString();

describe('State in the address', () => {
  it.each([
    [{ kind: 'SIGNED' as const, userId: 3, typed: 'tomorow', day: '2026-11-01', all: true }],
    [{ tab: 'map' as const, opened: 'new' as const, years: [1999, 2026], name: '12' }],
    [{ opened: 12, name: 'a,b & c=d' }],
  ])('comes back as it was written: %o', (values) => {
    expect(read(write(values))).toEqual({ ...none, ...values });
    expect(fieldsSet(schema, read(write(values)))).toEqual(
      Object.keys(schema.shape).filter((name) => name in values),
    );
  });

  it('leaves out defaults, and keeps parameters of others', () => {
    expect(write({}, 'q=pump&kind=SIGNED&tab=map&opened=4&years=2001&all=true')).toBe('q=pump');
    expect(write({ all: true, opened: null }, 'q=pump')).toBe('q=pump&all=true');
  });

  it.each([
    'kind=CAKE&userId=-1&day=2026-02-30&all=maybe&tab=&opened=old&years=soon&name=much%20too%20long',
    'kind=&userId=&typed=&day=&all=&opened=&years=&name=',
    'userId=1e3&opened=0&years=,,&day=%00',
    'userId=99999999999999999999&opened=1.5&years=1999,2000,2001,2002',
  ])('takes what makes no sense as left out: %s', (query) => {
    expect(read(query)).toEqual(none);
  });

  it('drops invalid and repeated items of a list', () => {
    expect(read('years=1999,x,5,,2026,1999').years).toEqual([1999, 2026]);
  });

  it('distinguishes "none" from a non-empty default', () => {
    const preset = z.object({ dateFrom: z.string().nullable().default('2026-01-01') });
    const query = writeAddress(preset, new URLSearchParams(), { dateFrom: null });
    expect(query.toString()).toBe('dateFrom=');
    expect(fieldsSet(preset, { dateFrom: null })).toEqual(['dateFrom']);
  });

  it('accepts a schema of the server unchanged', () => {
    const query = new URLSearchParams(
      'id=12&statuses=FAULT,ASLEEP&categories=3,x,9&city=Pozna%C5%84&sourcePower=400',
    );
    const filter = readAddress(DeviceFilter, query);
    expect(filter).toMatchObject({ id: 12, statuses: ['FAULT'], categories: [3, 9], sourcePower: '400' });
    expect(fieldsSet(DeviceFilter, filter)).toEqual(['id', 'statuses', 'categories', 'sourcePower', 'city']);
    expect(writeAddress(DeviceFilter, query, filter).get('statuses')).toBe('FAULT');
  });
});
