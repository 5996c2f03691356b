// A file of a machine is deleted and comes back: at once, and later from the bin.
import { expect, expectAccessible, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';
import { callHeaders } from '../session.ts';

test('a deleted file comes back with what is in it, at once and from the bin', { tag: '@phone' }, async ({
  page,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const { id } = await addMachine(page);
  const added = await page.request.post('/api/file/add', {
    headers: callHeaders,
    multipart: {
      fileJson: JSON.stringify({ device: { id }, type: 'MACHINE_FILE' }),
      file: { name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from('no;name\n1;pump\n') },
    },
  });
  expect(added.ok(), await added.text()).toBe(true);

  const link = page.getByRole('link', { name: 'Download parts.csv' });
  const openFiles = async () => {
    await page.goto(`/machineEdit?id=${id}`);
    await page.getByRole('tab', { name: /^Files/ }).click();
  };
  const remove = async () => {
    await openFiles();
    await page.getByRole('button', { name: 'Delete parts.csv' }).click();
    await page.getByRole('dialog', { name: 'Delete file?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted: parts.csv')).toBeVisible();
  };
  const expectFile = async () => {
    await openFiles();
    const download = page.waitForEvent('download');
    await link.click();
    expect((await download).suggestedFilename()).toBe('parts.csv');
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored')).toBeVisible();
  await expectFile();

  await remove();
  await page.goto('/bin');
  const restore = page.getByRole('button', { name: 'Restore: parts.csv' });
  await expect(restore).toBeVisible();
  await expectAccessible(page);
  await restore.click();
  await expect(page.getByText('The bin is empty')).toBeVisible();
  await expectFile();
});
