import { describe, expect, it } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { mergeProtocols, takeTheirs } from './merge-protocols.ts';
import { lineText } from './protocol-conflict.tsx';
import type { ServiceFormValues } from './service-form-values.ts';
import { noFacts } from './work-facts-values.ts';

const line = { key: 'a', name: 'Oil', done: true, quantity: '1', fields: [], extra: false };
const base: ServiceFormValues = {
  date: '2026-11-03T10:00',
  number: '25',
  type: ['REPAIR'],
  paymentType: 'PAID',
  faultDescription: 'Noise',
  period: '',
  devices: [{ id: 7, label: 'Lathe' }],
  actions: { m7: [line] },
  ...noFacts,
  isToSign: false,
  performerId: 1,
  alsoPerformedBy: [],
  todo: { planned: false, date: null, description: '' },
};

describe('a protocol changed by two users', () => {
  it('shows measured values with the decimal sign of the language, other texts as they were typed', () => {
    const fields = [
      { name: 'Druck', unit: 'bar', value: '4.60' },
      { name: 'Öl', unit: 'l', value: '4,2' },
      { name: 'Version', unit: '', value: '1.5' },
    ];
    i18n.language = 'de';
    expect(lineText({ ...line, fields })).toBe('× 1 · Druck: 4,60\u00a0bar · Öl: 4,2\u00a0l · Version: 1.5');
  });

  it('takes the changes of the other user', () => {
    const { values, conflicts } = mergeProtocols({
      base,
      mine: { ...base, faultDescription: 'Noise and smoke' },
      theirs: { ...base, paymentType: 'WARRANTY' },
    });
    expect(values).toMatchObject({ faultDescription: 'Noise and smoke', paymentType: 'WARRANTY' });
    expect(conflicts).toEqual([]);
  });

  it('compares numbers, whichever decimal mark they have', () => {
    const part = { key: 'a', name: 'Seal', number: '', quantity: '0.5', unit: 'm', machine: '' };
    const comma = { kilometres: '38,5', partsUsed: [{ ...part, quantity: '0,5' }] };
    const point = { kilometres: '38.5', partsUsed: [part] };
    const versions = { base, mine: { ...base, ...comma }, theirs: { ...base, ...point } };
    expect(mergeProtocols(versions).conflicts).toEqual([]);
  });

  it('joins lists item by item, and leaves a list to its user if both changed the same item', () => {
    const part = { key: 'part-0', name: 'Seal', number: '', quantity: '1', unit: '', machine: '' };
    const belt = { ...part, key: 'part-1', name: 'Belt' };
    const oil = { ...part, key: 'part-1', name: 'Oil' };
    const of = (...partsUsed: (typeof part)[]) => ({ ...base, partsUsed });
    const versions = { base: of(part), mine: of(part, belt), theirs: of({ ...part, quantity: '2' }, oil) };
    const { values, conflicts } = mergeProtocols(versions);
    expect(values.partsUsed).toMatchObject([
      { name: 'Seal', quantity: '2' },
      { name: 'Belt' },
      { name: 'Oil' },
    ]);
    expect(new Set(values.partsUsed.map(({ key }) => key)).size).toBe(3);
    expect(conflicts).toEqual([]);
    const both = mergeProtocols({ ...versions, mine: of({ ...part, quantity: '3' }) });
    expect(both).toMatchObject({ values: { partsUsed: [{ quantity: '3' }] }, conflicts: ['partsUsed'] });

    const passed = { m7: { result: 'PASSED' as const, setsStatus: false } };
    const failed = { m8: { result: 'FAILED' as const, setsStatus: true } };
    const joined = mergeProtocols({
      base,
      mine: { ...base, results: passed },
      theirs: { ...base, results: failed },
    });
    expect(joined).toMatchObject({ values: { results: { ...passed, ...failed } }, conflicts: [] });
  });

  it('keeps mine if both changed a field, and lists the conflict', () => {
    const { values, conflicts } = mergeProtocols({
      base,
      mine: { ...base, faultDescription: 'Mine', type: ['REPAIR', 'INSTALLATION'] },
      theirs: { ...base, faultDescription: 'Theirs', type: ['REPAIR', 'INSTALLATION'] },
    });
    expect(values.faultDescription).toBe('Mine');
    expect(conflicts).toEqual(['faultDescription']);
  });

  it('does not count an unticked line as a change', () => {
    const listed = {
      ...base,
      actions: {
        m7: [
          { ...line, key: 'b' },
          { ...line, key: 'c', name: 'Belt', done: false },
        ],
      },
    };
    const theirs = { ...base, actions: { m7: [{ ...line, quantity: '2' }] } };
    expect(mergeProtocols({ base, mine: listed, theirs })).toMatchObject({
      values: {
        actions: {
          m7: [
            { name: 'Oil', quantity: '2' },
            { name: 'Belt', done: false },
          ],
        },
      },
      conflicts: [],
    });
  });

  it('adds the other user’s machine with its actions, and merges the rest line by line', () => {
    const other = { ...line, name: 'Belt' };
    const { values, conflicts } = mergeProtocols({
      base,
      mine: { ...base, actions: { m7: [line, { ...other, key: 'c', quantity: '4' }] } },
      theirs: {
        ...base,
        devices: [...base.devices, { id: 8, label: 'Saw' }],
        actions: {
          m7: [
            { ...line, quantity: '2' },
            { ...other, quantity: '3' },
          ],
          m8: [other],
        },
      },
    });
    expect(values.actions).toMatchObject({
      m7: [
        { name: 'Oil', quantity: '2' },
        { name: 'Belt', quantity: '4' },
      ],
      m8: [{ name: 'Belt' }],
    });
    expect(conflicts).toEqual(['actions.m7.belt']);
    const theirs = { ...values, actions: { m7: [{ ...other, quantity: '3' }], m8: [] } };
    expect(takeTheirs(values, theirs, 'actions.m7.belt').actions).toMatchObject({
      m7: [{ name: 'Oil' }, { name: 'Belt', quantity: '3' }],
      m8: [{ name: 'Belt' }],
    });
    expect(takeTheirs(values, { ...theirs, period: '3' }, 'period').period).toBe('3');
  });
});
