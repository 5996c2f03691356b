// A signed protocol proves itself: the code on its page leads to the public page, which also checks the file.
import type { Page } from '@playwright/test';
import { readCode } from '@servicebook/api/platform/pdf/testing/read-pdf';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';
import { callHeaders } from '../session.ts';

const signature = {
  signerName: 'Piotr Śliwa',
  strokes: [
    {
      points: [
        { x: 10, y: 10, time: 0, pressure: 0.5 },
        { x: 80, y: 30, time: 300, pressure: 0.5 },
      ],
    },
  ],
};

/** A protocol of a new machine, or a change of one. */
async function save(page: Page, protocol: object): Promise<{ id: number; revision: number }> {
  const answer = await page.request.post('/api/service/add', {
    headers: callHeaders,
    multipart: { serviceJson: JSON.stringify(protocol) },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

async function sign(page: Page, id: number): Promise<void> {
  const answer = await page.request.post(`/api/service/sign/${id}`, {
    headers: callHeaders,
    multipart: {
      signJson: JSON.stringify({ ...signature, signedAt: new Date().toISOString() }),
      signature: { name: 'signature', mimeType: 'text/plain', buffer: Buffer.from('M10 10 L80 30') },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('the code on a protocol leads to a page that knows it, its next version, and its file', {
  tag: '@phone',
}, async ({ page, company, browser, baseURL }) => {
  test.setTimeout(90_000);
  const { customer, id: device } = await addMachine(page, { machine: { serialNumber: 'SN-2026/5' } });
  const protocol = {
    date: new Date().toISOString(),
    type: ['REPAIR'],
    customer,
    devices: [{ id: device }],
  };
  const { id } = await save(page, protocol);
  await sign(page, id);
  const pdfOf = async (version: number) =>
    (await page.request.get(`/api/service/pdf/${id}`, { params: { version }, headers: callHeaders })).body();
  const pdf = await pdfOf(1);
  const address = await readCode(new Uint8Array(pdf), 1);

  // The company sees the address with the version.
  await page.goto(`/machineEdit?id=${device}&activeTab=service&service=${id}`);
  await expect(page.getByRole('link', { name: address.replace(/^https?:\/\//, '') }).first()).toHaveAttribute(
    'href',
    address,
  );

  // The customer scans the code: another person, in another language, without JavaScript.
  const path = new URL(address).pathname;
  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false, locale: 'de-DE' });
  const reader = await plain.newPage();
  await reader.goto(path);
  await expect(reader.getByRole('heading', { name: 'Echt und aktuell' })).toBeVisible();
  for (const fact of [company.companyName, 'Press 5', 'SN-2026/5', 'Reparatur'])
    await expect(reader.getByText(fact).first()).toBeVisible();
  await expect(reader.getByText(/Mill|Śliwa|Próbna/)).toHaveCount(0);
  await expect(reader.getByText('PDF-Datei prüfen')).toBeHidden();

  // Reopened, changed and signed again.
  const { revision } = await (
    await page.request.get(`/api/service/findById/${id}`, { headers: callHeaders })
  ).json();
  await save(page, { ...protocol, id, revision, faultDescription: 'Leaks' });
  await reader.reload();
  const reopened = 'Echt, die neueste unterschriebene Version';
  await expect(reader.getByRole('heading', { name: reopened })).toBeVisible();
  await sign(page, id);
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'Ersetzt durch Version 2' })).toBeVisible();
  await plain.close();

  // The file, in a browser with JavaScript.
  await page.goto(`${path}?lang=en`);
  await expect(page.getByRole('heading', { name: 'Replaced by version 2' })).toBeVisible();
  const result = page.locator('#file-result');
  const check = async (content: Buffer, heading: string) => {
    await page.setInputFiles('#file', {
      name: 'protocol.pdf',
      mimeType: 'application/pdf',
      buffer: content,
    });
    await expect(result.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  };
  const newest = await pdfOf(2);
  await check(pdf, 'The file is genuine, but an older version');
  await expect(result).toContainText('It has been replaced by version 2.');
  await check(newest, 'The file is genuine');
  await expect(result).toContainText('It is another document than the one on this page.');
  await result.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Genuine and current' })).toBeVisible();
  const altered = Buffer.from(newest);
  altered[2000] = (altered[2000] ?? 0) ^ 1;
  await check(altered, 'Not the genuine file');
  await check(Buffer.concat([newest, Buffer.from('\n% a note\n')]), 'Something was added to a genuine file');
  await check(Buffer.from('PNG'), 'Not a PDF');
  await expectAccessible(page);

  // Without its code: by the file alone.
  await page.goto('/verify?lang=en');
  await expectAccessible(page);
  await check(newest, 'The file is genuine');
  await check(Buffer.from('%PDF-1.7 of somebody else'), 'Unknown file');
  await page.getByLabel('Code or address from the footer').fill(address.toUpperCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: 'Replaced by version 2' })).toBeVisible();
});
