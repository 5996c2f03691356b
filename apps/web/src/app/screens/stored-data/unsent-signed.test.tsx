/** A signed protocol that the server refuses: what was signed is not corrected, but its user gets further. */
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { eraseEntries, keepEntry, listEntries, parkEntry } from '../../../offline/outbox/entries.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../../testing/render-app.tsx';

const user = sessionUser();
const owner = `${user.account.id}:${user.id}`;

it('is tried again, or becomes a new one without the signature', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeServer({});
  const { seq } = await keepEntry({
    ...{ owner, method: 'post', path: '/api/service/add', query: {}, file: null, bytes: null },
    group: (entry) => `service:-${entry}`,
    body: { id: null, devices: [{ id: 5 }], remarks: 'Oil changed' },
    upload: { file: 'protocolSerwisowyFile', json: 'serviceJson' },
    idempotencyKey: crypto.randomUUID(),
    ...{ writtenAfter: null, attempts: 1, makes: true },
    label: { kind: 'protocol', name: 'Mill: Press' },
    answer: (entry) => ({ id: -entry, state: 'NEW', fileDtos: [], remarks: 'Oil changed' }),
  });
  await keepEntry({
    ...{ owner, method: 'post', path: `/api/service/sign/-${seq}`, query: {}, file: null, bytes: null },
    group: () => `service:-${seq}`,
    body: {},
    upload: { file: 'signature', json: 'signJson' },
    idempotencyKey: crypto.randomUUID(),
    ...{ writtenAfter: null, attempts: 0, makes: false },
    label: { kind: 'signature', name: 'Mill: Jan Kowal' },
    answer: () => null,
  });
  const fields = { devices: 'DEVICE_GONE' };
  await parkEntry(seq, { code: 'VALIDATION_FAILED', status: 400, message: '', fields });
  const { user: hand } = await renderApp('/offline', user);
  expect(await screen.findByText(/This machine has been deleted/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  // A signed protocol is not open for changes.
  expect(screen.queryByRole('link', { name: 'Open and correct' })).not.toBeInTheDocument();

  await hand.click(screen.getByRole('button', { name: 'Save as new' }));
  const question = await screen.findByRole('dialog', { name: 'Save as a new protocol?' });
  expect(question).toHaveTextContent('the customer signs it again');
  const save = within(question).getByRole('button', { name: 'Save as new' });
  await waitFor(() => expect(save).toBeEnabled());
  await hand.click(save);
  await waitFor(
    async () =>
      expect(await listEntries(owner)).toMatchObject([
        { label: { kind: 'protocol' }, refusal: null, body: { id: null, remarks: 'Oil changed' } },
      ]),
    { timeout: 15_000 },
  );
});

it('is shown as it was read, if its signature is refused and others have written over it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeServer({});
  await eraseEntries(owner);
  const content = {
    ...{ date: '2026-11-22', language: 'de', types: ['REPAIR'], paymentType: 'WARRANTY', period: null },
    ...{ nextInspection: null, faultDescription: 'Der Schlauch war undicht.', partsUsed: [], company: {} },
    customer: {
      fullName: 'Mühle GmbH',
      streetAddress: 'Weg 1',
      zipCode: '10115',
      city: 'Berlin',
      country: 'DE',
    },
    machines: [{ id: 5, name: 'Presse', serialNumber: null, category: '', address: null, actions: [] }],
    technician: { firstName: 'Anna', lastName: 'Nowak', position: null },
    alsoPerformedBy: [{ firstName: 'Ewa', lastName: 'Lis', position: null }],
    attachments: [{ filename: 'leck.jpg', sha256: 'b'.repeat(64), print: true }],
  };
  const { seq } = await keepEntry({
    ...{ owner, method: 'post', path: '/api/service/sign/31', query: {}, file: null, bytes: null },
    group: () => 'service:31',
    body: { signedContent: JSON.stringify(content), signedSha256: '3f2a9c1e'.repeat(8) },
    upload: null,
    idempotencyKey: crypto.randomUUID(),
    ...{ writtenAfter: null, attempts: 1, makes: false },
    label: { kind: 'signature', name: 'Mill: Jan Kowal' },
    answer: () => ({ devices: [{ id: 5 }] }),
  });
  await parkEntry(seq, { code: 'SERVICE_CHANGED', status: 409, message: '', fields: {} });
  const { user: hand } = await renderApp('/offline', user);
  await hand.click(await screen.findByRole('button', { name: 'Show what was signed' }));
  const dialog = await screen.findByRole('dialog', { name: 'Signature: Mill: Jan Kowal' });
  const text = within(await within(dialog).findByRole('article'));
  for (const words of ['Der Schlauch war undicht.', 'Mühle GmbH', 'Anna Nowak, Ewa Lis', 'leck.jpg'])
    expect(text.getByText(words)).toBeVisible();
  expect(text.getByText(/3f2a 9c1e/)).toBeVisible();
});
