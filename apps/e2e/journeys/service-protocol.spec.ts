// Service protocols at the machine: signed with a finger, read back in three scripts, and robust against double clicks,
// dead servers, closed tabs and the back button.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page, Route } from '@playwright/test';
import { formatServiceActions } from '@servicebook/shared/service-action';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { textOfPdf } from '../pdf-text.ts';
import { callHeaders } from '../session.ts';
import { confirmSignature, drawSignature, readText } from '../signature.ts';
import { wordingOf } from '../wording.ts';

const actions = [
  { name: 'Ciśnienie · Druck · Давление', fields: [{ name: 'Wynik', unit: 'bar' }] },
  { name: 'Osłona · Schutzhaube · Кожух', fields: [] },
];

async function call<Answer>(page: Page, method: string, path: string, data?: unknown): Promise<Answer> {
  const answer = await page.request.fetch(path, { method, data, headers: callHeaders });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** A machine with service actions, of a customer whose documents are in `language`. */
async function addMachine(page: Page, language = 'en'): Promise<number> {
  const name = 'Prasy';
  const { id } = await call<{ id: number }>(page, 'POST', '/api/category/insert', { name });
  await call(page, 'PUT', '/api/category/update', {
    id,
    name,
    serviceReviewOperationsList: formatServiceActions(actions),
  });
  const customer = await call<{ id: number }>(page, 'POST', '/api/customer/insert', {
    shortName: 'Müller',
    fullName: 'Müller & Söhne GmbH',
    language,
  });
  return call<number>(page, 'POST', '/api/device/insert', {
    name: 'Prasa hydrauliczna',
    category: { id },
    customer: { id: customer.id },
    serialNumber: 'HP-250',
  });
}

interface Stored {
  id: number;
  faultDescription: string;
  state: string;
  version: number;
  fileDtos: { key: string }[];
}
const protocols = async (page: Page) =>
  (await call<{ content: Stored[] }>(page, 'POST', '/api/service/search', {})).content;

async function openTab(page: Page, language = 'en'): Promise<number> {
  const id = await addMachine(page, language);
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await page.goto(`/machineEdit?id=${id}&activeTab=service&prev=machineList`);
  return id;
}

const t = wordingOf('en');

async function startNew(page: Page, words = t): Promise<Locator> {
  await page
    .getByRole('button', { name: words('service:tab.add'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: words('service:dialog.newTitle') });
  await dialog.getByText(words('service:types.REPAIR'), { exact: true }).click();
  return dialog;
}

const faults = {
  pl: 'Wężyk przecieka, ciśnienie spada po dziesięciu minutach.',
  de: 'Der Schlauch ist undicht, der Druck fällt nach zehn Minuten.',
  ru: 'Шланг протекает, давление падает через десять минут.',
};
const signers = { pl: 'Świętosława Źrebak', de: 'Jürgen Weißmüller', ru: 'Екатерина Щукина' };
const locales = { pl: 'pl-PL', de: 'de-DE', ru: 'ru-RU' };

for (const language of ['pl', 'de', 'ru'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: locales[language] });

    test('a protocol is written, signed on the screen and read back', { tag: '@phone' }, async ({
      page,
      company,
      hasTouch,
    }) => {
      expect(company.email).toBeTruthy();
      const words = wordingOf(language);
      // The screens use the user's stored language.
      await page.request.patch(`/api/user/language?language=${language}`, { headers: callHeaders });
      await openTab(page, language);
      const dialog = await startNew(page, words);
      await dialog.getByText(actions[0]?.name ?? '', { exact: true }).click();
      await dialog.getByRole('textbox', { name: /Wynik/ }).fill('210');
      await dialog.getByLabel(words('service:form.fault')).fill(faults[language]);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: words('service:form.saveAndSign') }).click();

      const signing = page.getByRole('dialog', { name: words('signature:title') });
      await expect(signing.getByRole('article')).toContainText('Müller & Söhne GmbH');
      await expect(signing.getByRole('article')).toContainText('210');
      await expectAccessible(page);
      await readText(signing, words);
      await signing.getByLabel(words('signature:signerName')).fill(signers[language]);
      await expectAccessible(page);
      await drawSignature(page, signing.getByLabel(words('signature:area')), hasTouch);
      const confirm = signing.getByRole('button', { name: words('signature:sign'), exact: true });
      await confirmSignature(confirm, hasTouch);

      // The document opens with one tap, and the screen shows the stored file.
      await expect(page.getByText(words('service:view.justSigned'))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: words('service:pdf.show'), exact: true }).click();
      await expect(page.locator('.react-pdf__Page canvas').first()).toBeVisible();
      const [stored] = await protocols(page);
      expect(stored).toMatchObject({ state: 'SIGNED', version: 1, faultDescription: faults[language] });
      const text = await textOfPdf(await (await page.request.get(`/api/service/pdf/${stored?.id}`)).body());
      const parts = [
        words('service-pdf:title'),
        'Müller & Söhne GmbH',
        'Prasa hydrauliczna',
        actions[0]?.name ?? '',
        '210',
        faults[language],
        signers[language],
        words('service-pdf:paymentType.PAID'),
      ];
      for (const part of parts) expect(text).toContain(part);
      expect(text).not.toContain(words('service-pdf:draftMark'));
    });
  });
}

test('a double click creates one protocol', { tag: '@phone' }, async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await openTab(page);
  const dialog = await startNew(page);
  await dialog.getByRole('button', { name: t('common:save'), exact: true }).dblclick();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/^1\/\d\d\/\d{4}$/).first()).toBeVisible();
  expect(await protocols(page)).toHaveLength(1);
});

test.describe('without a connection', () => {
  test.use({ allowedErrors: [/net::ERR_FAILED/] });

  test('no input or drawing is lost, and nothing is stored twice', { tag: '@phone-only' }, async ({
    page,
    company,
    hasTouch,
  }) => {
    expect(company.email).toBeTruthy();
    await openTab(page);
    const dialog = await startNew(page);
    await dialog.getByLabel(t('service:form.fault')).fill('The hose leaks.');

    // The request arrives, but its answer does not.
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/service/add', lose, { times: 1 });
    await dialog.getByRole('button', { name: t('service:form.saveAndSign') }).click();

    // It waits on the phone, and is read and signed there.
    const signing = page.getByRole('dialog', { name: t('signature:title') });
    await readText(signing, t);
    await page.route('**/api/service/sign/**', lose, { times: 1 });
    await signing.getByLabel(t('signature:signerName')).fill('Jan Kowal');
    await drawSignature(page, signing.getByLabel(t('signature:area')), hasTouch);
    await signing.getByRole('button', { name: t('signature:sign'), exact: true }).click();
    await expect(page.getByText(t('service:view.justSigned'))).toBeVisible();

    // Sent again, it is what had arrived.
    await expect
      .poll(() => protocols(page), { timeout: 60_000 })
      .toEqual([
        expect.objectContaining({ state: 'SIGNED', version: 1, faultDescription: 'The hose leaks.' }),
      ]);
    await page.goto('/offline');
    await expect(page.getByText(t('unsent:none'))).toBeVisible();
    expect(await protocols(page)).toHaveLength(1);
  });
});

test('input survives a closed tab', { tag: '@phone-only' }, async ({ page, context, company }) => {
  expect(company.email).toBeTruthy();
  const id = await openTab(page);
  const dialog = await startNew(page);
  await dialog.getByText(actions[1]?.name ?? '', { exact: true }).click();
  await dialog.getByLabel(t('service:form.fault')).fill('Half a sentence');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('seen on site') });
  await expect(dialog.getByText('note.txt')).toBeVisible();
  // Longer than the delay after the last key.
  await page.waitForTimeout(1000);
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto(`/machineEdit?id=${id}&activeTab=service&prev=machineList`);
  await expectAccessible(next);
  await next.getByRole('button', { name: t('service:draft.resume') }).click();
  const again = next.getByRole('dialog', { name: t('service:dialog.newTitle') });
  await expect(again.getByLabel(t('service:form.fault'))).toHaveValue('Half a sentence');
  await expect(again.getByRole('checkbox', { name: actions[1]?.name ?? '' })).toBeChecked();
  await again.getByRole('button', { name: t('common:save'), exact: true }).click();
  await expect(next.getByRole('dialog')).toHaveCount(0);
  const [stored] = await protocols(next);
  expect(stored).toMatchObject({ faultDescription: 'Half a sentence', fileDtos: [{ filename: 'note.txt' }] });
  await expect(next.getByRole('button', { name: t('service:draft.resume') })).toBeHidden();
});

test('a drawn signature survives a lost connection and a closed tab', { tag: '@phone-only' }, async ({
  page,
  context,
  company,
  hasTouch,
}) => {
  expect(company.email).toBeTruthy();
  const id = await openTab(page);
  const dialog = await startNew(page);
  await dialog.getByRole('button', { name: t('service:form.saveAndSign') }).click();
  const signing = page.getByRole('dialog', { name: t('signature:title') });
  await readText(signing, t);
  await signing.getByLabel(t('signature:signerName')).fill('Jan Kowal');
  await drawSignature(page, signing.getByLabel(t('signature:area')), hasTouch);
  await page.route('**/api/service/sign/**', () => {});
  const confirm = { name: t('signature:sign'), exact: true };
  await confirmSignature(signing.getByRole('button', confirm), hasTouch);
  await signing.getByRole('button', { name: t('components:confirm.cancel'), exact: true }).click();
  await expect(signing.getByLabel(t('signature:signerName'))).toBeEnabled();
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto(`/machineEdit?id=${id}&activeTab=service&prev=machineList`);
  await next
    .getByRole('button', { name: /^1\/\d\d\/\d{4}$/ })
    .first()
    .click();
  const again = next.getByRole('dialog', { name: t('signature:title') });
  await expect(again.getByLabel(t('signature:signerName'))).toHaveValue('Jan Kowal');
  await again.getByRole('button', confirm).click();
  await expect(next.getByText(t('service:view.justSigned'))).toBeVisible();
  expect(await protocols(next)).toMatchObject([{ state: 'SIGNED', version: 1 }]);
});

test('the back button closes the popup, and asks for confirmation before input is lost', {
  tag: '@phone',
}, async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  await openTab(page);
  const dialog = await startNew(page);
  await page.goBack();
  const question = page.getByRole('dialog', { name: t('common:unsaved.title') });
  await question.getByRole('button', { name: t('components:confirm.cancel'), exact: true }).click();
  await expect(dialog.getByRole('checkbox', { name: t('service:types.REPAIR') })).toBeChecked();
  await page.goBack();
  await question.getByRole('button', { name: t('common:unsaved.leave'), exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/machineEdit/);
  expect(await protocols(page)).toEqual([]);
});

test('a photo is downscaled in the browser, and sent after its protocol', { tag: '@phone-only' }, async ({
  page,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await openTab(page);
  const dialog = await startNew(page);
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'leak.png', mimeType: 'image/png', buffer: photo(3000, 1500) });
  await dialog.getByRole('button', { name: t('common:save'), exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const [stored] = await protocols(page);
  const key = stored?.fileDtos[0]?.key ?? '';
  const size = await page.evaluate(
    async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      return [bitmap.width, bitmap.height];
    },
    `/api/storage/downloadFile?fileName=${encodeURIComponent(key)}`,
  );
  expect(size).toEqual([2400, 1200]);

  await page.getByRole('button', { name: '1 attachment' }).click();
  await page.getByRole('menuitem').first().click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
});

/** A picture as large as a photo: noise that no lossless format can compress. */
function photo(width: number, height: number): Buffer {
  const line = 1 + width * 3;
  const rows = randomBytes(line * height);
  for (let y = 0; y < height; y++) rows[y * line] = 0;
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
