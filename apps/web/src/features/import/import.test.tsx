import type { Import, ImportRow } from '@servicebook/shared/import';
import { screen } from '@testing-library/react';
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
  options: { updateExisting: true, category: '', customer: '', pastType: null },
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
    expect(await screen.findByText('This is not a date')).toBeVisible();
    const cell = screen.getByRole('textbox', { name: 'Handover' });
    await user.clear(cell);
    await user.type(cell, '2026-04-03{Enter}');
    expect(await screen.findByText('Corrected')).toBeVisible();
    expect(server.sentTo(fix)).toEqual([{ id: 5, position: 1, column: 0, value: '2026-04-03' }]);
    server.handlers[find] = { body: made({ state: 'RUNNING', startedAt: '2026-11-20T10:05:00Z' }) };
    await user.click(screen.getByRole('button', { name: 'Import 1 row' }));
    expect(await screen.findByText(/The rows are being imported/)).toBeVisible();
  });

  it('is for admins', async () => {
    fakeServer({});
    await renderApp('/import', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Only administrators can import')).toBeVisible();
  });
});
