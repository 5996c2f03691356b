// From the signature to the customer's mailbox: one press at the machine, and the document arrives.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { callHeaders } from '../session.ts';
import { confirmSignature, drawSignature, readText } from '../signature.ts';
import { wordingOf } from '../wording.ts';

const t = wordingOf('en');

async function call<Answer>(page: Page, path: string, data: unknown): Promise<Answer> {
  const answer = await page.request.post(path, { data, headers: callHeaders });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

test('a protocol is signed and sent to the customer with one press', { tag: '@phone' }, async ({
  page,
  company,
  mailTo,
  hasTouch,
}) => {
  test.setTimeout(90_000);
  const email = `anna-${randomUUID()}@example.test`;
  const category = await call<{ id: number }>(page, '/api/category/insert', { name: 'Presses' });
  const customer = await call<{ id: number }>(page, '/api/customer/insert', {
    ...{ shortName: 'Müller', fullName: 'Müller & Söhne GmbH', language: 'de', email },
  });
  const id = await call<number>(page, '/api/device/insert', {
    name: 'Presse',
    category: { id: category.id },
    customer: { id: customer.id },
    serialNumber: 'HP-250',
  });
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await page.goto(`/machineEdit?id=${id}&activeTab=service&prev=machineList`);
  await page
    .getByRole('button', { name: t('service:tab.add'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByText(t('service:types.REPAIR'), { exact: true }).click();
  await dialog.getByRole('button', { name: t('service:form.saveAndSign') }).click();
  const signing = page.getByRole('dialog', { name: t('signature:title') });
  await readText(signing, t);
  await signing.getByLabel(t('signature:signerName')).fill('Anna Nowak');
  await drawSignature(page, signing.getByLabel(t('signature:area')), hasTouch);
  await confirmSignature(signing.getByRole('button', { name: t('signature:sign'), exact: true }), hasTouch);
  await expect(signing).toBeHidden();

  await page
    .getByRole('button', { name: t('protocol-mail:sendTo').replace('{{email}}', email), exact: true })
    .click();
  await expect(page.getByText(/^Sent /).first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);

  const mail = await mailTo(email, /^Protokoll /);
  expect(mail.text).toContain('Presse (HP-250)');
  expect(mail.html).toContain(company.companyName);
  const caught = await (await page.request.get(`/dev/mail/${mail.id}`)).text();
  expect(caught).toMatch(/Serviceprotokoll 1-\d\d-\d{4} Müller\.pdf \(\d+ bytes\)/);
});
