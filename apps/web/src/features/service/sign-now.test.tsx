/** On a slow line, attachments are handed over to what sends them without the form, and the customer signs at once. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Phone, setPhoneCode } from '../../lib/phone.ts';
import { eraseUnsent, setUnsentCode, unsentOf } from '../../lib/unsent.ts';
import { unsent } from '../../offline/outbox/outbox.ts';
import { keepSending } from '../../offline/outbox/sender.ts';
import { prepareCanvas } from '../../testing/draw-signature.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import {
  add,
  forgetDrafts,
  holdUploads,
  machine,
  newRepairWithPhoto,
  one,
  photo,
  press,
  protocol,
  storing,
} from '../../testing/service-story.ts';
// The dialog is loaded before the tests, so that a slow machine does not exceed their timeouts.
import './signing-dialog.tsx';

vi.mock('../../components/pdf-preview.tsx', () => ({ PdfPreview: () => null }));

const attach = 'PATCH /api/service/addFile/31';
const stored = { ...protocol, fileDtos: [photo] };

/** A phone that knows every record that it is asked for. */
const phone: Phone = {
  answer: async () => ({ data: {}, takenAt: null }),
  note: async () => {},
  remember: async () => {},
  isTooLongAway: async () => false,
  erase: async () => {},
};

forgetDrafts();
let stop = () => {};
beforeEach(() => {
  prepareCanvas();
  setUnsentCode(async () => unsent);
  setPhoneCode(async () => phone);
  stop = keepSending(sessionUser());
});
afterEach(async () => {
  stop();
  await eraseUnsent(sessionUser());
  setUnsentCode(null);
  setPhoneCode(null);
});

const serverOf = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    ...machine,
    [add]: storing,
    [one]: { body: protocol },
    [attach]: { body: stored },
    'GET /api/service/toSign/31': { status: 500, body: {} },
    'GET /api/service/versions/31': { body: [] },
    [`GET /api/customer/findById/${press.customer.id}`]: { body: press.customer },
    ...handlers,
  });

/** A new repair with a photo goes on to the signature. */
async function saveForSignature() {
  const { user, dialog } = await newRepairWithPhoto();
  await user.click(within(dialog).getByRole('button', { name: 'Save and have it signed' }));
  return { user, dialog };
}
async function toAttachmentsFirst() {
  const { user, dialog } = await saveForSignature();
  const first = await screen.findByRole('dialog', { name: 'Attachments first' });
  const now = await within(first).findByRole('button', { name: 'Have it signed now' });
  return { user, dialog, first, now };
}
const signing = () => screen.findByRole('dialog', { name: 'Customer’s signature' });
const pdfOf = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Draft PDF' });
const sendAgain = async () => {
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(unsentOf(sessionUser())).toBe(0), { timeout: 5000 });
};

describe('Attachments that are handed over before the signature', () => {
  it('are sent once, by the key of their first try, and shown once if the signature is cancelled', async () => {
    const server = serverOf({ [attach]: { status: 503, body: {} } });
    const keys = holdUploads();
    const { user, dialog, now } = await toAttachmentsFirst();
    await user.dblClick(now);
    const text = await signing();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(text).not.toBeInTheDocument());
    await waitFor(() => expect(within(dialog).getAllByText('leak.png')).toHaveLength(1));
    expect(pdfOf(dialog)).toBeDisabled();

    Object.assign(server.handlers, { [attach]: { body: stored }, [one]: { body: stored } });
    await sendAgain();
    await waitFor(() => expect(pdfOf(dialog)).toBeEnabled());
    expect(within(dialog).getAllByText('leak.png')).toHaveLength(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('are not decided about in another way meanwhile', async () => {
    serverOf();
    holdUploads(Number.POSITIVE_INFINITY);
    const { user, first, now } = await toAttachmentsFirst();
    const { promise, resolve } = Promise.withResolvers<null>();
    setUnsentCode(async () => ({ ...unsent, take: () => promise }));
    await user.click(now);
    expect(within(first).getByRole('button', { name: 'Sign without them' })).toBeDisabled();
    expect(within(first).getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(first).toBeInTheDocument();
    resolve(null);
    await waitFor(() => expect(within(first).getByRole('button', { name: 'Cancel' })).toBeEnabled());
  });

  it('stay, with a word about it, if this device cannot take them', async () => {
    serverOf();
    holdUploads(Number.POSITIVE_INFINITY);
    const { user, first, now } = await toAttachmentsFirst();
    setUnsentCode(async () => ({ ...unsent, take: async () => null }));
    await user.click(now);
    expect(await within(first).findByText(/^This device could not take all of them\./)).toBeVisible();
  });
});

it('A form whose protocol was made on this phone has its photo and its PDF once all is sent', async () => {
  setPhoneCode(null);
  const server = serverOf({ [add]: 'no connection', [one]: { body: stored } });
  const { user, dialog } = await saveForSignature();
  const text = await signing();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(text).not.toBeInTheDocument());
  expect(pdfOf(dialog)).toBeDisabled();
  expect(within(dialog).getByText('leak.png')).toBeVisible();
  server.handlers[add] = storing;
  await sendAgain();
  await waitFor(() => expect(pdfOf(dialog)).toBeEnabled());
  expect(within(dialog).getByText('leak.png')).toBeVisible();
  await user.click(pdfOf(dialog));
  expect(await screen.findByRole('link', { name: 'Download' })).toHaveAttribute(
    'href',
    expect.stringContaining('/api/service/pdf/31'),
  );
});
