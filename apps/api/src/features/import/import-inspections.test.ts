/** What an import makes of the inspections that a list of machines names: the last one, and the next as the list says. */
import type { Import } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import { expect, it } from 'vitest';
import { type Api, useTestApp } from '../../testing/app.ts';
import { buildAdmin } from '../../testing/builders.ts';
import { settled } from './testing/settled.ts';
import { textRow, workbook } from './testing/workbook.ts';

const app = useTestApp();

const own = async () => {
  app.setNow(new Date('2026-11-23T12:00:00Z'));
  return app.as(await buildAdmin(app, { planExpired: new Date('2030-01-01') }));
};

const machine: ImportField[] = [
  'customer.shortName',
  'category.name',
  'machine.name',
  'machine.serialNumber',
];
const press = ['Mill', 'Presses', 'Press', 'PRESS-1'];
const dated: ImportField[] = [
  ...machine,
  ...(['machine.interval', 'past.lastInspection', 'past.nextInspection'] as const),
];
const services: ImportField[] = [
  ...(['machine.serialNumber', 'past.date', 'past.type', 'past.number', 'past.description'] as const),
];

/** Checks a list whose columns are these fields. */
async function checked(api: Api, fields: ImportField[], ...rows: string[][]): Promise<Import> {
  const lines = [fields.map((_, index) => `Column ${index}`), ...rows].map((row) => row.join(';'));
  const { id } = await api.import.upload({ file: new Blob([lines.join('\n')]), fileName: 'list.csv' });
  const columns = fields.map((field) => ({ field, dateOrder: null }));
  await api.import.setMapping({ body: { id, sheets: [{ headerRow: 1, columns }], options: {} } });
  await api.import.check({ params: { id } });
  return settled(api, id);
}
async function imported(api: Api, fields: ImportField[], ...rows: string[][]): Promise<Import> {
  const { id } = await checked(api, fields, ...rows);
  await api.import.run({ params: { id } });
  return settled(api, id);
}
const undo = async (api: Api, { id }: Import) => {
  await api.import.undo({ params: { id } });
  return settled(api, id);
};
const problemsOf = async (api: Api, { id }: Import) =>
  (await api.import.rows({ body: { id, size: 100, plans: ['ERROR'] } })).content.flatMap(({ problems }) =>
    problems.map(({ field, code }) => [field, code]),
  );

const machineOf = async (api: Api) => {
  const [device] = await api.device.findAll();
  if (!device) throw new Error('no machine');
  return device;
};
const inspectionOf = async (api: Api) =>
  api.machineInspection.inspection({ params: { deviceId: (await machineOf(api)).id } });
const pastOf = async (api: Api) =>
  (await api.pastService.findByDevice({ params: { deviceId: (await machineOf(api)).id } })).map(
    ({ date, number }) => [date, number],
  );
const inspect = async (api: Api, date: string, period: number | null = null) => {
  const { id, customer } = await machineOf(api);
  return api.service.add({
    body: {
      ...{ date, period, type: ['PERIODIC_INSPECTION'], customer: { id: customer.id }, devices: [{ id }] },
      isToSign: true,
    },
  });
};

it('a next inspection is stated, never derived as one that was done', async () => {
  const api = await own();
  const list = (next: string) => imported(api, dated, [...press, '12', '', next]);
  const first = await list('2025-05-04');
  expect(first.counts.records).toMatchObject({ machine: { CREATE: 1 }, past: { CREATE: 0 } });
  expect(await inspectionOf(api)).toMatchObject({
    ...{ lastInspection: null, nextInspection: '2025-05-04', pastInspections: [] },
    statedInspection: { date: '2025-05-04', on: '2026-11-23' },
  });
  expect((await list('2025-05-04')).counts.rows).toMatchObject({ SAME: 1, UPDATE: 0 });
  // Moved to a later day, and to an earlier one.
  for (const next of ['2027-02-28', '2025-04-01']) {
    expect((await list(next)).counts.rows).toMatchObject({ UPDATE: 1 });
    expect(await inspectionOf(api)).toMatchObject({ nextInspection: next, pastInspections: [] });
  }
  const last = await list('2026-08-31');
  expect((await inspectionOf(api)).nextInspection).toBe('2026-08-31');
  await undo(api, last);
  expect((await inspectionOf(api)).nextInspection).toBe('2025-04-01');
});

it('a next inspection needs no interval, and may be farther off than the interval', async () => {
  const api = await own();
  await imported(
    api,
    dated,
    [...press, '', '', '2027-01-12'],
    ['Mill', 'Presses', 'Saw', 'SAW-1', '6', '', '2029-01-12'],
  );
  const next = (await api.device.findAll()).map(({ name, nextInspection }) => [name, nextInspection]);
  expect(next.toSorted()).toEqual([
    ['Press', '2027-01-12'],
    ['Saw', '2029-01-12'],
  ]);
});

it('a next inspection counts beside the last one, until an inspection is done', async () => {
  const api = await own();
  const list = [...press, '12', '2026-05-15', '2027-01-12'];
  await imported(api, dated, list);
  expect(await inspectionOf(api)).toMatchObject({
    lastInspection: '2026-05-15',
    nextInspection: '2027-01-12',
  });
  app.setNow(new Date('2026-12-20T12:00:00Z'));
  await inspect(api, '2026-12-10T10:00:00Z');
  expect(await inspectionOf(api)).toMatchObject({ nextInspection: '2027-12-10', statedInspection: null });
  // The old list says nothing new.
  expect((await imported(api, dated, list)).counts.rows).toMatchObject({ SAME: 1, UPDATE: 0 });
  expect((await inspectionOf(api)).nextInspection).toBe('2027-12-10');
});

it('a next inspection that follows anyway is not stated: the interval keeps its say', async () => {
  const api = await own();
  const list = [...press, '6', '2026-08-31', '2027-02-28'];
  await imported(api, dated, list);
  const { id: deviceId } = await machineOf(api);
  expect(await inspectionOf(api)).toMatchObject({ nextInspection: '2027-02-28', statedInspection: null });
  expect((await imported(api, dated, list)).counts.rows).toMatchObject({ SAME: 1 });
  // As an export of ours says it.
  const exported: ImportField[] = [...machine, 'past.nextInspection'];
  expect((await imported(api, exported, [...press, '2027-02-28'])).counts.rows).toMatchObject({ SAME: 1 });
  await api.machineInspection.setInspectionPeriod({ query: { deviceId, months: 12 } });
  expect((await inspectionOf(api)).nextInspection).toBe('2027-08-31');
  // An old list whose dates agree with each other does not turn back what was done since.
  app.setNow(new Date('2026-12-20T12:00:00Z'));
  await inspect(api, '2026-12-10T10:00:00Z', 12);
  await imported(api, dated, list);
  expect((await inspectionOf(api)).nextInspection).toBe('2027-12-10');
});

it('a next inspection of a machine that was inspected today, or of no machine, is refused', async () => {
  const api = await own();
  const today = await checked(api, dated, [...press, '12', '2026-11-23', '2027-02-01']);
  expect(await problemsOf(api, today)).toEqual([['past.nextInspection', 'INSPECTED_SINCE']]);
  const lost = await checked(api, ['customer.shortName', 'past.nextInspection'], ['Mill', '2027-02-01']);
  expect(await problemsOf(api, lost)).toEqual([['past.nextInspection', 'RECORD_WITHOUT_MACHINE']]);
  const far = await checked(api, dated, [...press, '12', '', '2090-02-01']);
  expect(await problemsOf(api, far)).toEqual([['past.nextInspection', 'DATE_OUT_OF_RANGE']]);
});

it('rows that say two next inspections of one machine contradict each other', async () => {
  const api = await own();
  const found = await imported(
    api,
    dated,
    [...press, '', '', '2027-01-12'],
    [...press, '', '', '2027-01-13'],
  );
  expect(await problemsOf(api, found)).toEqual([['past.nextInspection', 'CONTRADICTS_ROW']]);
});

it.each(['machines first', 'services first'])(
  'the last inspection of the list of machines is the one of the list of services: %s',
  async (order) => {
    const api = await own();
    await imported(api, machine, press);
    const lists = [
      () => imported(api, dated, [...press, '12', '2026-05-04', '']),
      () =>
        imported(
          api,
          services,
          ['PRESS-1', '2026-05-04', 'Inspection', '17/2026', 'Filter changed'],
          ['PRESS-1', '2026-05-04', 'Repair', '18/2026', ''],
        ),
    ];
    const inOrder = order === 'machines first' ? lists : lists.toReversed();
    for (const each of [...inOrder, ...inOrder]) await each();
    expect((await pastOf(api)).toSorted()).toEqual([
      ['2026-05-04', '17/2026'],
      ['2026-05-04', '18/2026'],
    ]);
    expect(await inspectionOf(api)).toMatchObject({
      nextInspection: '2027-05-04',
      pastInspections: [{ date: '2026-05-04', number: '17/2026' }],
    });
  },
);

it('the last inspection of a list is the protocol that was signed here on that day', async () => {
  const api = await own();
  await imported(api, machine, press);
  await inspect(api, '2026-11-20T10:00:00Z', 12);
  await imported(api, dated, [...press, '12', '2026-11-20', '']);
  expect(await pastOf(api)).toEqual([]);
});

it('new machines without a next inspection are counted and found, unless a list of services has their last one', async () => {
  const api = await own();
  const lists: [string, ImportField[], string[][]][] = [
    [
      'Machines',
      dated,
      [
        ['Mill', 'Presses', 'Press 1', 'PRESS-1', '12', '', ''],
        ['Mill', 'Presses', 'Press 2', 'PRESS-2', '12', '', ''],
        ['Mill', 'Presses', 'Press 3', 'PRESS-3', '', '2026-02-03', ''],
        ['Mill', 'Presses', 'Press 4', 'PRESS-4', '12', '2026-02-03', ''],
        ['Mill', 'Presses', 'Press 5', 'PRESS-5', '', '', '2027-02-03'],
      ],
    ],
    [
      'Services',
      services,
      [
        ['PRESS-1', '2026-03-04', 'Inspection', '7', ''],
        ['PRESS-2', '2026-03-04', 'Repair', '8', ''],
      ],
    ],
  ];
  const file = workbook({
    sheets: lists.map(([name, fields, rows]) => ({
      name,
      rows: [fields.map((_, index) => `${name} ${index}`), ...rows].map((row) => textRow(...row)).join(''),
    })),
  });
  const { id } = await api.import.upload({
    file: new Blob([file as Uint8Array<ArrayBuffer>]),
    fileName: 'lists.xlsx',
  });
  const sheets = lists.map(([, fields]) => ({
    headerRow: 1,
    columns: fields.map((field) => ({ field, dateOrder: null })),
  }));
  await api.import.setMapping({ body: { id, sheets, options: {} } });
  await api.import.check({ params: { id } });
  expect((await settled(api, id)).counts).toMatchObject({ rowsWithoutInspection: 2 });
  const { content } = await api.import.rows({ body: { id, filter: 'WITHOUT_INSPECTION' } });
  expect(content.map(({ row }) => row)).toEqual([3, 4]);
});
