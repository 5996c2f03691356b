import { expect, it } from 'vitest';
import { isTooLong, maxProtocolLines, protocolLines } from './protocol-length.ts';

const action = (name: string, fields = 0, value = '162.5') => ({
  name,
  fields: Array.from({ length: fields }, () => ({ name: 'Working pressure', value, unit: 'bar' })),
});
const protocol = (machines: number, actions: ReturnType<typeof action>[], faultDescription = '') => ({
  faultDescription,
  machines,
  actions,
});

it('allows the work of a large site: 30 machines, 20 actions with three values each, a page of text', () => {
  const actions = Array.from({ length: 600 }, () => action('Check the hydraulic system for leaks', 3));
  expect(isTooLong(protocol(30, actions, 'The press loses pressure. '.repeat(100)))).toBe(false);
});

it('allows the maximum number of actions, and of machines', () => {
  expect(isTooLong(protocol(50, Array(1000).fill(action('Lubricate the chain of the conveyor'))))).toBe(
    false,
  );
});

it('refuses a protocol many times too long', () => {
  expect(isTooLong(protocol(1, Array(1000).fill(action('x'.repeat(255), 10, 'x'.repeat(255)))))).toBe(true);
});

it.each([
  ['line feed', '\n'],
  ['carriage return', '\r'],
  ['both', '\r\n'],
  ['line separator', '\u2028'],
  ['paragraph separator', '\u2029'],
])('counts every line break as a line: %s', (_, lineBreak) => {
  const withBreaks = protocol(1, [], `a${lineBreak}`.repeat(maxProtocolLines));
  expect(isTooLong(withBreaks)).toBe(true);
  expect(protocolLines(protocol(1, [], `a${lineBreak}b`))).toBe(protocolLines(protocol(1, [], 'a')) + 1);
});
