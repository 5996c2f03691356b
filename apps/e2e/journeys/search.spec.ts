// Anything is found from anywhere: by keyboard at the desk, by the icon on a phone.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';

test(
  'a machine is found by its serial number, and an action by its name',
  { tag: '@phone' },
  async ({ page, company }, { project }) => {
    expect(company.email).toBeTruthy();
    await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
    await addMachine(page, {
      machine: { name: 'Compressor', serialNumber: 'GA-2024 1296' },
    });
    await page.goto('/statistics');
    const entry = page.getByRole('button', { name: 'Search…' });
    // The drawn frame has it too, disabled until the app hears keys.
    await expect(entry).toBeEnabled();
    if (project.name === 'phone') await entry.click();
    else await page.keyboard.press('Control+k');

    const dialog = page.getByRole('dialog', { name: 'Search everything' });
    const field = dialog.getByRole('textbox', { name: 'Search everything' });
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await field.fill('ga20241296 mill');
    await expect(dialog.getByRole('option', { name: /^Compressor/ })).toBeVisible();
    await expectAccessible(page);
    if (project.name === 'phone') await dialog.getByRole('option', { name: /^Compressor/ }).click();
    else await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Compressor' }).first()).toBeVisible();

    // What was opened comes first the next time.
    if (project.name === 'phone') await entry.click();
    else await page.keyboard.press('/');
    await expect(dialog.getByRole('group', { name: 'Recently opened' })).toContainText('Compressor');
    await field.fill('compresor');
    await expect(dialog.getByText('Nothing matches exactly. Similar:')).toBeVisible();
    await field.fill('new customer');
    await dialog.getByRole('option', { name: 'Add customer' }).click();
    await expect(page).toHaveURL(/customerAdd/);
  },
);

test('by keyboard alone: to a machine and back, and to the import', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await addMachine(page, { machine: { name: 'Compressor', serialNumber: 'GA-2024 1296' } });
  await page.goto('/statistics');
  await expect(page.getByRole('button', { name: 'Search…' })).toBeEnabled();
  const field = page.getByRole('textbox', { name: 'Search everything' });
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('ga20241296');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Compressor' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).press('Enter');
  await expect(page).toHaveURL(/machineList/);

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('import');
  await expect(page.getByRole('option', { name: 'Import a spreadsheet' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
  // The button of the file is reached by keys too.
  const choose = page.getByRole('button', { name: 'Choose a file' });
  for (let count = 0; count < 40; count++) {
    if (await choose.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(choose).toBeFocused();
});
