// A company comes with its spreadsheet: columns, check, one wrong cell, run, and back again.
import { expect, expectAccessible, test } from '../fixtures.ts';

const sheet = [
  'Customer;City;Machine;Serial number;Category;Last inspection;Year built',
  'Mill;Dresden;Oven 200;OF-9101;Ovens;04.03.2026;2019',
  'Mill;Dresden;Oven 300;OF-9102;Ovens;05.03.2026;20199',
].join('\n');

test('a list of machines is imported, corrected and taken back', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await page.goto('/machineList');
  // In the empty list; beside the export there is another.
  await page.getByText('Import', { exact: true }).click();
  // By the keyboard alone.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles({
    ...{ name: 'machines.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(sheet),
  });

  await expect(page.getByRole('combobox', { name: 'Content of the column: Serial number' })).toHaveValue(
    'Serial number',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter');

  const year = page.getByRole('textbox', { name: /Year built/ });
  await expect(year).toHaveValue('20199');
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await expectAccessible(page);
  await year.fill('2018');
  await year.press('Enter');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();

  const undo = page.getByRole('button', { name: 'Undo import' });
  await expect(undo).toBeVisible();
  await page.goto('/machineList?q=of9102');
  await expect(page.getByRole('row', { name: /Oven 300.*OF-9102/ })).toBeVisible();

  await page.goto('/import');
  await page.getByRole('link', { name: 'machines.csv' }).click();
  await undo.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('heading', { name: 'Records' })).toBeVisible();
  await page.goto('/machineList');
  await expect(page.getByText('Import', { exact: true })).toBeVisible();
});
