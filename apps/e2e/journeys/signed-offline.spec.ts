// A protocol without a network, from the phone to the seal: found, written, read and signed in a cellar, sent later.
import type { Page } from '@playwright/test';
import { formatDay } from '@servicebook/i18n/format.ts';
import { addMonths, dateIn } from '@servicebook/shared/calendar';
import { formatServiceActions } from '@servicebook/shared/service-action';
import sharp from 'sharp';
import { expect } from '../fixtures.ts';
import { textOfPdf } from '../pdf-text.ts';
import { call, callHeaders } from '../session.ts';
import { confirmSignature, drawSignature, readText } from '../signature.ts';
import { openStored, sendWhenClosed, test } from '../stored-app.ts';
import { hasWorkingSet } from '../stored-data.ts';
import { wordingOf } from '../wording.ts';

const actions = [
  { name: 'Ciśnienie · Druck', fields: [{ name: 'Wynik', unit: 'bar' }] },
  { name: 'Osłona · Schutzhaube', fields: [] },
];
const faults = { de: 'Der Schlauch ist undicht.', pl: 'Wężyk przecieka.' };
const signers = { de: 'Jürgen Weißmüller', pl: 'Świętosława Źrebak' };

/** A machine whose inspection is overdue, and today's visit for it. */
async function addMachine(page: Page, language: string): Promise<{ id: number; visit: number }> {
  const { id } = await call<{ id: number }>(page, '/api/category/insert', { name: 'Prasy' });
  const serviceReviewOperationsList = formatServiceActions(actions);
  const data = { id, name: 'Prasy', serviceReviewOperationsList };
  await page.request.put('/api/category/update', { data, headers: callHeaders });
  const customer = await call<{ id: number }>(page, '/api/customer/insert', {
    shortName: 'Müller',
    fullName: 'Müller & Söhne GmbH',
    language,
    city: 'Görlitz',
  });
  const machine = {
    name: 'Prasa hydrauliczna',
    category: { id },
    customer: { id: customer.id },
    serialNumber: 'HP-250',
    transferDate: '2020-01-01',
    inspectionPeriodInMonths: 12,
  };
  const device = { id: await call<number>(page, '/api/device/insert', machine) };
  const enabled = { ...device, isPeriodicInspectionEnabled: true };
  await page.request.patch('/api/device/isPeriodicInspectionEnabled', {
    data: enabled,
    headers: callHeaders,
  });
  const user: { id: number } = await (
    await page.request.get('/api/user/check-auth', { headers: callHeaders })
  ).json();
  const visit = await call<{ id: number }>(page, '/api/visit/save', {
    ...{ customer: { id: customer.id }, devices: [device], technicians: [{ id: user.id }] },
    ...{ types: ['PERIODIC_INSPECTION'], day: dateIn(new Date().toISOString(), 'Europe/Warsaw') },
  });
  return { ...device, visit: visit.id };
}

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

interface Stored {
  id: number;
  number: number;
  state: string;
  version: number;
  faultDescription: string;
  fileDtos: { filename: string; print: boolean; signedVersion: number | null }[];
}
const protocols = async (page: Page) =>
  (await call<{ content: Stored[] }>(page, '/api/service/search', {})).content;

for (const language of ['de', 'pl'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: { de: 'de-DE', pl: 'pl-PL' }[language] });

    test('a protocol is written and signed without a network, and sealed as it was read', {
      tag: '@phone-only',
    }, async ({ page, context, company, hasTouch }) => {
      test.setTimeout(180_000);
      expect(company.email).toBeTruthy();
      const words = wordingOf(language);
      // The customer reads another language than the technician.
      const other = ({ de: 'pl', pl: 'de' } as const)[language];
      const documentWords = wordingOf(other);
      const { id, visit } = await addMachine(page, other);
      await openStored(page, '/home', language);
      await expect.poll(() => hasWorkingSet(page), { timeout: 60_000 }).toBe(true);

      // A cold start in the cellar.
      await page.close();
      await context.setOffline(true);
      const tab = await context.newPage();
      await tab.goto('/home');
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
      await tab
        .getByRole('link', { name: words('common:menu.machines') })
        .first()
        .click();
      await tab.getByPlaceholder(words('device:searchPlaceholder')).fill('hp-250');
      await tab
        .getByRole('link', { name: /Prasa hydrauliczna/ })
        .first()
        .click();
      await tab.locator(`a[href="/visit?id=${visit}"]`).click();
      await tab.getByRole('button', { name: words('visit:start') }).click();

      const dialog = tab.getByRole('dialog');
      await dialog.getByText(words('service:types.REPAIR'), { exact: true }).click();
      await dialog.getByText(actions[0]?.name ?? '', { exact: true }).click();
      await dialog.getByRole('textbox', { name: /Wynik/ }).fill('210');
      await dialog.getByText(actions[1]?.name ?? '', { exact: true }).click();
      const photos = [await picture('leak.jpg', '#a33'), await picture('plate.jpg', '#3a3')];
      await dialog.locator('input[type=file]').first().setInputFiles(photos);
      const printed = words('service:files.printOf').replace('{{name}}', 'leak.jpg');
      const plate = words('service:files.printOf').replace('{{name}}', 'plate.jpg');
      await dialog.getByRole('checkbox', { name: printed }).setChecked(true);
      await dialog.getByRole('checkbox', { name: plate }).setChecked(false);
      await dialog.getByRole('button', { name: words('common:save'), exact: true }).click();
      await expect(dialog).toBeHidden();

      // Back at the machine, the leak shows.
      await tab.goto(`/visit?id=${visit}`);
      await tab.getByRole('button', { name: words('visit:goOn') }).click();
      await dialog.getByLabel(words('service:form.fault')).fill(faults[language]);
      await dialog.getByRole('button', { name: words('service:form.saveAndSign') }).click();

      // The customer reads all of it, with the picture.
      const signing = tab.getByRole('dialog', { name: words('signature:title') });
      const text = signing.getByRole('article');
      const parts = [
        'Müller & Söhne GmbH',
        actions[0]?.name ?? '',
        '210',
        actions[1]?.name ?? '',
        faults[language],
        'leak.jpg',
        'plate.jpg',
        documentWords('service-pdf:numberFollows'),
      ];
      for (const part of parts) await expect(text).toContainText(part);
      const shown = text.getByRole('listitem').filter({ hasText: 'leak.jpg' }).locator('img');
      await shown.scrollIntoViewIfNeeded();
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
      const hash = documentWords('service-pdf:contentRead').replace('{{hash}}', '([0-9a-f]{4} [0-9a-f]{4})');
      const [, read = ''] = new RegExp(hash).exec((await text.textContent()) ?? '') ?? [];
      expect(read).not.toBe('');
      await readText(signing, words);
      await signing.getByLabel(words('signature:signerName')).fill(signers[language]);
      await drawSignature(tab, signing.getByLabel(words('signature:area')), hasTouch);
      const confirm = signing.getByRole('button', { name: words('signature:sign'), exact: true });
      await expect(confirm).toBeEnabled();
      await confirmSignature(confirm, hasTouch);
      await expect(signing).toBeHidden();
      await expect(tab.getByText(words('service:view.signedHere'))).toBeVisible();

      // The visit is done, and the machine is not overdue.
      await tab.goto(`/visit?id=${visit}`);
      await expect(tab.getByText(words('visit:states.DONE'), { exact: true })).toBeVisible();
      await expect(tab.getByRole('link', { name: words('service:numberFollowsInText') })).toBeVisible();
      await tab.goto(`/machineEdit?id=${id}`);
      const inYear = addMonths(dateIn(new Date().toISOString(), 'Europe/Warsaw'), 12);
      await expect(tab.getByText(formatDay(inYear, language)).first()).toBeVisible();

      // The network is back.
      await context.setOffline(false);
      await expect
        .poll(() => protocols(tab).then(([first]) => first?.state), { timeout: 60_000 })
        .toBe('SIGNED');
      await expect.poll(async () => (await protocols(tab)).map(({ version }) => version)).toEqual([1]);
      const [protocol, ...more] = await protocols(tab);
      expect(more).toEqual([]);
      const planned = await tab.request.get(`/api/visit/findById/${visit}`, { headers: callHeaders });
      expect(await planned.json()).toMatchObject({ state: 'DONE', protocols: [{ id: protocol?.id }] });
      expect(protocol).toMatchObject({ number: 1, faultDescription: faults[language] });
      expect(
        protocol?.fileDtos.map(({ filename, print, signedVersion }) => [filename, print, signedVersion]),
      ).toEqual([
        ['leak.jpg', true, 1],
        ['plate.jpg', false, 1],
      ]);
      const versions: { readSha256: string; differences: unknown[] | null }[] = await (
        await tab.request.get(`/api/service/versions/${protocol?.id}`, { headers: callHeaders })
      ).json();
      expect(versions).toHaveLength(1);
      expect(versions[0]?.readSha256).toMatch(new RegExp(`^${read.replace(' ', '')}`));
      expect(versions[0]?.differences ?? []).toEqual([]);
      const pdf = await (await tab.request.get(`/api/service/pdf/${protocol?.id}`)).body();
      const document = await textOfPdf(pdf);
      const sealed = [...parts.slice(0, -1), signers[language], read, documentWords('service-pdf:photos')];
      for (const part of sealed) expect(document).toContain(part);
      expect(document).not.toContain(documentWords('service-pdf:numberFollows'));
    });
  });
}

const words = wordingOf('en');

/** A repair that has been saved on a machine's page, in English. */
async function savedRepair(page: Page): Promise<void> {
  await addMachine(page, 'en');
  await openStored(page, '/home', 'en');
  await expect.poll(() => hasWorkingSet(page), { timeout: 60_000 }).toBe(true);
  const machines = await call<{ content: { id: number }[] }>(page, '/api/device/search', {});
  await page.goto(`/machineEdit?id=${machines.content[0]?.id}&activeTab=service`);
  await page
    .getByRole('button', { name: words('service:tab.add'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(words('service:types.REPAIR'), { exact: true }).click();
  await dialog.getByLabel(words('service:form.fault')).fill('The hose leaks.');
  await dialog.getByRole('button', { name: words('common:save'), exact: true }).click();
  await expect(savedRow(page)).toBeVisible();
}
const savedRow = (page: Page) => page.getByRole('button', { name: /^1\/\d\d?\/\d{4}$/ });

/** Opens it again, adds a photo and goes on to the signature. */
async function addPhotoAndSign(page: Page): Promise<void> {
  await savedRow(page).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([await picture('leak.jpg', '#a33')]);
  await expect(dialog.getByText('leak.jpg')).toBeVisible();
  await dialog.getByRole('button', { name: words('service:form.saveAndSign') }).click();
}

/** The customer reads the text with the photo, and signs. */
async function signHere(page: Page, touch: boolean): Promise<void> {
  const signing = page.getByRole('dialog', { name: words('signature:title') });
  await expect(signing.getByRole('article')).toContainText('leak.jpg');
  await readText(signing, words);
  await signing.getByLabel(words('signature:signerName')).fill('Ann Miller');
  await drawSignature(page, signing.getByLabel(words('signature:area')), touch);
  await confirmSignature(signing.getByRole('button', { name: words('signature:sign'), exact: true }), touch);
  await expect(page.getByText(words('service:view.signedHere'))).toBeVisible();
}

/** The state of each protocol, and how many files it has. */
const signedWith = async (page: Page) =>
  (await protocols(page)).map(({ state, fileDtos }) => [state, fileDtos.length]);

test('a protocol that was saved a moment before the network goes gets its photo and its signature, also while the app is closed', {
  tag: '@phone-only',
}, async ({ page, context, company, hasTouch }) => {
  test.setTimeout(120_000);
  expect(company.email).toBeTruthy();
  await savedRepair(page);
  await context.setOffline(true);
  await addPhotoAndSign(page);
  await signHere(page, hasTouch);

  // The app is closed before the network is back.
  await page.close();
  await context.setOffline(false);
  const elsewhere = await context.newPage();
  await sendWhenClosed(elsewhere);
  await expect.poll(() => signedWith(elsewhere), { timeout: 60_000 }).toEqual([['SIGNED', 1]]);
  await elsewhere.goto('/offline');
  await expect(elsewhere.getByRole('heading', { name: words('unsent:none') })).toBeVisible();
});

test('on a slow line, the customer signs while the photo is still being sent, and has signed it too', {
  tag: '@phone-only',
}, async ({ page, company, hasTouch }) => {
  test.setTimeout(120_000);
  expect(company.email).toBeTruthy();
  await savedRepair(page);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/service/addFile/**', async (route) => {
    await arrived;
    // What was given up meanwhile is not there any more.
    await route.continue().catch(() => {});
  });
  await addPhotoAndSign(page);
  await page
    .getByRole('dialog', { name: words('service:filesFirst.title') })
    .getByRole('button', { name: words('service:filesFirst.signNow') })
    .click();
  await signHere(page, hasTouch);
  await expect(page.getByText(words('service:needsSending'))).toBeVisible();
  expect(await signedWith(page)).toEqual([['NEW', 0]]);
  arrive();
  await expect(page.getByText(words('service:view.justSigned'))).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => signedWith(page), { timeout: 60_000 }).toEqual([['SIGNED', 1]]);
  const [protocol] = await protocols(page);
  expect(protocol?.fileDtos).toMatchObject([{ filename: 'leak.jpg', signedVersion: 1 }]);
});
