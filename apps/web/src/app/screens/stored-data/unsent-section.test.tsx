/** What waits on the phone, with what its user can do. */
import 'fake-indexeddb/auto';
import { ServiceInput } from '@servicebook/shared/service';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../../offline/outbox/database.ts';
import {
  changeEntry,
  discardEntry,
  eraseEntries,
  keepEntry,
  listEntries,
  parkEntry,
} from '../../../offline/outbox/entries.ts';
import { sendAll } from '../../../offline/outbox/sender.ts';
import { eraseSent, noteSent } from '../../../offline/outbox/sent.ts';
import { fakeServer, refusal } from '../../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../../testing/render-app.tsx';
import { press } from '../../../testing/render-tab.tsx';
import { machine, one, protocol } from '../../../testing/service-story.ts';

const user = sessionUser();
const owner = `${user.account.id}:${user.id}`;
const keep = (name: string) =>
  keepEntry({
    owner,
    group: (seq) => `note:${seq}`,
    method: 'post',
    path: '/api/deviceNote/insert',
    query: {},
    body: { text: name, device: { id: 5 } },
    upload: null,
    file: null,
    bytes: null,
    idempotencyKey: crypto.randomUUID(),
    writtenAfter: null,
    attempts: 0,
    label: { kind: 'note', name },
    makes: false,
    answer: () => null,
  });

beforeEach(async () => {
  await eraseEntries(owner);
  // What the test before was sending ends first.
  await sendAll(user);
  await eraseSent(null);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});

const section = async () => {
  const heading = await screen.findByRole('heading', { name: 'Not sent yet' });
  return within(heading.closest('section') as HTMLElement);
};

const update = 'PUT /api/device/update';

const keepSignature = (answer: object = { devices: [{ id: 5 }] }) =>
  keepEntry({
    ...{ owner, method: 'post', path: '/api/service/sign/31', query: {}, upload: null, file: null },
    group: () => 'service:31',
    body: { signerName: 'Jan Kowal' },
    idempotencyKey: crypto.randomUUID(),
    ...{ bytes: null, writtenAfter: null, attempts: 1, makes: false },
    label: { kind: 'signature', name: 'Mill: Jan Kowal' },
    answer: () => answer,
  });

/** A change of the press to broken waits. */
const keepMachine = () =>
  keepEntry({
    ...{ owner, method: 'put', path: '/api/device/update', query: {}, upload: null, file: null, bytes: null },
    group: () => 'machine:5',
    body: { id: 5, revision: 3, name: 'Press', status: 'BROKEN' },
    idempotencyKey: crypto.randomUUID(),
    ...{ writtenAfter: null, attempts: 1, makes: false, base: press },
    label: { kind: 'machine', name: 'Press' },
    answer: () => ({ ...press, status: 'BROKEN' }),
  });

/** The page with a change of the press to broken, which was refused. */
async function openMachine(refused: { code: string; theirs?: object }) {
  const server = fakeServer({ [update]: { body: { ...press, revision: 5 } } });
  const { seq } = await keepMachine();
  await parkEntry(seq, { status: 409, message: '', fields: {}, ...refused });
  const { user: hand } = await renderApp('/offline', user);
  return { server, hand };
}

describe('Work that is not sent', () => {
  it('is told in the frame only if it needs its user, and in the menu in any case', async () => {
    fakeServer({});
    await keep('Oil leaks');
    await renderApp('/categoryList', user);
    expect(await screen.findByRole('button', { name: /Menu.*1 entry to send/ })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Show' })).not.toBeInTheDocument();
    const { seq } = await keep('Belt worn');
    await parkEntry(seq, { code: 'NO_PERMISSION', status: 403, message: '', fields: {} });
    expect(await screen.findByRole('link', { name: 'Show' })).toHaveAttribute('href', '/offline');
    const menu = await screen.findByRole('button', { name: /Menu.*1 entry needs attention/ });
    // The number that is seen is the number that is said, and that of the line.
    expect(within(menu).getByText('1')).toBeInTheDocument();
  });

  it('is listed with the reason of a refusal, and discarded only after a question', async () => {
    fakeServer({});
    await keep('Oil leaks');
    const { seq } = await keep('Belt worn');
    await parkEntry(seq, { code: 'NO_PERMISSION', status: 403, message: '', fields: {} });
    const { user: hand } = await renderApp('/offline', user);
    const list = await section();
    const [parked, waiting] = await list.findAllByRole('listitem');
    expect(waiting).toHaveTextContent('Waiting to be sent');
    expect(parked).toHaveTextContent('Needs attention: No permission for this operation.');
    expect(list.getByText('There is no network now.')).toBeVisible();

    await hand.click(await within(parked as HTMLElement).findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard this work?' });
    expect(await listEntries(owner)).toHaveLength(2);
    await waitFor(() => expect(within(question).getByRole('button', { name: 'Discard' })).toBeEnabled());
    await hand.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await listEntries(owner)).toHaveLength(1), { timeout: 15_000 });
  });

  it('of a refused signature leads to the protocol, which is to be signed again', async () => {
    fakeServer({});
    const { seq } = await keepSignature();
    const fields = { date: 'DATE_IN_FUTURE' };
    await parkEntry(seq, { code: 'VALIDATION_FAILED', status: 400, message: '', fields });
    await renderApp('/offline', user);
    const list = await section();
    expect(await list.findByText(/Choose the day the work was done/)).toBeVisible();
    expect(await list.findByText(/not accepted.*have it signed again/)).toBeVisible();
    expect(list.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Open the protocol' })).toHaveAttribute(
      'href',
      '/machineEdit?id=5&activeTab=service&service=31',
    );
  });

  it('of a refused photo can be discarded', async () => {
    fakeServer({});
    const { seq } = await keepEntry({
      ...{ owner, method: 'patch', path: '/api/service/addFile/31', query: {}, body: null },
      group: () => 'service:31',
      ...{ upload: { file: 'file', json: null }, file: { name: 'a.jpg', type: 'image/jpeg', size: 4 } },
      ...{ bytes: new ArrayBuffer(4), writtenAfter: null, attempts: 1, makes: false },
      idempotencyKey: crypto.randomUUID(),
      label: { kind: 'photo', name: 'a.jpg' },
      answer: () => ({ devices: [{ id: 5 }], fileDtos: [] }),
    });
    await parkEntry(seq, { code: 'NOT_FOUND', status: 404, message: '', fields: {} });
    await renderApp('/offline', user);
    expect(await (await section()).findByRole('button', { name: 'Discard' })).toBeVisible();
  });

  it.each([
    ['VISIT_STATE', 'The visit was finished or cancelled in the meantime'],
    ['NOT_FOUND', 'The visit was deleted in the meantime'],
  ])('of a visit that is over says so, and what to do (%s)', async (code, text) => {
    fakeServer({});
    const { seq } = await keepEntry({
      ...{ owner, method: 'post', path: '/api/visit/step', query: {}, upload: null, file: null, bytes: null },
      group: () => 'visit:41',
      body: { id: 41, step: 'START' },
      idempotencyKey: crypto.randomUUID(),
      ...{ writtenAfter: null, attempts: 1, makes: false },
      label: { kind: 'visitStarted', name: 'Mill' },
      answer: () => null,
    });
    await parkEntry(seq, { code, status: 409, message: '', fields: {} });
    await renderApp('/offline', user);
    const list = await section();
    expect(await list.findByText(new RegExp(`${text}.*Discard this entry`))).toBeVisible();
    expect(list.queryByText(/Reload the page/)).not.toBeInTheDocument();
  });

  it('of a signature whose protocol is gone becomes a new protocol, to be signed again', async () => {
    fakeServer({});
    const { seq } = await keepSignature({ ...protocol, state: 'SIGNED', version: 1 });
    await parkEntry(seq, { code: 'NOT_FOUND', status: 404, message: '', fields: {} });
    const { user: hand } = await renderApp('/offline', user);
    const list = await section();
    expect(await list.findByText(/as a new protocol and have it signed again/)).toBeVisible();
    expect(list.queryByRole('link', { name: 'Open the protocol' })).not.toBeInTheDocument();
    await hand.click(list.getByRole('button', { name: 'Save as new' }));
    const question = await screen.findByRole('dialog', { name: 'Save as a new protocol?' });
    expect(question).toHaveTextContent('It is not signed');
    const save = within(question).getByRole('button', { name: 'Save as new' });
    await waitFor(() => expect(save).toBeEnabled());
    await hand.click(save);
    await waitFor(async () => {
      const [entry, ...others] = await listEntries(owner);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        ...{ path: '/api/service/add', file: null, refusal: null, label: { kind: 'protocol' } },
        body: { id: null, faultDescription: protocol.faultDescription, actions: protocol.actions },
        answer: { id: -(entry?.seq ?? 0), state: 'NEW', signature: null, version: 0 },
      });
      expect(ServiceInput.safeParse(entry?.body).success).toBe(true);
    });
  });

  it('of a protocol says in it what was refused and why', async () => {
    fakeServer({ ...machine, [one]: { body: protocol } });
    const { seq } = await keepSignature();
    const fields = { date: 'DATE_IN_FUTURE' };
    await parkEntry(seq, { code: 'VALIDATION_FAILED', status: 400, message: '', fields });
    await renderApp('/machineEdit?id=5&activeTab=service&service=31', user);
    const dialog = await screen.findByRole('dialog', { name: 'Protocol 25A/11/2026' });
    const notice = async (title: string) =>
      within((await within(dialog).findByText(title)).closest('[role=status]') as HTMLElement);
    const signature = await notice('The customer’s signature was not accepted');
    expect(signature.getByText(/Choose the day the work was done/)).toBeVisible();
    expect(signature.getByRole('link', { name: 'On this device' })).toHaveAttribute('href', '/offline');
    expect(within(dialog).getByLabelText('Fault description')).toBeVisible();

    await act(() => eraseEntries(owner));
    await waitFor(() => expect(within(dialog).queryByText(/was not accepted/)).not.toBeInTheDocument());
    const save = await keepEntry({
      ...{
        owner,
        method: 'post',
        path: '/api/service/add',
        query: {},
        upload: null,
        file: null,
        bytes: null,
      },
      group: () => 'service:31',
      body: { id: 31, devices: [{ id: 5 }] },
      idempotencyKey: crypto.randomUUID(),
      ...{ writtenAfter: null, attempts: 1, makes: false },
      label: { kind: 'protocol', name: 'Mill: Press' },
      answer: () => protocol,
    });
    await act(() => parkEntry(save.seq, { code: 'CONFLICT', status: 409, message: '', fields: {} }));
    const saved = await notice('What was saved last was not accepted');
    expect(saved.getByText(/changed the same/)).toBeVisible();
  });

  it('can be discarded while it waits, but not once it may have arrived', async () => {
    fakeServer({});
    const unsent = await keep('Oil leaks');
    const { seq } = await keep('Belt worn');
    const { user: hand } = await renderApp('/offline', user);
    const list = await section();
    const cardOf = async (text: RegExp) => within((await list.findByText(text)).closest('li') as HTMLElement);
    expect((await cardOf(/Belt worn/)).getByRole('button', { name: 'Discard' })).toBeVisible();
    const tried = await changeEntry(seq, (now) => ({ ...now, attempts: 1 }));
    await waitFor(async () =>
      expect((await cardOf(/Belt worn/)).queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument(),
    );
    // The question was asked before it was sent.
    await discardEntry({ ...(tried as Entry), attempts: 0 });
    expect(await listEntries(owner)).toHaveLength(2);

    await hand.click((await cardOf(/Oil leaks/)).getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard this work?' });
    await waitFor(() => expect(within(question).getByRole('button', { name: 'Discard' })).toBeEnabled());
    await hand.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await listEntries(owner)).not.toContainEqual(unsent), {
      timeout: 15_000,
    });
    expect(await listEntries(owner)).toHaveLength(1);
  });

  it('is listed for a day after it was sent, however much it is', async () => {
    fakeServer({});
    const entry = await keep('Oil leaks');
    await discardEntry(entry);
    for (let seq = 1; seq <= 30; seq++) await noteSent({ ...entry, seq, group: `note:${seq}` });
    await renderApp('/offline', user);
    expect(await screen.findByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
    expect(screen.queryByText('Not sent yet')).not.toBeInTheDocument();
    expect(screen.getAllByText('Oil leaks')).toHaveLength(30);
  });

  it('is listed once it was sent by its record, as it is counted and listed before', async () => {
    fakeServer({});
    const ofProtocol = {
      ...{
        owner,
        method: 'post',
        path: '/api/service/add',
        query: {},
        upload: null,
        file: null,
        bytes: null,
      },
      ...{ group: () => 'service:31', body: { id: 31 }, writtenAfter: null, attempts: 0, makes: false },
      answer: () => protocol,
    };
    const keepOf = (kind: 'protocol' | 'photo', name: string) =>
      keepEntry({ ...ofProtocol, idempotencyKey: crypto.randomUUID(), label: { kind, name } });
    const all = [
      await keepOf('protocol', 'Mill: Press'),
      await keepOf('photo', 'a.jpg'),
      await keepOf('photo', 'b.jpg'),
    ];
    await keep('Oil leaks');
    await renderApp('/offline', user);
    const list = await section();
    expect(await list.findAllByRole('listitem')).toHaveLength(2);
    expect(await screen.findByRole('button', { name: /Menu.*2 entries to send/ })).toBeInTheDocument();

    await act(async () => {
      for (const entry of all) await noteSent(entry);
    });
    const heading = await list.findByRole('heading', { name: 'Sent within the last day' });
    const row = await within(heading.parentElement as HTMLElement).findByRole('listitem');
    await waitFor(() => expect(row).toHaveTextContent(/^Mill: PressProtocol, Photo or file × 2 · /));
  });

  it('can be sent by hand as soon as there is a network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fakeServer({ 'POST /api/deviceNote/insert': 'no connection' });
    await keep('Oil leaks');
    await renderApp('/offline', user);
    const list = await section();
    expect(await list.findByText('There is no network now.')).toBeVisible();
    expect(list.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await list.findByRole('button', { name: 'Send now' })).toBeVisible();
  });

  it('says so if it is sent by hand and the server is not reached', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    fakeServer({ 'POST /api/deviceNote/insert': 'no connection' });
    await keep('Oil leaks');
    const { user: hand } = await renderApp('/offline', user);
    const list = await section();
    expect(list.queryByText('There is no network now.')).not.toBeInTheDocument();
    await hand.click(await list.findByRole('button', { name: 'Send now' }));
    expect(await list.findByText('There is no network now.')).toBeVisible();
    expect(list.getByRole('button', { name: 'Send now' })).toBeVisible();
  });

  it.each([
    [429, 'TOO_MANY_ATTEMPTS'],
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
  ] as const)(
    'says that the server cannot take it now if it answers %i to what is sent by hand',
    async (status, code) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
      fakeServer({ 'POST /api/deviceNote/insert': refusal(status, code) });
      await keep('Oil leaks');
      const { user: hand } = await renderApp('/offline', user);
      const list = await section();
      await hand.click(await list.findByRole('button', { name: 'Send now' }));
      expect(await list.findByText(/^The server cannot take it at the moment/)).toBeVisible();
      expect(list.queryByText('There is no network now.')).not.toBeInTheDocument();
    },
  );

  it('leads to the protocol, the machine, the visit or the to-do that it is of', async () => {
    fakeServer({});
    await keep('Oil leaks');
    await keepMachine();
    const call = { owner, query: {}, upload: null, file: null, bytes: null, writtenAfter: null, attempts: 0 };
    await keepEntry({
      ...{ ...call, method: 'post', path: '/api/visit/step', body: { id: 41, step: 'START' }, makes: false },
      group: () => 'visit:41',
      idempotencyKey: crypto.randomUUID(),
      label: { kind: 'visitStarted', name: 'Mill' },
      answer: () => null,
    });
    await keepEntry({
      ...{ ...call, method: 'patch', path: '/api/todo/status', body: { id: 12 }, makes: false },
      group: () => 'todo:12',
      idempotencyKey: crypto.randomUUID(),
      label: { kind: 'todoDone', name: 'Order seals' },
      answer: () => null,
    });
    const { localId } = await keepEntry({
      ...{ ...call, method: 'post', path: '/api/service/add', body: { id: null }, makes: true },
      group: (seq) => `service:${-seq}`,
      idempotencyKey: crypto.randomUUID(),
      label: { kind: 'protocol', name: 'Mill: Press' },
      answer: (seq) => ({ ...protocol, id: -seq }),
    });
    await renderApp('/offline', user);
    const list = await section();
    const linkOf = async (name: string) => (await list.findByRole('link', { name })).getAttribute('href');
    expect(await linkOf('Oil leaks')).toBe('/machineEdit?id=5');
    expect(await linkOf('Press')).toBe('/machineEdit?id=5');
    expect(await linkOf('Mill')).toBe('/visit?id=41');
    expect(await linkOf('Order seals')).toBe('/machineTodo?todo=12');
    expect(await linkOf('Mill: Press')).toBe(`/machineEdit?id=5&activeTab=service&service=${localId}`);
  });

  it('shows both versions of what two users changed, and sends the chosen ones', async () => {
    const person = { id: user.id, firstName: 'Anna', lastName: 'Nowak' };
    const base = {
      ...{ id: 31, date: '2026-11-22T09:00:00.000Z', number: 4, numberExtension: '', month: 11, year: 2026 },
      ...{ fullNumber: '4', devices: [{ id: 5, name: 'Press', serialNumber: '' }], type: ['REPAIR'] },
      ...{ paymentType: 'PAID', faultDescription: '', period: -1, user: person, alsoPerformedBy: [] },
      ...{ userCreated: person, state: 'NEW', fileDtos: [], actions: [], remarks: '', recommendations: '' },
      ...{ customer: { id: 7, shortName: 'Mill', fullName: 'Mill Ltd' }, isToSign: false, results: [] },
      ...{ workMinutes: null, travelMinutes: null, kilometres: null, partsUsed: [], version: 0 },
      ...{ signature: null, signRequest: null, withdrawn: null, revision: 4, todo: null, visitId: null },
    };
    const theirs = { ...base, remarks: 'Belt worn', workMinutes: 90, revision: 5 };
    const server = fakeServer({
      'POST /api/deviceNote/insert': { body: { id: 3 } },
      'POST /api/service/add': { body: { ...theirs, revision: 6 } },
    });
    const { seq } = await keepEntry({
      ...{ owner, method: 'post', path: '/api/service/add', query: {}, file: null, bytes: null },
      group: () => 'service:31',
      body: { id: 31, devices: [{ id: 5 }], revision: 4, remarks: 'Oil changed' },
      upload: { file: 'protocolSerwisowyFile', json: 'serviceJson' },
      idempotencyKey: crypto.randomUUID(),
      ...{ writtenAfter: null, attempts: 0, makes: false, base },
      label: { kind: 'protocol', name: 'Mill: Press' },
      answer: () => ({ ...base, remarks: 'Oil changed' }),
    });
    await parkEntry(seq, { code: 'CONFLICT', status: 409, message: '', fields: {}, theirs });
    const { user: hand } = await renderApp('/offline', user);
    await hand.click(await screen.findByRole('button', { name: 'Choose a version' }));
    const dialog = await screen.findByRole('dialog', { name: /^Two versions: / });
    expect(await within(dialog).findByText('Oil changed')).toBeVisible();
    // What only the others changed is taken without a question.
    expect(within(dialog).getAllByRole('radio')).toHaveLength(2);
    const save = within(dialog).getByRole('button', { name: 'Save the choice' });
    expect(save).toBeDisabled();
    await hand.click(within(dialog).getByRole('radio', { name: 'Remarks: Saved by somebody else' }));
    await waitFor(() => expect(save).toBeEnabled());
    await hand.click(save);
    await waitFor(() => expect(server.sentTo('POST /api/service/add')).toHaveLength(1), { timeout: 15_000 });
    const sent = server.requests.find(({ call }) => call === 'POST /api/service/add');
    const content = JSON.parse(String((sent?.body as FormData | undefined)?.get('serviceJson')));
    expect(content).toMatchObject({ revision: 5, remarks: 'Belt worn', workMinutes: 90 });
  });

  it('shows both statuses of a machine that two users have set, and sends the chosen one', async () => {
    const { server, hand } = await openMachine({
      code: 'CONFLICT',
      theirs: { ...press, status: 'FAULT', city: 'Hull', revision: 4 },
    });
    await hand.click(await screen.findByRole('button', { name: 'Choose a version' }));
    const dialog = await screen.findByRole('dialog', { name: /^Two versions: / });
    // What only the others changed is taken without a question.
    expect(await within(dialog).findAllByRole('radio')).toHaveLength(2);
    const mine = within(dialog).getByRole('radio', { name: 'Status: Mine' });
    expect(mine).toHaveTextContent('Broken');
    expect(within(dialog).getByRole('radio', { name: /saved by somebody else/i })).toHaveTextContent('Fault');
    await hand.click(mine);
    const save = within(dialog).getByRole('button', { name: 'Save the choice' });
    await waitFor(() => expect(save).toBeEnabled());
    await hand.click(save);
    await waitFor(() => expect(server.sentTo(update)).toHaveLength(1), { timeout: 15_000 });
    expect(server.sentTo(update)).toMatchObject([{ revision: 4, status: 'BROKEN', city: 'Hull' }]);
  });

  it('marks a machine with changes that only this phone has, on its own page', async () => {
    fakeServer(machine);
    await keepMachine();
    await renderApp('/machineEdit?id=5', user);
    expect(await screen.findByRole('link', { name: 'Not sent yet' })).toHaveAttribute('href', '/offline');
  });

  it('lets a change of a deleted machine be discarded or saved as a file', async () => {
    await openMachine({ code: 'NOT_FOUND' });
    expect(await screen.findByRole('button', { name: 'Save as a file' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Discard' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save as new' })).not.toBeInTheDocument();
  });
});
