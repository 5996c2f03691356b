// The records of a machine: nameplates, notes, files, parts and events, added by a technician.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';
import { call, callHeaders } from '../session.ts';

/** A blue square of 2 × 2. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12NIS+sAIgYIBQAktgVR9jgiDQAAAABJRU5ErkJggg==',
  'base64',
);

/** A bitmap of 2 × 2, as older cameras and Paint write them. */
const bitmap = Buffer.from(
  'Qk1GAAAAAAAAADYAAAAoAAAAAgAAAAIAAAABABgAAAAAABAAAAATCwAAEwsAAAAAAAAAAAAA/0Ag/0AgAAD/QCD/QCAAAA==',
  'base64',
);

/** An upright iPhone photo: 128 × 64 pixels in landscape, rotated by metadata so that red is above blue. */
const heic = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFwAAEAAAAAAAAAMQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAzGlwcnAAAACtaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoBAgQWW6kkprm4EBAwIAAAMAAgAAAwACECIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAIAAAABAAAAAEHBpeGkAAAAAAwgICAAAAAlpcm90AwAAABdpcG1hAAAAAAAAAAEAAQSBAoOEAAAAOW1kYXQAAAAtKAGvE4DmqHDT//4mlH/9OueH6eXS0nm9lAH//WmpI/wqHf/rQTlKx//0pMC/',
  'base64',
);

/** Opens a tab of the current machine. */
async function openTab(page: Page, name: string) {
  // With or without a count.
  const counted = { name: new RegExp(`^${name}( \\d+)?$`) };
  await page.getByRole('tab', counted).click();
  return page.getByRole('tabpanel', counted);
}

async function openMachine(page: Page): Promise<number> {
  const { id } = await addMachine(page, { machine: { name: 'Hydraulic press' } });
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await page.goto(`/machineEdit?id=${id}&prev=machineList`);
  return id;
}

test('a nameplate is photographed, renamed and deleted', { tag: '@phone' }, async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await openMachine(page);
  // The default tab.
  const panel = page.getByRole('tabpanel', { name: 'Nameplates' });
  await expect(panel.getByText('No nameplates yet')).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Add nameplate' }).click();
  const dialog = page.getByRole('dialog', { name: 'New nameplate' });
  await dialog.getByRole('button', { name: 'Add nameplate' }).click();
  await expect(dialog.getByText('No file selected')).toBeVisible();

  const input = dialog.locator('input[type=file]').first();
  await input.setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<html></html>'),
  });
  await dialog.getByLabel('Description').fill('Main motor');
  await dialog.getByRole('button', { name: 'Add nameplate' }).click();
  await expect(dialog.getByText('This type of file is not accepted.')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Remove page.png' }).click();
  await input.setInputFiles({ name: 'plate.png', mimeType: 'image/png', buffer: picture });
  await dialog.getByRole('button', { name: 'Add nameplate' }).click();
  await expect(panel.getByText('Main motor')).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'View Main motor' }).click();
  const preview = page.getByRole('dialog', { name: 'plate.png' });
  await expect(preview.getByRole('img', { name: 'plate.png' })).toBeVisible();
  await preview.getByRole('button', { name: 'Zoom in' }).click();
  await preview.getByRole('button', { name: 'Close preview' }).click();

  await panel.getByRole('button', { name: 'Edit the description of Main motor' }).click();
  const rename = page.getByRole('dialog', { name: 'Edit description' });
  await rename.getByLabel('Description').fill('Main motor, left');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Main motor, left')).toBeVisible();

  await panel.getByRole('button', { name: 'Delete Main motor, left' }).click();
  await page
    .getByRole('dialog', { name: 'Delete nameplate?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(panel.getByText('No nameplates yet')).toBeVisible();
});

test('a note is kept while another tab is open', { tag: '@phone' }, async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await openMachine(page);
  let panel = await openTab(page, 'Notes');
  await panel.getByLabel('New note').fill('Key at the gate');
  await openTab(page, 'Parts');
  panel = await openTab(page, 'Notes');
  await expect(panel.getByLabel('New note')).toHaveValue('Key at the gate');
  await panel.getByRole('button', { name: 'Add note' }).click();
  const note = panel.getByRole('listitem').filter({ hasText: 'Key at the gate' });
  await expect(note).toContainText('Last updated by Anna Próbna');

  await note.getByRole('button', { name: 'Edit note' }).click();
  await panel.getByLabel('Note', { exact: true }).fill('Key at the porter’s');
  await panel.getByLabel('Note', { exact: true }).press('Control+Enter');
  await expect(panel.getByText('Key at the porter’s')).toBeVisible();
  await expectAccessible(page);
});

test('two files are uploaded at once and can be viewed', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const id = await openMachine(page);
  const panel = await openTab(page, 'Files');
  await panel
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from('no;name\n1;pump\n') },
      { name: 'cabinet.png', mimeType: 'image/png', buffer: picture },
    ]);
  await panel.getByRole('button', { name: 'Edit the description of parts.csv' }).click();
  const described = page.getByRole('dialog');
  await described.getByRole('textbox').fill('Spare parts');
  await expectAccessible(page);
  await described.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Spare parts')).toBeVisible();
  await panel.getByRole('button', { name: 'cabinet.png', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'cabinet.png' });
  await expect(preview.getByRole('img', { name: 'cabinet.png' })).toBeVisible();
  await preview.getByRole('button', { name: 'Close preview' }).click();

  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download parts.csv' }).click();
  expect((await download).suggestedFilename()).toBe('parts.csv');

  // The open tab is in the address.
  await page.reload();
  await expect(panel.getByText('Spare parts')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('id')).toBe(String(id));
});

test('a bitmap is uploaded and viewed, among the files and as a nameplate', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await openMachine(page);
  const file = { name: 'scan.bmp', mimeType: 'image/bmp', buffer: bitmap };
  const nameplates = page.getByRole('tabpanel', { name: 'Nameplates' });
  await nameplates.getByRole('button', { name: 'Add nameplate' }).click();
  const dialog = page.getByRole('dialog', { name: 'New nameplate' });
  await dialog.locator('input[type=file]').first().setInputFiles(file);
  await dialog.getByLabel('Description').fill('Old plate');
  await dialog.getByRole('button', { name: 'Add nameplate' }).click();
  const thumbnail = nameplates.getByRole('button', { name: 'View Old plate' }).locator('img');
  await expect(thumbnail).toHaveJSProperty('naturalWidth', 2);

  const files = await openTab(page, 'Files');
  await files.locator('input[type=file]').first().setInputFiles(file);
  await files.getByRole('button', { name: 'scan.bmp', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'scan.bmp' }).getByRole('img', { name: 'scan.bmp' });
  await expect(shown).toBeVisible();
  await expect(shown).toHaveJSProperty('naturalWidth', 2);
});

test('a HEIC photo of an iPhone becomes an upright picture', { tag: '@phone-only' }, async ({
  page,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await openMachine(page);
  const nameplates = page.getByRole('tabpanel', { name: 'Nameplates' });
  await nameplates.getByRole('button', { name: 'Add nameplate' }).click();
  const dialog = page.getByRole('dialog', { name: 'New nameplate' });
  const file = { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic };
  await dialog.locator('input[type=file]').first().setInputFiles(file);
  await expect(dialog.getByText('IMG_0001.jpg')).toBeVisible();
  await dialog.getByLabel('Description').fill('Pump');
  await dialog.getByRole('button', { name: 'Add nameplate' }).click();
  const thumbnail = nameplates.getByRole('button', { name: 'View Pump' }).locator('img');
  await expect(thumbnail).toHaveJSProperty('naturalHeight', 128);
  await expect(thumbnail).toHaveJSProperty('naturalWidth', 64);
  const [top, bottom] = await thumbnail.evaluate((image: HTMLImageElement) => {
    const context = new OffscreenCanvas(64, 128).getContext('2d');
    context?.drawImage(image, 0, 0);
    return [8, 120].map((y) => [...(context?.getImageData(32, y, 1, 1).data ?? [])]);
  });
  expect(top?.[0]).toBeGreaterThan(200);
  expect(top?.[2]).toBeLessThan(60);
  expect(bottom?.[0]).toBeLessThan(60);
  expect(bottom?.[2]).toBeGreaterThan(200);
});

test('a part is added, found and changed', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await openMachine(page);
  const panel = await openTab(page, 'Parts');
  for (const name of ['Pump', 'Belt']) {
    await panel.getByRole('button', { name: 'Add part' }).click();
    const dialog = page.getByRole('dialog', { name: 'New part' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Add part' }).click();
    await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await panel.getByRole('searchbox').fill('pump');
  await expect(panel.getByRole('button', { name: 'Belt', exact: true })).toBeHidden();
  await panel.getByRole('button', { name: 'Pump', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Part', exact: true });
  await dialog.getByLabel('Manufacturer').fill('Fluido');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  // A click right after the question opens counts as the click that opened it.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden({ timeout: 1000 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Fluido')).toBeVisible();
  await expectAccessible(page);

  // Without input there is no question, and the button does not move.
  await panel.getByRole('button', { name: 'Add part' }).click();
  await page.getByRole('dialog', { name: 'New part' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an event is added and found by its day', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const id = await openMachine(page);
  await call(page, '/api/incident/insert', {
    device: { id },
    // Half past midnight on 29 March in Warsaw.
    date: '2026-03-28T23:30:00.000Z',
    text: 'Short circuit',
  });
  const panel = await openTab(page, 'Events');
  await expect(panel.getByText('29 Mar 2026, 00:30')).toBeVisible();
  await panel.getByRole('button', { name: 'Add event' }).click();
  const dialog = page.getByRole('dialog', { name: 'New event' });
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await expect(dialog.getByText('Enter a text')).toBeVisible();
  await dialog.getByLabel(/^Event/).fill('Moved to hall 2');
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await expect(panel.getByText('Moved to hall 2')).toBeVisible();
  await expectAccessible(page);

  const until = panel.getByRole('textbox', { name: 'Until' });
  // A phone has the device's own picker, which takes ISO dates.
  const native = (await until.getAttribute('type')) === 'date';
  await until.fill(native ? '2026-03-29' : '29.3.2026');
  await until.blur();
  await expect(panel.getByText('Moved to hall 2')).toBeHidden();
  await expect(panel.getByText('Short circuit')).toBeVisible();
  await panel.getByRole('searchbox').fill('nothing like it');
  await expect(panel.getByText('Nothing found')).toBeVisible();
  await panel.getByRole('button', { name: 'Show all' }).click();
  await expect(panel.getByText('Moved to hall 2')).toBeVisible();

  await panel.getByRole('button', { name: /^Delete the event of 29 Mar 2026/ }).click();
  await page.getByRole('dialog', { name: 'Delete event?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(panel.getByText('Short circuit')).toBeHidden();
});

test('a service protocol is listed among the events and opens from there', async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const id = await openMachine(page);
  const machine = await page.request.get(`/api/device/findById/${id}`, { headers: callHeaders });
  const { customer } = await machine.json();
  const added = await page.request.post('/api/service/add', {
    headers: callHeaders,
    multipart: {
      serviceJson: JSON.stringify({
        date: '2026-03-10T10:00:00.000Z',
        number: 0,
        type: ['REPAIR'],
        paymentType: 'PAID',
        customer: { id: customer.id },
        devices: [{ id }],
        isToSign: false,
        faultDescription: 'Leaking hose',
        period: -1,
      }),
    },
  });
  expect(added.status(), await added.text()).toBe(200);
  const panel = await openTab(page, 'Events');
  await expect(panel.getByText('Not signed')).toBeVisible();
  await expect(panel.getByText('Leaking hose')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('link', { name: /^Service protocol/ }).click();
  await expect(page.getByRole('tab', { name: 'Service' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('dialog').getByText('Leaking hose')).toBeVisible();

  await page.goto(`/machineEdit?id=${id}&prev=machineList&activeTab=incident`);
  await panel.getByRole('switch', { name: 'Show service protocols' }).click();
  await expect(panel.getByText('Nothing found')).toBeVisible();
});
