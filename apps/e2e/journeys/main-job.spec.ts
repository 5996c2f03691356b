// The main job from scratch: a company registers, activates by e-mail and adds a machine; a technician writes a protocol,
// has the customer sign on the screen and opens the PDF.
import { createHash, randomUUID } from 'node:crypto';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { textOfPdf } from '../pdf-text.ts';
import { callHeaders } from '../session.ts';
import { confirmSignature, drawSignature, readText } from '../signature.ts';
import { wordingOf } from '../wording.ts';

for (const language of ['pl', 'en'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'pl' ? 'pl-PL' : 'en-GB' });

    test('a new company does its main job', { tag: '@phone' }, async ({ page, mailTo, hasTouch }) => {
      test.setTimeout(120_000);
      const t = wordingOf(language);
      const email = `owner-${randomUUID()}@example.test`;
      const password = randomUUID();
      const field = (key: string) => page.getByLabel(t(key), { exact: false }).first();
      const press = (key: string) =>
        page
          .getByRole('button', { name: t(key), exact: true })
          .first()
          .click();

      // Register and activate.
      await page.goto('/register');
      await page
        .getByRole('button', { name: 'Rozumiem' })
        .or(page.getByRole('button', { name: /rozumiem/i }))
        .first()
        .click();
      await field('account:register.companyName').fill('Serwis Żuraw');
      await field('account:register.nip').fill('5260001246');
      await field('account:register.phone').fill('+48 22 000 00 00');
      await field('account:register.street').fill('Długa 1');
      await field('account:register.postalCode').fill('00-001');
      await field('account:register.city').fill('Warszawa');
      await page.getByLabel(t('account:register.country')).first().selectOption('PL');
      await field('account:register.firstName').fill('Łucja');
      await field('account:register.lastName').fill('Próbna');
      await page.getByRole('textbox', { name: t('account:login.email') }).fill(email);
      await page.locator('input[autocomplete="new-password"]').nth(0).fill(password);
      await page.locator('input[autocomplete="new-password"]').nth(1).fill(password);
      await page.getByRole('checkbox').check();
      await press('account:register.submit');
      await expect(page.getByText(email)).toBeVisible();
      const { links } = await mailTo(email);
      await page.goto(links.find((link) => link.includes('/activate')) ?? '');
      await expect(page.getByText(t('account:activation.success'))).toBeVisible();

      // Sign in.
      await page.getByRole('textbox', { name: t('account:login.email') }).fill(email);
      await page.locator('input[type="password"]').fill(password);
      await press('account:login.submit');
      await expect(page).toHaveURL(/\/home/);

      // A category with an action that asks for a value.
      await page.goto('/categoryAdd');
      await field('category:name').fill('Prasy');
      await press('components:form.save');
      await press('category:actions.add');
      const action = page.getByRole('dialog');
      await action.getByLabel(t('category:actions.name')).fill('Ciśnienie sprawdzone');
      await action.getByRole('button', { name: t('category:actions.addField') }).click();
      await action.getByLabel(t('category:actions.fieldName')).fill('Ciśnienie');
      await action.getByLabel(t('category:actions.unit')).fill('bar');
      await action.getByRole('button', { name: t('common:add'), exact: true }).click();
      // The category's own "Saved" may still be there.
      const stored = page.waitForResponse((answer) => answer.url().endsWith('/api/category/update'));
      await press('components:form.save');
      expect((await stored).ok()).toBe(true);
      await expect(page.getByText(t('common:saved')).first()).toBeVisible();

      // A customer and a machine.
      await page.goto('/customerAdd');
      await field('customer:shortName').fill('Huta');
      await field('customer:fullName').fill('Huta Śląska SA');
      await press('components:form.save');
      await expect(page).toHaveURL(/customerEdit|customerList/);
      await page.goto('/machineAdd');
      await page.getByRole('textbox', { name: t('device:name') }).fill('Prasa hydrauliczna');
      await page.getByRole('combobox', { name: t('device:category') }).click();
      await page.getByRole('option', { name: 'Prasy' }).click();
      await page.getByRole('combobox', { name: t('device:customer') }).click();
      await page.getByRole('option', { name: 'Huta' }).click();
      await press('components:form.save');
      await expect(page).toHaveURL(/machineEdit\?id=\d+/);
      const deviceId = new URL(page.url()).searchParams.get('id');

      // The protocol, on site.
      await page.goto(`/machineEdit?id=${deviceId}&activeTab=service`);
      await press('service:tab.add');
      const dialog = page.getByRole('dialog').first();
      await dialog.getByText(t('service:types.REPAIR'), { exact: true }).click();
      await dialog.getByText('Ciśnienie sprawdzone').first().click();
      // Its field comes with the tick; the box bears the same word.
      await dialog.getByRole('textbox', { name: 'Ciśnienie' }).last().fill('210');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: t('service:form.saveAndSign') }).click();

      // The customer signs.
      const signing = page.getByRole('dialog', { name: t('signature:title') });
      await readText(signing, t);
      await signing.getByLabel(t('signature:signerName')).fill('Piotr Śliwa');
      await drawSignature(page, signing.getByLabel(t('signature:area')), hasTouch);
      const confirm = signing.getByRole('button', { name: t('signature:sign'), exact: true });
      await confirmSignature(confirm, hasTouch);
      await expect(signing).toBeHidden();
      await expect(page.getByText(t('service:states.SIGNED'), { exact: true }).first()).toBeVisible();

      // The stored document, which would serve as evidence in a dispute.
      const search = await page.request.post('/api/service/search', { data: {}, headers: callHeaders });
      const [protocol] = (await search.json()).content;
      expect(protocol).toMatchObject({ state: 'SIGNED', number: 1, version: 1 });
      const pdf = await (await page.request.get(`/api/service/pdf/${protocol.id}`)).body();
      const [version] = await (
        await page.request.get(`/api/service/versions/${protocol.id}`, { headers: callHeaders })
      ).json();
      expect(createHash('sha256').update(pdf).digest('hex')).toBe(version.pdfSha256);
      const text = await textOfPdf(pdf);
      for (const part of [
        'Serwis Żuraw',
        'Huta Śląska SA',
        'Prasa hydrauliczna',
        'Ciśnienie sprawdzone',
        '210',
        'Piotr Śliwa',
      ]) {
        expect(text).toContain(part);
      }
      expect(text).toContain(t('service-pdf:title'));
    });
  });
}
