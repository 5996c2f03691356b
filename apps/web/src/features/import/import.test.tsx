import type { Import, ImportRow } from '@servicebook/shared/import';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const none = { CREATE: 0, UPDATE: 0, SAME: 0 };
const made = (given: Partial<Import> = {}): Import => ({
  id: 5,
  state: 'CHECKED',
  filename: 'machines.csv',
  size: 200,
  user: { id: 1, firstName: 'Anna', lastName: 'Nowak' },
  done: 0,
  total: 2,
  counts: {
    rows: { CREATE: 1, UPDATE: 0, SAME: 0, ERROR: 1, SKIP: 0 },
    rowsDone: 0,
    rowsChanging: 0,
    rowsWithoutInspection: 0,
    rowsWithoutTown: 0,
    addressConflicts: [],
    records: {
      customer: none,
      contact: none,
      category: none,
      machine: { CREATE: 1, UPDATE: 0, SAME: 0 },
      note: none,
      part: none,
      past: none,
      todo: none,
    },
    problems: { NOT_A_DATE: 1 },
  },
  undone: { REVERSED: 0, KEPT: 0, FAILED: 0 },
  errorCode: null,
  createdAt: '2026-11-20T10:00:00Z',
  startedAt: null,
  finishedAt: null,
  undoUntil: null,
  revision: 3,
  sheets: [
    {
      name: '',
      rows: 2,
      headerRow: 1,
      isLeftOut: false,
      columns: [
        {
          header: 'Handover',
          samples: ['03/04/2026'],
          field: 'machine.transferDate',
          certainty: 1,
          dateOrder: null,
          isAmbiguous: true,
        },
      ],
      isRemembered: false,
      hints: [],
    },
  ],
  options: { updateExisting: true, category: '', customer: '', placeOfCustomer: true, pastType: null },
  ...given,
});
const wrong: ImportRow = {
  position: 1,
  sheet: 0,
  row: 3,
  cells: ['yesterday'],
  plan: 'ERROR',
  problems: [{ column: 0, field: 'machine.transferDate', code: 'NOT_A_DATE' }],
  records: [],
  isDone: false,
};
const find = 'GET /api/import/findById/5';
const rows = 'POST /api/import/rows';
const page = (content: ImportRow[]) => ({
  body: { content, number: 0, size: 20, totalElements: content.length, totalPages: 1 },
});

const fileInput = () =>
  waitFor(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no input yet');
    return input;
  });

describe('The import', () => {
  it('asks what a date means before anything is checked', async () => {
    const save = 'PUT /api/import/mapping';
    const server = fakeServer({
      [find]: { body: made({ state: 'MAPPING' }) },
      [save]: { body: made({ state: 'MAPPING' }) },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    expect(await screen.findByRole('button', { name: 'Check the rows' })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('What does 03/04/2026 mean?'), '3 April 2026');
    expect(server.sentTo(save)).toMatchObject([
      { sheets: [{ columns: [{ field: 'machine.transferDate', dateOrder: 'DMY' }] }] },
    ]);
  });

  it('asks once whose address it is that rows contradict each other about, and has them checked again', async () => {
    const save = 'PUT /api/import/mapping';
    const check = 'POST /api/import/check/5';
    const column = { samples: [], certainty: 1, dateOrder: null, isAmbiguous: false };
    const sheet = {
      ...{ name: '', rows: 90, headerRow: 1, isLeftOut: false, isRemembered: false, hints: [] },
      columns: [
        { ...column, header: 'Kunde', field: 'customer.fullName' as const },
        { ...column, header: 'PLZ / Ort', field: 'customer.address' as const },
        { ...column, header: 'Straße', field: 'customer.streetAddress' as const },
        { ...column, header: 'Maschine', field: 'machine.name' as const },
      ],
    };
    const { counts } = made();
    const conflicting = (rows: number) =>
      made({
        sheets: [sheet],
        counts: { ...counts, addressConflicts: [{ sheet: 0, columns: [1, 2], rows }] },
      });
    const server = fakeServer({
      [find]: { body: conflicting(89) },
      [rows]: page([wrong]),
      [save]: { body: made({ state: 'MAPPING' }) },
      [check]: { body: made({ state: 'CHECKING' }) },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    expect(await screen.findByText(/^PLZ \/ Ort, Straße: 89 rows contradict other rows/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Yes, it is the machine’s address' }));
    await waitFor(() => expect(server.sentTo(check)).toHaveLength(1));
    expect(server.sentTo(save)).toMatchObject([
      {
        sheets: [
          {
            columns: [
              { field: 'customer.fullName' },
              { field: 'machine.address' },
              { field: 'machine.streetAddress' },
              { field: 'machine.name' },
            ],
          },
        ],
      },
    ]);
  });

  it('has a wrong cell corrected where it is shown, and runs', async () => {
    const fix = 'PATCH /api/import/cell';
    const run = 'POST /api/import/run/5';
    const server = fakeServer({
      [find]: { body: made() },
      [rows]: page([wrong]),
      [fix]: { body: { ...wrong, cells: ['2026-04-03'], plan: 'CREATE', problems: [] } },
      [run]: { body: made({ state: 'RUNNING', startedAt: '2026-11-20T10:05:00Z' }) },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    expect(await screen.findByText('This is not a date. Enter a date or leave it empty')).toBeVisible();
    const cell = screen.getByRole('textbox', { name: 'Handover' });
    await user.clear(cell);
    await user.type(cell, '2026-04-03{Enter}');
    expect(await screen.findByText('Corrected')).toBeVisible();
    expect(server.sentTo(fix)).toEqual([{ id: 5, position: 1, column: 0, value: '2026-04-03' }]);
    server.handlers[find] = { body: made({ state: 'RUNNING', startedAt: '2026-11-20T10:05:00Z' }) };
    await user.click(screen.getByRole('button', { name: 'Import 1 row' }));
    expect(await screen.findByText(/The rows are being imported/)).toBeVisible();
  });

  const counted = (counts: Partial<Import['counts']>) => made({ counts: { ...made().counts, ...counts } });

  it('corrects the same value in all further rows, chosen from those that are allowed, and takes it back', async () => {
    const fix = 'PATCH /api/import/cell';
    const fixAlike = 'PATCH /api/import/cells';
    const status: ImportRow = {
      ...{ ...wrong, cells: ['i.O.'] },
      problems: [{ column: 0, field: 'machine.status', code: 'UNKNOWN_STATUS' }],
    };
    const server = fakeServer({
      [find]: { body: made() },
      [rows]: page([status]),
      'GET /api/employee/findAllFlatRoles': { body: [] },
      [fix]: { body: { ...status, cells: ['OK'], plan: 'CREATE', problems: [], alike: 2 } },
      [fixAlike]: { body: { import: made(), positions: [4, 7] } },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    const choice = await screen.findByRole('combobox', { name: 'Handover' });
    expect(choice).toHaveAccessibleDescription(/There is no such status\. Allowed: .*In repair/);
    await user.selectOptions(choice, 'OK');
    await user.click(await screen.findByRole('button', { name: 'Correct the same in 2 further rows' }));
    expect(await screen.findByText('2 rows corrected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Undo/ }));
    const cells = { id: 5, sheet: 0, column: 0 };
    await waitFor(() =>
      expect(server.sentTo(fixAlike)).toEqual([
        { ...cells, before: 'i.O.', value: 'OK' },
        { ...cells, before: 'OK', value: 'i.O.', positions: [4, 7] },
      ]),
    );
  });

  it('shows what rows change of what is there, before and after', async () => {
    const change: ImportRow = {
      ...{ ...wrong, plan: 'UPDATE', problems: [] },
      records: [
        {
          ...{ entity: 'machine', plan: 'UPDATE', id: 9, what: 'Oven' },
          changes: [
            { field: 'status', before: 'OK', after: 'IN_REPAIR' },
            { field: 'transferDate', before: '', after: '2026-04-03' },
          ],
        },
      ],
    };
    const server = fakeServer({
      [find]: { body: counted({ rowsChanging: 1 }) },
      [rows]: page([change]),
      'GET /api/employee/findAllFlatRoles': { body: [] },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    await user.click(await screen.findByRole('radio', { name: 'Changes (1)' }));
    const table = await screen.findByRole('table', { name: 'Rows' });
    await waitFor(() => expect(table).toHaveTextContent('Machine statusOK → In repair'));
    expect(table).toHaveTextContent('Handover date(empty) → 3 Apr 2026');
    expect(server.sentTo(rows)).toContainEqual(expect.objectContaining({ filter: 'CHANGING' }));
  });

  it('says how many machines will have no next inspection, and shows them', async () => {
    const server = fakeServer({
      [find]: { body: counted({ rowsWithoutInspection: 12 }) },
      [rows]: page([]),
      'GET /api/employee/findAllFlatRoles': { body: [] },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    expect(await screen.findByText(/12 machines will have no next inspection/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show them' }));
    expect(await screen.findByRole('radio', { name: 'No next inspection (12)' })).toBeChecked();
    await waitFor(() =>
      expect(server.sentTo(rows)).toContainEqual(expect.objectContaining({ filter: 'WITHOUT_INSPECTION' })),
    );
  });

  it('names its tables by what has happened', async () => {
    fakeServer({
      [find]: {
        body: made({
          ...{ state: 'DONE', startedAt: '2026-11-20T10:05:00Z' },
          counts: { ...made().counts, rowsDone: 1 },
        }),
      },
      [rows]: page([]),
      'GET /api/employee/findAllFlatRoles': { body: [] },
    });
    await renderApp('/import?id=5', sessionUser());
    expect(await screen.findByRole('radio', { name: 'Imported (1)' })).toBeVisible();
    expect(screen.queryByRole('radio', { name: /To import/ })).not.toBeInTheDocument();
  });

  it('asks first about the columns that are not recognised; typing searches for a field', async () => {
    const column = {
      ...{ samples: ['1'], certainty: 1, dateOrder: null, isAmbiguous: false },
      field: 'machine.name' as const,
    };
    const [sheet] = made().sheets;
    const save = 'PUT /api/import/mapping';
    const found = made({
      state: 'MAPPING',
      sheets: [
        {
          ...(sheet as Import['sheets'][number]),
          columns: [
            { ...column, header: 'Device' },
            { ...column, header: 'Xyz', field: null },
          ],
        },
      ],
    });
    const server = fakeServer({ [find]: { body: found }, [save]: { body: found } });
    const { user } = await renderApp('/import?id=5', sessionUser());
    const open = (await screen.findByRole('heading', { name: '1 column not recognised' })).closest('section');
    expect(within(open as HTMLElement).getByText('Xyz')).toBeVisible();
    expect(screen.getByRole('heading', { name: '1 column recognised' })).toBeVisible();
    const choice = screen.getByRole('combobox', { name: 'Content of the column: Device' });
    await user.click(choice);
    await user.keyboard('inventory');
    expect(choice).toHaveValue('inventory');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(server.sentTo(save)).toMatchObject([
      { sheets: [{ columns: [{ field: 'machine.ownNumber' }, { field: null }] }] },
    ]);
  });

  it('says in words why the server gave it up', async () => {
    fakeServer({
      [find]: {
        body: made({
          ...{ state: 'FAILED', startedAt: '2026-11-20T10:05:00Z', sheets: [] },
          errorCode: 'WORK_INTERRUPTED',
        }),
      },
    });
    await renderApp('/import?id=5', sessionUser());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The server was restarted meanwhile. Try again.',
    );
  });

  it('lists when imports ran, and of the others when they were uploaded', async () => {
    fakeServer({
      'GET /api/import/findAll': {
        body: [made({ id: 6, filename: 'new.csv' }), made({ startedAt: '2026-11-21T10:05:00Z' })],
      },
    });
    await renderApp('/import', sessionUser());
    const table = await screen.findByRole('table', { name: 'Earlier imports' });
    expect(await within(table).findByText(/Uploaded: 20 Nov 2026/)).toBeVisible();
    expect(within(table).getByText(/^21 Nov 2026/)).toBeVisible();
  });

  it('takes a file, and goes on to its columns', async () => {
    const upload = 'POST /api/import/upload';
    fakeServer({
      'GET /api/import/findAll': { body: [] },
      [upload]: { body: made({ state: 'MAPPING' }) },
      [find]: { body: made({ state: 'MAPPING' }) },
    });
    const { user, router } = await renderApp('/import', sessionUser());
    await user.upload(await fileInput(), new File(['a;b'], 'machines.csv'));
    expect(await screen.findByRole('button', { name: 'Check the rows' })).toBeVisible();
    expect(router.state.location.search).toBe('?id=5');
  });

  it('says why a file cannot be read, and takes another', async () => {
    const upload = 'POST /api/import/upload';
    const message = 'This file cannot be read. It is protected by a password. Save it without one.';
    const server = fakeServer({
      'GET /api/import/findAll': { body: [] },
      [upload]: { status: 400, body: { code: 'IMPORT_UNREADABLE', message } },
      [find]: { body: made({ state: 'MAPPING' }) },
    });
    const { user } = await renderApp('/import', sessionUser());
    await user.upload(await fileInput(), new File(['x'], 'secret.xlsx'));
    expect(await screen.findByText(message)).toBeVisible();
    server.handlers[upload] = { body: made({ state: 'MAPPING' }) };
    await user.upload(await fileInput(), new File(['a;b'], 'machines.csv'));
    expect(await screen.findByRole('button', { name: 'Check the rows' })).toBeVisible();
  });

  it('is stopped while it runs', async () => {
    const cancel = 'POST /api/import/cancel/5';
    const running = made({ state: 'RUNNING', done: 1, startedAt: '2026-11-20T10:05:00Z' });
    const stopped = made({
      ...{ state: 'CANCELLED', startedAt: '2026-11-20T10:05:00Z', sheets: [] },
      undoUntil: '2126-01-01T00:00:00Z',
    });
    const server = fakeServer({ [find]: { body: running }, [cancel]: { body: stopped } });
    const { user } = await renderApp('/import?id=5', sessionUser());
    expect(await screen.findByText('The rows are being imported: 50 %')).toBeVisible();
    server.handlers[find] = { body: stopped };
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('heading', { name: 'Stopped' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo import' })).toBeVisible();
    expect(server.sentTo(cancel)).toHaveLength(1);
  });

  it('says that another import is running, and keeps the check', async () => {
    const message = 'Another import is running. Wait until it is done.';
    const clean = made({ counts: { ...made().counts, rows: { ...made().counts.rows, ERROR: 0 } } });
    fakeServer({
      [find]: { body: clean },
      [rows]: page([]),
      'POST /api/import/run/5': { status: 409, body: { code: 'IMPORT_RUNNING', message } },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Import 1 row' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('button', { name: 'Import 1 row' })).toBeEnabled();
  });

  it('lists what an undo has reversed and what it kept, with the reason and in the reader’s dates', async () => {
    const changes = 'POST /api/import/changes';
    const change = { id: 1, sheet: 0, row: 2, entityId: 9, isCreated: true };
    const server = fakeServer({
      [find]: {
        body: made({
          ...{ state: 'UNDONE', startedAt: '2026-11-20T10:05:00Z' },
          undone: { REVERSED: 1200, KEPT: 1, FAILED: 0 },
        }),
      },
      [changes]: ({ body }) => {
        const kept = (body as { undo: string }).undo === 'KEPT';
        const content = kept
          ? [
              {
                ...change,
                entity: 'machine',
                what: 'Oven',
                undo: 'KEPT',
                reason: 'CHANGED',
                who: 'Ewa Nowak',
              },
            ]
          : [{ ...change, entity: 'past', what: '2026-03-04', undo: 'REVERSED', reason: null, who: '' }];
        return { body: { content, number: 0, size: 20, totalElements: 1, totalPages: 1 } };
      },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    const table = await screen.findByRole('table', { name: 'Records' });
    await waitFor(() => expect(table).toHaveTextContent('Changed since by Ewa Nowak'));
    expect(within(table).getByText('Oven')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Undone (1,200)' }));
    expect(await screen.findByText('4 Mar 2026')).toBeVisible();
    expect(server.sentTo(changes)).toMatchObject([{ undo: 'KEPT' }, { undo: 'REVERSED' }]);
  });

  it('asks in the row for what no column says', async () => {
    const fix = 'PATCH /api/import/cell';
    const missing = {
      ...wrong,
      problems: [{ column: null, field: 'category.name', code: 'CATEGORY_NOT_SELECTED' }],
    } as const;
    const server = fakeServer({
      [find]: { body: made() },
      [rows]: page([missing as unknown as ImportRow]),
      'GET /api/category/findAll': { body: [] },
      [fix]: { body: { ...wrong, plan: 'CREATE', problems: [] } },
    });
    const { user } = await renderApp('/import?id=5', sessionUser());
    await user.type(await screen.findByRole('combobox', { name: 'Category' }), 'Pumps{Enter}');
    expect(await screen.findByText('Corrected')).toBeVisible();
    expect(server.sentTo(fix)).toEqual([
      { id: 5, position: 1, column: null, field: 'category.name', value: 'Pumps' },
    ]);
  });

  it('is for admins', async () => {
    fakeServer({});
    await renderApp('/import', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Only administrators can import')).toBeVisible();
  });
});
