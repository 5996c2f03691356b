import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Language } from '@servicebook/shared/primitives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Deps } from '../../deps.ts';
import { createPlaceSearch, type PlaceSearch } from './place-search.ts';

let server: Server;
let asked: { at: number; url: string }[];
let answer: { status: number; body: string };
let find: PlaceSearch;
const search = (text: string, language: Language, accountId = 1) =>
  find(text, language, { accountId, gone: new AbortController().signal });

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: '[{"display_name":"Łódź","lat":"51.77","lon":"19.46","licence":"x"}]' };
  server = createServer((request, response) => {
    asked.push({ at: Date.now(), url: String(request.url) });
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const config = {
    geocoderUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`,
    publicUrl: 'http://localhost',
  };
  find = createPlaceSearch({ config } as unknown as Deps);
});
afterEach(() => server.close());

it('returns the places, and caches repeated searches', async () => {
  expect(await search('Łódź', 'pl')).toEqual([{ label: 'Łódź', latitude: 51.77, longitude: 19.46 }]);
  await search('łódź', 'pl');
  expect(asked).toHaveLength(1);
  expect(new URL(asked[0]?.url ?? '', 'http://x').searchParams.get('q')).toBe('Łódź');
});

it('asks at most once per second, as required by the public service', async () => {
  await Promise.all([search('a1', 'en'), search('b2', 'en')]);
  const [first = 0, second = 0] = asked.map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(990);
});

it('delays a company with many searches, but not the others', async () => {
  const many = Array.from({ length: 7 }, (_, index) =>
    search(`busy ${index}`, 'en').catch(({ code }) => code),
  );
  await search('quick', 'en', 2);
  // Only the search under way went before it.
  expect(asked).toHaveLength(2);
  expect(await many.at(-1)).toBe('TOO_MUCH_WORK');
});

it.each([
  ['fails', { status: 500, body: '' }],
  ['answers nonsense', { status: 200, body: '<html>' }],
])('says that it is unavailable when the geocoder %s, and works again afterwards', async (_, broken) => {
  const working = answer;
  answer = broken;
  await expect(search('x1', 'en')).rejects.toMatchObject({ code: 'GEOCODER_UNAVAILABLE' });
  answer = working;
  expect(await search('x1', 'en')).toHaveLength(1);
});
