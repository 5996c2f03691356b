/** Signing at a distance, as the office sees it: sending, copying the link, reminding and revoking. */
import { languages } from '@servicebook/i18n';
import { formatDay } from '@servicebook/i18n/format.ts';
import type { SignRequest } from '@servicebook/shared/sign-request';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type FakeRequest, fakeServer, refusal } from '../../testing/fake-server.ts';
import {
  add,
  forgetDrafts,
  history,
  jsonOf,
  machine,
  one,
  open,
  page,
  protocol,
  save,
  storing,
} from '../../testing/service-story.ts';
// Loaded before the tests, so that loading it on a busy machine does not use up their timeouts.
import './sign-request-dialog.tsx';

forgetDrafts();

const find = 'GET /api/service/signRequest/31';
const send = 'POST /api/service/requestSignature/31';
const remind = 'POST /api/signRequest/remind/8';
const revoke = 'DELETE /api/signRequest/revoke/8';

const request: SignRequest = {
  id: 8,
  state: 'WAITING',
  sentTo: 'ute@mill.example',
  sentBy: 'Anna Nowak',
  createdAt: '2026-11-02T09:00:00Z',
  expiresAt: '2026-11-16T09:00:00Z',
  firstShownAt: null,
  limitReached: false,
  remindFrom: '2026-11-02T10:00:00Z',
};
const known = (current: SignRequest | null) => ({
  body: {
    current,
    recipients: [{ name: 'Ute', email: 'ute@mill.example' }],
    language: 'de',
    days: 14,
  },
});
const toSign = {
  revision: 1,
  contentSha256: 'a'.repeat(64),
  snapshot: {
    schemaVersion: 1,
    documentNumber: '25A/11/2026',
    date: '2026-11-03',
    language: 'en',
    state: 'NEW',
    version: 0,
    company: {},
    customer: {
      shortName: 'Mill',
      fullName: 'Mill',
      streetAddress: '',
      zipCode: '',
      city: '',
      country: 'DE',
    },
    machines: [{ id: 5, name: 'Press', serialNumber: null, category: 'Presses', address: null, actions: [] }],
    types: ['REPAIR'],
    paymentType: 'PAID',
    faultDescription: 'The pump leaks.',
    period: null,
    nextInspection: null,
    technician: { firstName: 'Anna', lastName: 'Nowak', position: null },
    signature: null,
  },
  today: '2026-11-22',
  performedBy: 1,
  alsoPerformedBy: [],
  ownSignature: null,
  missing: [],
  undone: null,
  performers: [
    { id: 9, firstName: 'Ewa', lastName: 'Lis', position: '' },
    { id: 1, firstName: 'Anna', lastName: 'Nowak', position: '' },
  ],
  signers: [],
};

async function opened(current: SignRequest | null, more: Parameters<typeof fakeServer>[0] = {}) {
  const stored = { ...protocol, signRequest: current && { ...current, changed: false } };
  const server = fakeServer({
    ...machine,
    [history]: page(stored),
    [one]: { body: stored },
    [find]: known(current),
    'GET /api/service/toSign/31': { body: toSign },
    ...more,
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: '25A/11/2026' }));
  const form = await screen.findByRole('dialog', { name: 'Protocol 25A/11/2026' });
  const opener = current ? 'Signature at a distance' : 'Send for signature';
  await user.click(await within(form).findByRole('button', { name: opener }));
  const dialog = await screen.findByRole('dialog', { name: 'Signature at a distance · 25A/11/2026' });
  return { user, server, form, dialog };
}

const press = async (
  { user, dialog }: Pick<Awaited<ReturnType<typeof opened>>, 'user' | 'dialog'>,
  name: string,
) => {
  const button = await within(dialog).findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
};

describe('Sending for signature', () => {
  it('proposes the main contact, the language, and who did the work on which day', async () => {
    const story = await opened(null, { [send]: { body: { request, address: null } } });
    const { dialog, server } = story;
    expect(await within(dialog).findByRole('combobox', { name: 'Customer’s e-mail' })).toHaveValue(
      'ute@mill.example',
    );
    await press(story, 'Send by mail');
    expect(await screen.findByText('Sent for signature: ute@mill.example')).toBeVisible();
    expect(server.sentTo(send)).toEqual([
      {
        email: 'ute@mill.example',
        language: 'de',
        date: '2026-11-03T00:00:00',
        performedBy: { id: 1 },
        alsoPerformedBy: [],
        ownSignature: null,
        revision: 1,
        contentSha256: toSign.contentSha256,
      },
    ]);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('names what is no address, and a refusal of the server', async () => {
    const story = await opened(null, { [send]: refusal(429, 'TOO_MANY_ATTEMPTS') });
    const { user, dialog, server } = story;
    const field = await within(dialog).findByRole('combobox', { name: 'Customer’s e-mail' });
    await user.clear(field);
    await user.type(field, 'ute@');
    await press(story, 'Send by mail');
    await waitFor(() => expect(field).toBeInvalid());
    expect(server.sentTo(send)).toEqual([]);
    await user.type(field, 'mill.example');
    await press(story, 'Send by mail');
    expect(await within(dialog).findByRole('alert')).toBeVisible();
    expect(field).toHaveValue('ute@mill.example');
  });

  it('makes a link to copy, which is shown once', async () => {
    const address = 'https://app.example/sign/1.abc';
    const story = await opened(null, {
      [send]: () => ({ body: { request: { ...request, sentTo: null }, address } }),
    });
    const { user, dialog, server } = story;
    await press(story, 'Make a link to copy');
    expect(await within(dialog).findByLabelText('Link to sign')).toHaveValue(address);
    await user.click(within(dialog).getByRole('button', { name: 'Copy the link' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(address));
    expect(server.sentTo(send)).toMatchObject([{ email: null }]);
  });

  it('is followed by further typing, although it has confirmed another day: nobody conflicts with himself', async () => {
    let revision = 1;
    const date = () => (revision === 1 ? protocol.date : '2026-11-02T08:15:00.000Z');
    const stored = () => ({ body: { ...protocol, date: date(), revision } });
    const story = await opened(null, {
      [one]: stored,
      [send]: () => {
        revision = 2;
        return { body: { request, address: null } };
      },
      [add]: (sent: FakeRequest) =>
        jsonOf(sent.body).revision === revision ? storing(sent) : refusal(409, 'SERVICE_CHANGED'),
    });
    const { user, dialog, form, server } = story;
    // The answer about the new state comes while the user is typing again.
    const fault = await within(form).findByLabelText('Fault description');
    await press(story, 'Send by mail');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.type(fault, ' Again.');
    await user.click(save(form));
    await waitFor(() => expect(form).not.toBeInTheDocument());
    expect(server.sentTo(add).map((body) => jsonOf(body))).toMatchObject([
      { revision: 2, faultDescription: 'The pump leaks. Again.' },
    ]);
  });
});

describe('A request that waits', () => {
  it('says to whom it went and whether it was read, and is sent again as a reminder', async () => {
    const story = await opened(request, { [remind]: { body: request } });
    const { dialog, server } = story;
    expect(await within(dialog).findByText('Waiting for the signature')).toBeVisible();
    expect(within(dialog).getByText(/^Sent to ute@mill\.example, .* \(Anna Nowak\)$/)).toBeVisible();
    expect(within(dialog).getByText('The customer has not opened the protocol yet.')).toBeVisible();
    await press(story, 'Remind');
    expect(await screen.findByText('A reminder with a new link was sent.')).toBeVisible();
    expect(server.sentTo(remind)).toHaveLength(1);
  });

  it('is not reminded of within an hour', async () => {
    const soon = { ...request, remindFrom: new Date(Date.now() + 600_000).toISOString() };
    const { dialog } = await opened(soon);
    expect(await within(dialog).findByText(/^Reminding is possible from/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Remind' })).toBeDisabled();
  });

  it('has no reminder if the link was copied', async () => {
    const { dialog } = await opened({ ...request, sentTo: null });
    expect(await within(dialog).findByText(/^Link made .* \(Anna Nowak\)$/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Remind' })).toBeNull();
  });

  it('is awaited since the day on which it was sent, where the user is', async () => {
    const late = { ...request, createdAt: '2026-11-02T23:30:00Z', expiresAt: '2099-11-16T23:30:00Z' };
    const stored = { ...protocol, signRequest: { ...late, changed: false } };
    fakeServer({ ...machine, [history]: page(stored) });
    await open();
    // Half past midnight in Warsaw.
    const label = `Awaiting signature since ${formatDay('2026-11-03', 'en')}`;
    expect((await screen.findAllByText(label))[0]).toBeVisible();
  });

  it('is revoked', async () => {
    const story = await opened(request, { [revoke]: { status: 204 } });
    await press(story, 'Revoke the link');
    expect(await screen.findByText('The link no longer works.')).toBeVisible();
    expect(story.server.sentTo(revoke)).toHaveLength(1);
    await waitFor(() => expect(story.dialog).not.toBeInTheDocument());
  });

  it('that has expired is reminded of or sent again, to the same address', async () => {
    const story = await opened({ ...request, state: 'EXPIRED', firstShownAt: '2026-11-03T09:00:00Z' });
    const { dialog } = story;
    expect(await within(dialog).findByText('The link has expired')).toBeVisible();
    expect(within(dialog).getByText(/^The customer has opened the protocol: /)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Remind' })).toBeEnabled();
    await press(story, 'Send again');
    expect(await within(dialog).findByRole('combobox', { name: 'Customer’s e-mail' })).toHaveValue(
      'ute@mill.example',
    );
    const language = within(dialog).getByRole('combobox', { name: 'Language of the mail and the page' });
    expect(language).toHaveValue('de');
    expect(within(language).getAllByRole('option')).toHaveLength(languages.length);
  });

  it('whose protocol has changed since can only be sent again', async () => {
    const { dialog } = await opened({ ...request, state: 'CHANGED' });
    expect(await within(dialog).findByText(/^The protocol has changed since it was sent\./)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Remind' })).toBeNull();
  });
});
