import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatServiceAction,
  formatServiceActions,
  parseServiceAction,
  parseServiceActions,
  ServiceAction,
  ServiceActionsText,
} from './service-action.ts';

const action = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 60 }),
    fields: fc.array(
      fc.record({
        name: fc.string({ minLength: 1 }),
        unit: fc.string({ maxLength: 20 }),
        required: fc.constantFrom(true, undefined),
      }),
      { maxLength: 5 },
    ),
  })
  .map((raw) => ServiceAction.safeParse(raw))
  .filter((parsed) => parsed.success)
  .map((parsed) => parsed.data);

describe('the stored text of service actions', () => {
  it('has the specified form', () => {
    const oil = {
      name: 'Oil change',
      fields: [
        { name: 'Amount', unit: 'l' },
        { name: 'Type', unit: '' },
      ],
    };
    expect(formatServiceAction(oil)).toBe('Oil change\n@dodatkowePola{Amount+l;Type+}');
    expect(formatServiceAction({ name: 'Cleaning', fields: [] })).toBe('Cleaning');
    const pressure = { name: 'Pressure', unit: 'bar', required: true };
    const seal = { name: 'Seal', unit: '', required: true };
    expect(formatServiceAction({ name: 'Test', fields: [pressure, seal] })).toBe(
      'Test\n@dodatkowePola{Pressure+bar+!;Seal++!}',
    );
  });

  it('survives a round trip', () => {
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        expect(parseServiceActions(formatServiceActions(actions))).toEqual(actions);
      }),
    );
  });

  it('is parsed in one pass, however many spaces it contains', () => {
    // In quadratic time this would be 10^13 steps, which no test run waits for.
    const text = `Oil${' '.repeat(5_000_000)}x`;
    expect(ServiceAction.safeParse({ name: text }).success).toBe(false);
    expect(parseServiceAction(text).name).toBe(text);
    expect(parseServiceAction(' Oil \r\n \n change ').name).toBe('Oil change');
  });

  it('never throws on malformed text', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseServiceAction(text)));
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Array.isArray(parseServiceActions(text))).toBe(true);
      }),
    );
    expect(parseServiceActions('{"a":1}')).toEqual([]);
    expect(parseServiceActions('["x", 5, null]')).toEqual([{ name: 'x', fields: [] }]);
    expect(parseServiceAction('Pump\n@dodatkowePola{a+!;b+!+!}').fields).toEqual([
      { name: 'a', unit: '!' },
      { name: 'b', unit: '!', required: true },
    ]);
    expect(parseServiceAction('Pump\n@dodatkowePola{a+b;;c')).toEqual({
      name: 'Pump',
      fields: [
        { name: 'a', unit: 'b' },
        { name: 'c', unit: '' },
      ],
    });
  });
});

describe('a service action as typed', () => {
  it('drops characters that would break the stored form', () => {
    const typed = { name: ' Check \n the  belt ', fields: [{ name: 'Ten+sion;', unit: 'k;N+' }] };
    expect(ServiceAction.parse(typed)).toEqual({
      name: 'Check the  belt',
      fields: [{ name: 'Ten sion', unit: 'k N' }],
    });
  });

  it('may not contain the reserved phrase, nor be empty', () => {
    expect(
      ServiceAction.safeParse({ name: 'a @dodatkowePola b', fields: [] }).error?.issues[0]?.message,
    ).toBe('RESERVED_PHRASE');
    expect(ServiceAction.safeParse({ name: ' \n ', fields: [] }).error?.issues[0]?.message).toBe(
      'NAME_EMPTY',
    );
  });

  it('is refused on the wire if it is not JSON text of a list', () => {
    expect(ServiceActionsText.safeParse('nonsense').success).toBe(false);
    expect(ServiceActionsText.safeParse('[1]').success).toBe(false);
    expect(ServiceActionsText.parse('["Oil"]')).toEqual(['Oil']);
  });
});
