/** Attachments of a stored protocol that are not sent when it is closed: they go on without it, once. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as downscale from '../../components/downscale-image.ts';
import { eraseUnsent, setUnsentCode, unsentOf } from '../../lib/unsent.ts';
import { unsent } from '../../offline/outbox/outbox.ts';
import { keepSending } from '../../offline/outbox/sender.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import {
  forgetDrafts,
  history,
  holdUploads,
  machine,
  one,
  open,
  page,
  protocol,
  signed,
  type User,
} from '../../testing/service-story.ts';
import { keepDraft, listDrafts } from './service-draft.ts';
import { valuesOf } from './service-form-values.ts';

const attach = 'PATCH /api/service/addFile/31';
const owner = { accountId: 1, userId: 1 };
const picture = (name: string) => new File([name], name, { type: 'image/png' });

forgetDrafts();
let stop = () => {};
beforeEach(() => {
  setUnsentCode(async () => unsent);
  stop = keepSending(sessionUser());
});
afterEach(async () => {
  stop();
  await eraseUnsent(sessionUser());
  setUnsentCode(null);
});

const serverOf = (stored = protocol) =>
  fakeServer({
    ...machine,
    [history]: page(stored),
    [one]: { body: stored },
    [attach]: { body: stored },
    'GET /api/service/versions/31': { body: [] },
  });

async function openAttachments(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Add an attachment to 25A/11/2026' }));
  const dialog = await screen.findByRole('dialog', { name: 'Attachments of 25A/11/2026' });
  const input = await waitFor(
    () => dialog.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input'),
  );
  return { dialog, choose: (...names: string[]) => user.upload(input, names.map(picture)) };
}

/** A photo was chosen, and its protocol closed before it was ready. @returns what makes it ready */
async function closedTooEarly(): Promise<(file: File) => void> {
  const { promise, resolve } = Promise.withResolvers<File>();
  vi.spyOn(downscale, 'downscaleImage').mockReturnValue(promise);
  const { user } = await open();
  const { dialog, choose } = await openAttachments(user);
  await choose('a.png');
  await within(dialog).findByText('a.png');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  return resolve;
}

describe('Attachments', () => {
  it('go on by themselves when their protocol is closed, without a question and with the same key', async () => {
    const server = serverOf();
    const keys = holdUploads();
    const { user } = await open();
    const { dialog, choose } = await openAttachments(user);
    await choose('a.png', 'b.png');
    await waitFor(() => expect(keys).toHaveLength(1));
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('Attachments are being sent in the background.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(server.sentTo(attach)).toHaveLength(2));
    expect(keys).toEqual([keys[0], keys[0], expect.any(String)]);
    expect(server.sentTo(attach).map((form) => (form as FormData).get('file'))).toMatchObject([
      { name: 'a.png' },
      { name: 'b.png' },
    ]);
    expect(await listDrafts(owner)).toEqual([]);
  });

  it('keep their mark for the document', async () => {
    const server = serverOf();
    holdUploads();
    const { user } = await open();
    const { dialog, choose } = await openAttachments(user);
    await choose('a.png', 'b.png');
    await user.click(await within(dialog).findByRole('checkbox', { name: /On the document.*b\.png/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(server.requests.filter(({ call }) => call === attach)).toHaveLength(2));
    expect(server.requests.filter(({ call }) => call === attach).map(({ query }) => query)).toEqual([
      {},
      { print: 'true' },
    ]);
  });

  it('are discarded with the changes that were not saved', async () => {
    const server = serverOf();
    const keys = holdUploads();
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(await within(dialog).findByLabelText('Fault description'), ' Noise');
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input');
    await user.upload(input, picture('a.png'));
    await waitFor(() => expect(keys).toHaveLength(1));
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(async () => expect(await listDrafts(owner)).toEqual([]));
    expect(server.sentTo(attach)).toEqual([]);
    expect(unsentOf(sessionUser()) ?? 0).toBe(0);
  });

  it('that the server refuses stay with their protocol, and the question says so', async () => {
    const server = serverOf();
    server.handlers[attach] = refusal(403, 'NO_PERMISSION');
    const { user } = await open();
    const { dialog, choose } = await openAttachments(user);
    await choose('a.png');
    await within(dialog).findByText('No permission for this operation.');
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await screen.findByRole('dialog', { name: 'Close before all attachments are sent?' });
  });

  it('that were left when the browser ended go on at the next start', async () => {
    const server = serverOf();
    await leave(protocol);
    await open();
    await waitFor(() => expect(server.sentTo(attach)).toHaveLength(1));
    await waitFor(async () => expect(await listDrafts(owner)).toEqual([]));
  });

  it('of a signed protocol wait until it is opened: not everybody may add them', async () => {
    const server = serverOf(signed);
    await leave(protocol);
    await open();
    await screen.findByRole('link', { name: /attachment/ });
    await screen.findByText(/^Attachments of protocol 25A/);
    expect(server.sentTo(attach)).toEqual([]);
    expect(await listDrafts(owner)).toMatchObject([{ files: [{ key: 'a.png' }] }]);
  });

  it('that cannot go on stay on the phone, also if they were not ready when it was closed', async () => {
    const server = serverOf();
    const ready = await closedTooEarly();
    // Somebody has signed it.
    server.handlers[one] = { body: signed };
    ready(picture('a.png'));
    await waitFor(async () => expect(await listDrafts(owner)).toMatchObject([{ files: [{}] }]));
  });

  it('that turn out to be too large are not sent, and their user is told', async () => {
    const server = serverOf();
    const ready = await closedTooEarly();
    const large = picture('a.png');
    Object.defineProperty(large, 'size', { value: 27 * 1024 * 1024 });
    ready(large);
    expect(await screen.findByText(/too large/)).toBeVisible();
    expect(server.sentTo(attach)).toEqual([]);
    expect(unsentOf(sessionUser()) ?? 0).toBe(0);
  });
});

/** A photo of the protocol as it was, still on the phone. */
const leave = (base: typeof protocol) =>
  keepDraft({
    key: '1:1:5:31',
    keptAt: Date.now(),
    base,
    values: valuesOf(base, 'Europe/Warsaw'),
    dirty: false,
    files: [{ key: 'a.png', file: picture('a.png'), prepared: true }],
    attempt: null,
  });
