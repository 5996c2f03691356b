import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('gives equal content the same text and hash, regardless of the order of its keys', () => {
  const first = canonicalJson({ b: [1.0, 'ż', null], a: { d: 1e21, c: true } });
  expect(first.text).toBe('{"a":{"c":true,"d":1e+21},"b":[1,"ż",null]}');
  expect(canonicalJson({ a: { c: true, d: 1e21 }, b: [1, 'ż', null] })).toEqual(first);
  expect(first.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(canonicalJson({}).sha256).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
});

it('refuses values without a JSON form', () => {
  for (const value of [undefined, Number.NaN, '\uD800']) expect(() => canonicalJson(value)).toThrow();
});
