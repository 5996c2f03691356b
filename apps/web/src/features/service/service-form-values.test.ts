import type { Device } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { describe, expect, it } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import {
  checkServiceForm,
  cleanPeriod,
  isNumberEditable,
  newValues,
  numberToSend,
  type ServiceFormContext,
  type ServiceFormValues,
  toFormErrors,
  toServiceInput,
  valuesOf,
} from './service-form-values.ts';
import { noFacts } from './work-facts-values.ts';

const device = {
  id: 7,
  name: 'Lathe',
  serialNumber: 'L-1',
  city: 'Łódź',
  inspectionPeriodInMonths: 12,
} as Device;

const protocol: ServiceProtocol = {
  id: 5,
  date: '2026-11-03T08:15:42.123Z',
  number: 25,
  numberExtension: 'A',
  month: 11,
  year: 2026,
  fullNumber: '25A',
  devices: [
    { id: 7, name: 'Lathe', serialNumber: 'L-1' },
    { id: 8, name: 'Press', serialNumber: '' },
  ],
  type: ['PERIODIC_INSPECTION'],
  paymentType: 'WARRANTY',
  faultDescription: 'Noise',
  period: 6,
  user: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  alsoPerformedBy: [],
  userCreated: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  state: 'NEW',
  fileDtos: [],
  customer: { id: 3, shortName: 'ACME', fullName: 'ACME Ltd' },
  isToSign: false,
  actions: [
    { device: { id: 8 }, name: 'Greased', quantity: 2, fields: [] },
    {
      device: { id: 7 },
      name: 'Oil change',
      quantity: 1,
      fields: [{ name: 'Amount', value: '4', unit: 'l' }],
    },
  ],
  remarks: '',
  recommendations: '',
  workMinutes: null,
  travelMinutes: null,
  kilometres: null,
  results: [],
  partsUsed: [],
  version: 0,
  signature: null,
  withdrawn: null,
  signRequest: null,
  revision: 4,
  todo: null,
  visitId: null,
};

const fresh: ServiceFormContext = {
  base: null,
  customerId: 3,
  timezone: 'Europe/Warsaw',
  mayChangeSigned: false,
  mayPlan: true,
};
const editing: ServiceFormContext = { ...fresh, base: protocol };
const signed: ServiceFormContext = {
  ...fresh,
  base: { ...protocol, state: 'SIGNED', isToSign: true, version: 1 },
  mayChangeSigned: true,
};
const now = new Date('2026-11-03T22:45:00Z');
const filled = (part: Partial<ServiceFormValues> = {}): ServiceFormValues => ({
  ...newValues(device, now, 'Europe/Warsaw'),
  type: ['REPAIR'],
  ...part,
});
const errorsOf = (values: ServiceFormValues, context = fresh) => {
  const checked = checkServiceForm(values, context);
  return checked.ok ? {} : checked.errors;
};

describe('A protocol that only this phone knows', () => {
  it('is checked like any other, and keeps its id', () => {
    const base = { ...protocol, ...{ id: -3, number: 0, numberExtension: '', fullNumber: '' } };
    const context = { base, customerId: 3, timezone: 'Europe/Warsaw', mayChangeSigned: true, mayPlan: true };
    const checked = checkServiceForm(valuesOf(base, context.timezone), context);
    expect(checked).toMatchObject({ ok: true, input: { id: -3, number: 0 } });
  });
});

describe('a new protocol', () => {
  it('starts now in the user’s timezone, with the machine it was opened for', () => {
    const values = newValues(device, now, 'Europe/Warsaw');
    expect(values).toMatchObject({
      date: '2026-11-03T23:45',
      number: '',
      type: [],
      paymentType: 'PAID',
      period: '12',
      devices: [{ id: 7, label: 'Lathe', hint: 'L-1 · Łódź' }],
    });
  });

  it('is sent in UTC with an automatic number and without a period', () => {
    expect(toServiceInput(filled(), fresh)).toMatchObject({
      id: null,
      date: '2026-11-03T22:45:00.000Z',
      number: 0,
      numberExtension: '',
      period: -1,
      customer: { id: 3 },
      devices: [{ id: 7 }],
      todo: null,
    });
  });

  it('asks for a date, a type and a machine', () => {
    expect(errorsOf(filled({ date: null, type: [], devices: [] }))).toEqual({
      date: 'DATE_REQUIRED',
      type: 'SERVICE_TYPE_REQUIRED',
      devices: 'DEVICE_REQUIRED',
    });
    expect(errorsOf(filled({ date: '31/31/2026' }))).toEqual({ date: 'INVALID' });
  });
});

describe('the number', () => {
  it('can be typed only if a new protocol is saved as signed', () => {
    expect(isNumberEditable(fresh, false)).toBe(false);
    expect(isNumberEditable(fresh, true)).toBe(true);
    expect(isNumberEditable(editing, true)).toBe(false);
    for (const isToSign of [true, false]) expect(isNumberEditable(signed, isToSign)).toBe(false);
  });

  it('is parsed as digits with at most one letter', () => {
    expect(numberToSend('25a', true, fresh)).toEqual({ number: 25, numberExtension: 'A' });
    expect(numberToSend(' 25 ', true, fresh)).toEqual({ number: 25, numberExtension: '' });
    expect(numberToSend('', true, fresh)).toEqual({ number: 0, numberExtension: '' });
    for (const wrong of ['A', '25AB', '2-5', '0', 'auto'])
      expect(numberToSend(wrong, true, fresh)).toBeNull();
  });

  it('is ignored if its field is closed', () => {
    expect(numberToSend('99', false, fresh)).toEqual({ number: 0, numberExtension: '' });
    expect(numberToSend('99', false, editing)).toEqual({ number: 25, numberExtension: 'A' });
  });

  it('is refused next to its field', () => {
    expect(errorsOf(filled({ isToSign: true, number: '25AB' }))).toEqual({ number: 'INCORRECT_NUMBER' });
  });
});

describe('the period', () => {
  it('loses only leading zeros', () => {
    expect(['007', '0', ' 12 ', '0.5', '2,5', ''].map(cleanPeriod)).toEqual([
      '7',
      '0',
      '12',
      '0.5',
      '2,5',
      '',
    ]);
  });

  it.each(['2.5', '2,5', '-6', 'six'])(
    'of %s is refused instead of being read as another number',
    (period) => {
      const checked = checkServiceForm(filled({ type: ['PERIODIC_INSPECTION'], period }), fresh);
      expect(checked).toEqual({ ok: false, errors: { period: 'WHOLE_NUMBER' } });
    },
  );

  it('is sent only for a periodic inspection', () => {
    expect(toServiceInput(filled({ type: ['PERIODIC_INSPECTION'], period: '6' }), fresh).period).toBe(6);
    expect(toServiceInput(filled({ type: ['PERIODIC_INSPECTION'], period: '' }), fresh).period).toBe(-1);
    expect(toServiceInput(filled({ type: ['REPAIR'], period: '6' }), fresh).period).toBe(-1);
    expect(errorsOf(filled({ type: ['PERIODIC_INSPECTION'], period: '601' }))).toEqual({
      period: 'TOO_LARGE',
    });
  });
});

describe('a stored protocol', () => {
  it('survives a round trip', () => {
    const input = toServiceInput(valuesOf(protocol, 'Europe/Warsaw'), editing);
    expect(input).toMatchObject({
      id: 5,
      date: protocol.date,
      number: 25,
      numberExtension: 'A',
      period: 6,
      revision: 4,
      devices: [{ id: 7 }, { id: 8 }],
    });
    // Grouped by machine, in the order of the document.
    expect(input.actions).toEqual([protocol.actions[1], protocol.actions[0]]);
  });

  it('sends a new or changed to-do, and only for users who may plan', () => {
    const values = {
      ...valuesOf(protocol, 'UTC'),
      todo: { planned: true, date: '2026-12-01', description: 'Call' },
    };
    expect(toServiceInput(values, editing).todo).toEqual({ date: '2026-12-01', description: 'Call' });
    expect(toServiceInput(values, { ...editing, mayPlan: false }).todo).toBeNull();
    const planned = { ...protocol, todo: { id: 1, date: '2026-12-01', description: 'Call' } };
    expect(toServiceInput(values, { ...editing, base: planned }).todo).toBeNull();
    expect(errorsOf({ ...values, todo: { planned: true, date: null, description: ' ' } }, editing)).toEqual({
      'todo.date': 'DATE_REQUIRED',
      'todo.description': 'REQUIRED',
    });
  });

  it('maps errors in the list of actions to their line', () => {
    const values = valuesOf(protocol, 'UTC');
    const [oil] = values.actions.m7 ?? [];
    if (!oil) throw new Error('no line');
    values.actions.m7 = [
      { ...oil, done: false },
      { ...oil, quantity: 'much' },
    ];
    expect(errorsOf(values, editing)).toEqual({ 'actions.m7.1.quantity': 'INVALID' });
    expect(
      toFormErrors({ 'actions.1.quantity': 'TOO_LARGE', devices: 'DEVICES_OF_ONE_CUSTOMER' }, values),
    ).toEqual({
      'actions.m8.0.quantity': 'TOO_LARGE',
      devices: 'DEVICES_OF_ONE_CUSTOMER',
    });
  });
});

describe('the facts of the work', () => {
  const facts = {
    remarks: 'Wet floor',
    recommendations: 'Dry it',
    workMinutes: 210,
    travelMinutes: null,
    kilometres: 12.5,
    results: [{ device: { id: 7 }, result: 'FAILED' as const, statusAfter: 'BROKEN' as const }],
    partsUsed: [{ device: { id: 7 }, name: 'Seal', number: 'D-1', quantity: 2.125, unit: 'm' }],
  };

  it('are shown as stored, and sent back unchanged', () => {
    const stored = { ...protocol, ...facts };
    const values = valuesOf(stored, 'Europe/Warsaw');
    expect(values).toMatchObject({ workTime: '3:30', travelTime: '', kilometres: '12.5' });
    expect(toServiceInput(values, { ...editing, base: stored })).toMatchObject(facts);
  });

  it('have the decimal mark of the language', () => {
    const before = i18n.language;
    i18n.language = 'de';
    const stored = { ...protocol, ...facts };
    const values = valuesOf(stored, 'Europe/Warsaw');
    i18n.language = before;
    expect(values).toMatchObject({ kilometres: '12,5', partsUsed: [{ quantity: '2,125' }] });
    expect(toServiceInput(values, { ...editing, base: stored })).toMatchObject(facts);
  });

  it('are typed with comma or colon; blank lines of parts are left out', () => {
    const blank = { key: 'b', name: ' ', number: '', quantity: '1', unit: 'l', machine: '' };
    const seal = { ...blank, key: 's', name: 'Seal', quantity: '0,5', machine: 'm99' };
    const typed = { workTime: '1:15', travelTime: '0,5', kilometres: '7,5', partsUsed: [blank, seal] };
    expect(toServiceInput(filled(typed), fresh)).toMatchObject({
      workMinutes: 75,
      travelMinutes: 30,
      kilometres: 7.5,
      // The machine was taken off the protocol.
      partsUsed: [{ device: null, name: 'Seal', number: '', quantity: 0.5, unit: 'l' }],
    });
  });

  it('have their errors at the fields where they were typed', () => {
    const blank = { key: 'b', name: '', number: '', quantity: '1', unit: '', machine: '' };
    const wrong = { ...blank, key: 'w', name: 'Seal', quantity: 'x' };
    const typed = { workTime: '3h', travelTime: '1000', kilometres: 'far', partsUsed: [blank, wrong] };
    expect(errorsOf(filled(typed))).toEqual({
      workTime: 'INVALID_DURATION',
      travelTime: 'TOO_LARGE',
      kilometres: 'INVALID',
      'partsUsed.1.quantity': 'INCORRECT_QTY',
    });
  });

  it('are empty in a draft that an earlier release has stored', () => {
    const { partsUsed: _, results: __, remarks: ___, ...older } = protocol;
    expect(valuesOf(older as ServiceProtocol, 'UTC')).toMatchObject(noFacts);
  });
});
