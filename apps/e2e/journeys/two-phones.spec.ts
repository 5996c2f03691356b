// One protocol changed on two phones without a network, and work that the server refuses later.
import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { addMachine } from '../machine.ts';
import { call, callHeaders } from '../session.ts';
import { openStored, test } from '../stored-app.ts';
import { hasWorkingSet } from '../stored-data.ts';
import { wordingOf } from '../wording.ts';

const words = wordingOf('de');
test.use({ locale: 'de-DE' });

interface Protocol {
  id: number;
  faultDescription: string;
  remarks: string;
  recommendations: string;
}

test('two phones change one protocol, and a machine is deleted meanwhile: nothing is lost', {
  tag: '@phone-only',
}, async ({ page, context, browser, server, company }) => {
  test.setTimeout(180_000);
  expect(company.email).toBeTruthy();
  const { customer, category, id: machine } = await addMachine(page);
  const pump = await call<number>(page, '/api/device/insert', { name: 'Pumpe', category, customer });
  const written = await page.request.post('/api/service/add', {
    headers: { ...callHeaders, 'Idempotency-Key': crypto.randomUUID() },
    multipart: {
      serviceJson: JSON.stringify({
        ...{ id: null, date: new Date().toISOString(), type: ['REPAIR'] },
        ...{ customer, devices: [{ id: machine }], faultDescription: 'Leck' },
      }),
    },
  });
  const { id }: Protocol = await written.json();

  // Both know it before their network goes.
  const other = await browser.newContext({ storageState: await context.storageState() });
  const second = await other.newPage();
  for (const phone of [page, second]) {
    await openStored(phone, '/home', 'de');
    await expect.poll(() => hasWorkingSet(phone), { timeout: 60_000 }).toBe(true);
  }
  await context.setOffline(true);
  await other.setOffline(true);
  const change = async (phone: Page, fields: [label: string, text: string][]) => {
    await phone.goto(`/machineEdit?id=${machine}&activeTab=service&service=${id}`);
    const dialog = phone.getByRole('dialog');
    await dialog.getByRole('button', { name: words('service:facts.texts') }).click();
    for (const [label, text] of fields) await dialog.getByLabel(words(label)).fill(text);
    await dialog.getByRole('button', { name: words('common:save'), exact: true }).click();
    await expect(phone.getByText(words('components:stored.savedOnPhone')).first()).toBeVisible();
  };
  await change(page, [
    ['service:form.fault', 'Schlauch undicht'],
    ['service:facts.remarks', 'Öl gewechselt'],
  ]);
  await change(second, [
    ['service:form.fault', 'Wężyk przecieka'],
    ['service:facts.recommendations', 'Neue Dichtung'],
  ]);
  // The office deletes a machine on which the second phone has written a note.
  await second.goto(`/machineEdit?id=${pump}&activeTab=notes`);
  await second.getByLabel(words('note:new')).first().fill('Riemen locker');
  await second.getByRole('button', { name: words('note:add') }).click();
  expect((await page.request.delete(`/api/device/delete/${pump}`, { headers: callHeaders })).ok()).toBe(true);

  const stored = async (): Promise<Protocol> =>
    (await page.request.get(`/api/service/findById/${id}`, { headers: callHeaders })).json();
  await context.setOffline(false);
  await expect
    .poll(async () => (await stored()).faultDescription, { timeout: 60_000 })
    .toBe('Schlauch undicht');

  // A new version of the app arrives before the second phone can send.
  server.deploy();
  await other.setOffline(false);
  await second.goto('/offline');
  const [protocol, note] = [
    second.getByRole('listitem').filter({ hasText: words('unsent:kind.protocol') }),
    second.getByRole('listitem').filter({ hasText: words('unsent:kind.note') }),
  ];
  await expect(protocol).toContainText(words('unsent:conflict'), { timeout: 60_000 });
  await expect(note).toContainText('Pumpe: Riemen locker');
  await expect(note).toContainText(words('errors:fields.DEVICE_GONE'));
  await note.getByRole('button', { name: words('unsent:discard') }).click();
  await second
    .getByRole('dialog', { name: words('unsent:discardTitle') })
    .getByRole('button', { name: words('unsent:discard') })
    .click();
  await expect(note).toBeHidden();

  await protocol.getByRole('button', { name: words('unsent:choose') }).click();
  const choice = second.getByRole('dialog', { name: words('unsent:choice.title') });
  await expect(choice).toContainText('Schlauch undicht');
  // It has come into the place of the button, so a click that follows at once would count as the second of a double tap.
  const mine = choice.getByRole('radio', { name: new RegExp(words('unsent:choice.mine')) });
  await expect(async () => {
    await mine.click();
    await expect(mine).toBeChecked({ timeout: 1000 });
  }).toPass();
  await choice.getByRole('button', { name: words('unsent:choice.send') }).click();
  await expect.poll(stored, { timeout: 60_000 }).toMatchObject({
    faultDescription: 'Wężyk przecieka',
    remarks: 'Öl gewechselt',
    recommendations: 'Neue Dichtung',
  });
  await expect(second.getByText(words('unsent:none'))).toBeVisible();
  await other.close();
});
