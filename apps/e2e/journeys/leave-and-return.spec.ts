// Leaving: notice is given and taken back, and a closed account offers the data. Coming back: an archive of all data.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expect, expectAccessible, registerCompany, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';
import { callHeaders } from '../session.ts';

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now()))),
);

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

interface Stored {
  id: number;
  kind: string;
  sha256: string;
}
type Manifest = { files: { id: number; path: string; sha256: string }[] };

/** The files that an archive holds, by their kind. */
function filesIn(archive: Uint8Array): Record<string, string> {
  const content = unzipSync(archive);
  const json = <T>(name: string): T => JSON.parse(strFromU8(content[name] ?? new Uint8Array()));
  const { files } = json<Manifest>('manifest.json');
  return Object.fromEntries(
    json<Stored[]>('data/files.json').map(({ id, kind }) => {
      const path = files.find((file) => file.id === id)?.path ?? '';
      return [kind, sha256(content[path] ?? new Uint8Array())];
    }),
  );
}

/** Has the archive made on the screen, and downloads it. */
async function takeArchive(page: Page): Promise<Buffer> {
  await page.goto('/myAccount?tab=management');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Export your data' }) });
  await section.getByRole('button', { name: 'Download all data' }).click();
  const link = section.getByRole('link', { name: 'Download archive' });
  await expect(link).toBeVisible({ timeout: 30_000 });
  const downloading = page.waitForEvent('download');
  await link.click();
  return readFile(await (await downloading).path());
}

test('a company leaves with its archive and comes back with it: machine, signed protocol and file', async ({
  page,
  company,
}) => {
  expect(company.email).toBeTruthy();
  const { customer, id } = await addMachine(page);
  const drawing = Buffer.from('no;name\n1;pump\n');
  const post = async (path: string, multipart: Parameters<Page['request']['post']>[1]) => {
    const answer = await page.request.post(path, { headers: callHeaders, ...multipart });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await post('/api/file/add', {
    multipart: {
      fileJson: JSON.stringify({ device: { id }, type: 'MACHINE_FILE' }),
      file: { name: 'parts.csv', mimeType: 'text/csv', buffer: drawing },
    },
  });
  const protocol = {
    ...{ date: new Date().toISOString(), type: ['REPAIR'], isToSign: true },
    ...{ customer, devices: [{ id }] },
  };
  await post('/api/service/add', { multipart: { serviceJson: JSON.stringify(protocol) } });

  const taken = await takeArchive(page);
  const before = filesIn(taken);
  expect(before.MACHINE_FILE).toBe(sha256(drawing));
  expect(before.SERVICE_PDF).toMatch(/^[0-9a-f]{64}$/);

  await registerCompany(page, 'Back Again');
  await page.goto('/import?from=archive');
  await page.locator('input[accept=".zip"]').setInputFiles({
    name: 'all.zip',
    mimeType: 'application/zip',
    buffer: taken,
  });
  const run = page.getByRole('button', { name: 'Bring everything back' });
  await expect(run).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await run.click();
  await expect(page.getByRole('heading', { name: 'Your data is back' })).toBeVisible({ timeout: 30_000 });

  await page.goto('/machineList');
  await page.getByRole('link', { name: 'Press 5' }).first().click();
  await page.getByRole('tab', { name: /^Files/ }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download parts.csv' }).click();
  expect(await readFile(await (await downloading).path())).toEqual(drawing);
  expect(filesIn(await takeArchive(page))).toEqual(before);
});

test('notice is given and taken back; a closed account offers its data, whatever the address', async ({
  page,
  company,
  mailTo,
}) => {
  await page.goto('/myAccount?tab=management');
  await page.getByRole('button', { name: 'End the contract…' }).click();
  const dialog = page.getByRole('dialog', { name: 'End the contract' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'End the contract', exact: true }).click();
  await expect(page.getByRole('link', { name: 'View or change' })).toBeVisible();
  const { text } = await mailTo(company.email, /contract ends on/);
  expect(text).toContain(`Administrator: Anna Próbna, ${company.email}`);
  await page.getByRole('button', { name: 'Keep the contract' }).click();
  await expect(page.getByRole('link', { name: 'View or change' })).toBeHidden();
  await mailTo(company.email, /contract goes on/);

  await page.getByRole('button', { name: 'End the contract…' }).click();
  await dialog.getByText('At once').click();
  await dialog.getByRole('button', { name: 'Close the account now' }).click();
  const closed = page.getByRole('heading', { name: 'This account is closed' });
  await expect(closed).toBeVisible();
  await page.goto('/machineList');
  await expect(closed).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Download all data' })).toBeVisible();
  await mailTo(company.email, /account is closed/);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByRole('heading', { name: 'Machines' })).toBeVisible();
});
