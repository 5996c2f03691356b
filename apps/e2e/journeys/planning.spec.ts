// The office plans a week on the board: by mouse, by keyboard, and while a colleague does the same.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';
import { textOfPdf } from '../pdf-text.ts';
import { call } from '../session.ts';

/** A Monday of the far future, so that no day has passed. */
const [monday, wednesday] = ['2027-12-06', '2027-12-08'];

test('a visit is planned by mouse and by keyboard, and a colleague’s move is not overwritten', async ({
  page,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const { customer, id: deviceId } = await addMachine(page, {
    machine: { name: 'Press', serialNumber: 'P-1' },
  });
  const visit = await call<{ id: number; revision: number }>(page, '/api/visit/save', {
    customer,
    devices: [{ id: deviceId }],
    types: ['REPAIR'],
    text: 'Noise in the gearbox',
  });
  await page.goto(`/planning?day=${monday}`);
  const rows = page.getByRole('grid', { name: 'Planning' }).locator('tbody tr');
  const cell = (row: number, day: number) => rows.nth(row).locator('td').nth(day);
  const card = (row: number, day: number) => cell(row, day).getByRole('link', { name: /^Mill/ });

  // From the list to the only technician's Tuesday.
  await page.getByRole('region', { name: 'Not planned yet' }).getByRole('listitem').dragTo(cell(1, 1));
  await expect(card(1, 1)).toBeVisible();
  await expect(page.getByText(/^Planned: Tuesday/)).toBeVisible();
  await expectAccessible(page);

  // By keyboard to Wednesday, and back by undo.
  await card(1, 1).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(card(1, 2)).toBeFocused();
  await expect(page.getByText(/^Moved: Wednesday/)).toBeVisible();
  const undone = page.waitForResponse('**/api/visit/move');
  await page.getByRole('button', { name: 'Undo' }).click();
  await undone;
  // Asked for after the move, and before that of the colleague.
  const board = page.waitForResponse(/\/api\/planning\/board/);
  await expect(card(1, 1)).toBeVisible();
  await expect(page.getByText('Undone.')).toBeVisible();
  await board;

  // A colleague is quicker.
  const [moved] = await call<{ revision: number }[]>(page, '/api/visit/move', {
    items: [{ id: visit.id, revision: visit.revision + 3, day: wednesday }],
  });
  expect(moved?.revision).toBe(visit.revision + 4);
  await card(1, 1).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText(/Mill: somebody else has changed this/)).toBeVisible();
  await expect(card(1, 2)).toBeVisible();

  // On paper: all days with who goes where, also from a sheet that is narrower than the screen; not the list beside it.
  const sheet = await textOfPdf(await page.pdf({ format: 'A4' }));
  for (const part of ['Mill', 'P-1', 'Mon', 'Sun']) expect(sheet).toContain(part);
  expect(sheet).not.toContain('Inspections');
});
