/** Photos that are still on the phone when the customer is about to sign: they are signed too, or stay on the phone. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { prepareCanvas, stroke } from '../../testing/draw-signature.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import {
  add,
  forgetDrafts,
  history,
  machine,
  newRepairWithPhoto,
  one,
  open,
  page,
  photo,
  protocol,
  save,
  sent,
  signed,
  storing,
  type User,
} from '../../testing/service-story.ts';
import { listDrafts, toDraftUser } from './service-draft.ts';
// The dialog is loaded before the tests, so that a slow machine does not exceed their timeouts.
import './signing-dialog.tsx';
import { dropSignature, signatureKey } from './signature-keeping.ts';

const attach = 'PATCH /api/service/addFile/31';
const read = 'GET /api/service/toSign/31';
const sign = 'POST /api/service/sign/31';
const stored = { ...protocol, fileDtos: [photo] };
const attachment = {
  filename: 'leak.png',
  contentType: 'image/png',
  size: 7,
  sha256: '0'.repeat(64),
  printKey: 'k',
};
const toSign = {
  revision: 1,
  snapshot: {
    schemaVersion: 3,
    documentNumber: '25A/11/2026',
    date: '2026-11-22',
    language: 'en',
    state: 'NEW',
    version: 0,
    company: {},
    customer: { shortName: 'Mill', fullName: '', streetAddress: '', zipCode: '', city: '', country: '' },
    machines: [{ id: 5, name: 'Press', serialNumber: null, category: null, address: null, actions: [] }],
    types: ['REPAIR'],
    paymentType: 'PAID',
    faultDescription: null,
    period: null,
    nextInspection: null,
    technician: { firstName: 'Anna', lastName: 'Nowak', position: null },
    attachments: [attachment],
    signature: null,
  },
  today: '2026-11-22',
  performedBy: 1,
  alsoPerformedBy: [],
  ownSignature: null,
  missing: [],
  undone: null,
  performers: [{ id: 1, firstName: 'Anna', lastName: 'Nowak', position: '' }],
  signers: [{ signerName: 'Jan Kowal', signerRole: '' }],
};

forgetDrafts();
beforeEach(async () => {
  prepareCanvas();
  await dropSignature(signatureKey(toDraftUser(sessionUser()), protocol.id));
});

async function newWithPhoto(handlers: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer({
    ...machine,
    [add]: storing,
    [one]: { body: protocol },
    [read]: { body: toSign },
    [sign]: { body: signed },
    'GET /api/service/versions/31': { body: [] },
    ...handlers,
  });
  return { server, ...(await newRepairWithPhoto()) };
}
const drawnAndSigned = async (user: User) => {
  // The form starts over when the text arrives, so the button is another one then.
  const toField = () => screen.getByRole('button', { name: 'Continue to the signature' });
  await waitFor(() => expect(toField()).toBeEnabled());
  await user.click(toField());
  await user.click(await screen.findByRole('button', { name: 'Jan Kowal' }));
  stroke([0.1, 0.5], [0.5, 0.5]);
  await user.click(screen.getByRole('button', { name: 'Sign' }));
};
const waiting = () => screen.findByRole('dialog', { name: 'Attachments first' });
const signing = () => screen.queryByRole('dialog', { name: 'Customer’s signature' });

describe('A photo that is not sent', () => {
  it('is awaited before the customer reads and signs, and is part of the text', async () => {
    const { server, user, dialog } = await newWithPhoto({ [attach]: 'no connection' });
    await user.click(within(dialog).getByRole('button', { name: 'Save and have it signed' }));
    const first = await waiting();
    expect(await within(first).findByText('One attachment could not be sent.')).toBeVisible();
    expect(signing()).not.toBeInTheDocument();

    server.handlers[attach] = { body: stored };
    await user.click(within(first).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('leak.png · 7 bytes')).toBeVisible();
    const photos = screen.getByRole('heading', { name: 'Photos' }).closest('section') as HTMLElement;
    expect(photos.querySelector('img')).toHaveAttribute('src', '/api/storage/downloadFile?fileName=k');
    expect(server.requests.filter(({ call }) => call === sign)).toEqual([]);
    await drawnAndSigned(user);
    await waitFor(() => expect(server.requests.filter(({ call }) => call === sign)).toHaveLength(1));
  });

  it('stays on the phone if it is signed without it: refused afterwards, never lost', async () => {
    const { server, user, dialog } = await newWithPhoto({ [attach]: 'no connection' });
    await user.click(within(dialog).getByRole('button', { name: 'Save and have it signed' }));
    await within(await waiting()).findByText('One attachment could not be sent.');
    const tries = server.sentTo(attach).length;
    server.handlers[attach] = refusal(403, 'SUPPLEMENT_BY_ADMIN');
    await user.click(screen.getByRole('button', { name: 'Sign without them' }));
    await screen.findByRole('dialog', { name: 'Customer’s signature' });
    // The connection returns while the customer reads: no photos may be added now.
    window.dispatchEvent(new Event('online'));
    server.handlers[one] = { body: signed };
    expect(server.sentTo(attach)).toHaveLength(tries);
    await drawnAndSigned(user);
    expect(
      await screen.findByText(/^The protocol is signed\. Only an administrator can add files to it/),
    ).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Save leak.png on this device' })).toBeVisible();
    await waitFor(async () => {
      const drafts = await listDrafts({ accountId: 1, userId: 1 });
      expect(drafts.flatMap(({ files }) => files)).toHaveLength(1);
    });
  });

  it('stays on the phone with the reason if the company’s storage is full', async () => {
    const message = 'The company’s storage is full: 1 GB of 1 GB are used.';
    const full = { status: 413, body: { code: 'STORAGE_QUOTA_REACHED', message } };
    const { user, dialog } = await newWithPhoto({ [attach]: full });
    await user.click(within(dialog).getByRole('button', { name: 'Save and have it signed' }));
    const first = await waiting();
    expect(await within(first).findByText(message)).toBeVisible();
    expect(within(first).queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    const drafts = await listDrafts({ accountId: 1, userId: 1 });
    expect(drafts.flatMap(({ files }) => files)).toHaveLength(1);
  });

  it('is also awaited before a protocol is saved as signed on paper', async () => {
    const { server, user, dialog } = await newWithPhoto({ [attach]: 'no connection' });
    await user.click(within(dialog).getByRole('checkbox', { name: /Signed on paper/ }));
    await user.click(save(dialog));
    await user.click(await screen.findByRole('button', { name: 'Sign' }));
    const first = await waiting();
    await within(first).findByText('One attachment could not be sent.');
    expect(sent(server).map(({ isToSign }) => isToSign)).toEqual([false]);
    server.handlers[attach] = { body: stored };
    await user.click(within(first).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent(server).map(({ isToSign }) => isToSign)).toEqual([false, true]));
    expect(server.sentTo(attach).length).toBeGreaterThan(1);
  });
});

describe('The files of a signed protocol', () => {
  const late = { ...photo, id: 2, filename: 'late.png', createdAt: '2026-11-04T10:00:00.000Z' };
  const withFiles = { ...signed, fileDtos: [{ ...photo, signedVersion: 1 }, late] };
  const show = async (role: 'ROLE_ADMIN' | 'ROLE_USER') => {
    fakeServer({
      ...machine,
      [history]: page(withFiles),
      [one]: { body: withFiles },
      'GET /api/service/versions/31': {
        body: [
          {
            version: 1,
            createdAt: '2026-11-03T09:00:00.000Z',
            user: protocol.user,
            signature: signed.signature,
            snapshotSha256: 'a'.repeat(64),
            readSha256: null,
            differences: [],
            attachments: null,
            pdfSha256: 'b'.repeat(64),
            verifyUrl: 'https://servicebook.example.com/v/12-7h3k9qxa2mvb4tncwe8rfy501j',
          },
        ],
      },
    });
    const { user } = await open(sessionUser(role));
    await user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(/^Added after signing, on 4 Nov 2026, .* by Anna Nowak$/);
    await within(dialog).findByText('Signed before attachments were part of the signature');
    expect(within(dialog).queryByRole('button', { name: 'Delete leak.png' })).not.toBeInTheDocument();
    return dialog;
  };

  it('are read-only for technicians', async () => {
    const dialog = await show('ROLE_USER');
    expect(
      within(dialog).getByText('The protocol is signed. Only an administrator can add files now.'),
    ).toBeVisible();
    expect(dialog.querySelector('input[type=file]')).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Delete late.png' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Add an attachment/ })).not.toBeInTheDocument();
  });

  it('can be supplemented by an admin, who may remove supplements', async () => {
    const dialog = await show('ROLE_ADMIN');
    expect(dialog.querySelector('input[type=file]')).not.toBeNull();
    expect(within(dialog).getByText(/What you add now is shown as added after signing/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Delete late.png' })).toBeVisible();
  });
});
