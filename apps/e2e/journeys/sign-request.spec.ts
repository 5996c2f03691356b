// Signing at a distance: the office sends a protocol, the customer reads and signs it on a phone, and has the document.
import { randomUUID } from 'node:crypto';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';
import { textOfPdf } from '../pdf-text.ts';
import { callHeaders } from '../session.ts';
import { drawSignature } from '../signature.ts';
import { wordingOf } from '../wording.ts';

for (const language of ['de', 'ru'] as const) {
  test(`a customer signs on their own phone, in ${language}`, { tag: '@phone-only' }, async ({
    page,
    company,
    browser,
    mailTo,
    baseURL,
  }) => {
    const t = wordingOf(language);
    const en = wordingOf('en');
    const email = `mill-${randomUUID()}@customer.test`;
    await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
    expect(company.email).toBeTruthy();
    const { customer, id: machine } = await addMachine(page, { customer: { email, language } });
    const content = {
      date: new Date(Date.now() - 60_000).toISOString(),
      type: ['REPAIR'],
      customer,
      devices: [{ id: machine }],
      faultDescription: 'Leaks at the seal',
    };
    const added = await page.request.post('/api/service/add', {
      headers: callHeaders,
      multipart: { serviceJson: JSON.stringify(content) },
    });
    expect(added.ok(), await added.text()).toBe(true);
    const protocol = (await added.json()) as { id: number };

    await page.goto(`/machineEdit?id=${machine}&activeTab=service&service=${protocol.id}`);
    await page.getByRole('button', { name: en('service:sent.send') }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(en('service:sent.title')) });
    await expect(dialog.getByRole('article')).toContainText('Leaks at the seal');
    await expect(dialog.getByLabel(en('service-signing:request.email'))).toHaveValue(email);
    await dialog.getByRole('button', { name: en('service-signing:request.send') }).click();
    await expect(dialog).toBeHidden();

    const { links } = await mailTo(email);
    const link = links.find((each) => each.includes('/sign/')) ?? '';
    expect(link).not.toBe('');
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'en-GB',
    });
    const phone = await context.newPage();
    await phone.goto(new URL(link).pathname);
    await expect(phone.getByRole('heading', { name: t('sign-page:title') })).toBeVisible();
    await expect(phone.getByText('Leaks at the seal')).toBeVisible();
    await expectAccessible(phone);

    const sign = phone.getByRole('button', { name: t('sign-page:sign'), exact: true });
    await sign.tap();
    await expect(phone.getByRole('alert')).toHaveText(t('sign-page:nameRequired'));
    await phone.getByLabel(t('sign-page:name')).fill('Ute Müller');
    await sign.tap();
    await expect(phone.getByRole('alert')).toHaveText(t('signature:required'));
    const area = phone.getByRole('img', { name: t('signature:area') });
    await area.scrollIntoViewIfNeeded();
    await drawSignature(phone, area, true);
    await sign.tap();
    await expect(phone.getByRole('heading', { name: t('sign-page:SIGNED.title') })).toBeVisible();
    await expectAccessible(phone);
    const address = await phone.getByRole('link', { name: t('sign-page:download') }).getAttribute('href');
    const document = await context.request.get(address ?? '');
    const text = await textOfPdf(await document.body());
    expect(text).toContain('Ute Müller');
    expect(text.replaceAll(/\s/g, '')).toContain(email.replaceAll(/\s/g, ''));
    await context.close();

    // The office hears of it, and sees it.
    await mailTo(company.email, /was signed/);
    await page.goto('/servicesList');
    const signed = page.getByText(en('service:states.SIGNED'), { exact: true });
    await expect(signed.filter({ visible: true }).first()).toBeVisible();
  });
}
