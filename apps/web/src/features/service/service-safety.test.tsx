import type { Visit } from '@servicebook/shared/visit';
import { screen, waitFor, within } from '@testing-library/react';
import { type AxiosAdapter, CanceledError } from 'axios';
import { describe, expect, it } from 'vitest';
import { http } from '../../lib/api-client.ts';
import { type FakeRequest, fakeServer, refusal } from '../../testing/fake-server.ts';
import { planningVisit } from '../../testing/planning-samples.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import {
  add,
  forgetDrafts,
  history,
  jsonOf,
  machine,
  one,
  open,
  page,
  press,
  protocol,
  repair,
  save,
  sent,
  startNew,
  photo as storedPhoto,
  storing,
} from '../../testing/service-story.ts';
import { keepDraft, listDrafts } from './service-draft.ts';
import { newValues } from './service-form-values.ts';

forgetDrafts();

const anna = { accountId: 1, userId: 1 };

describe('An unreachable server', () => {
  it('loses no input, and the same save is not stored twice', async () => {
    const server = fakeServer({ ...machine, [add]: 'no connection', [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    const fault = within(dialog).getByLabelText('Fault description');
    await user.type(fault, 'Noise');
    await user.click(save(dialog));
    expect(await within(dialog).findByText(/Server connection error/)).toBeVisible();
    expect(fault).toHaveValue('Noise');

    server.handlers[add] = storing;
    await user.type(fault, ' and smoke');
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [lost, repeated, changed] = server.requests.filter(({ call }) => call === add);
    const keyOf = (request: FakeRequest | undefined) => request?.headers['Idempotency-Key'];
    // The lost save is repeated first; later input then changes it instead of creating a second protocol.
    expect(keyOf(repeated)).toBe(keyOf(lost));
    expect(jsonOf(repeated?.body)).toEqual(jsonOf(lost?.body));
    expect(jsonOf(changed?.body)).toMatchObject({ id: 31, faultDescription: 'Noise and smoke', revision: 1 });
  });
});

describe('A save whose answer was lost', () => {
  it('is changed, never stored a second time, after the newer content was refused', async () => {
    const server = fakeServer({ ...machine, [add]: 'no connection', [one]: { body: protocol } });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.click(save(dialog));
    await within(dialog).findByText(/Server connection error/);

    const refused = refusal(403, 'NO_PERMISSION');
    server.handlers[add] = (request) => (jsonOf(request.body).id === null ? storing(request) : refused);
    const fault = within(dialog).getByLabelText('Fault description');
    await user.type(fault, 'Noise');
    await user.click(save(dialog));
    await within(dialog).findByText('No permission for this operation.');
    expect(fault).toHaveValue('Noise');
    server.handlers[add] = storing;
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent(server).map(({ id }) => id)).toEqual([null, null, 31, 31]);
  });
});

describe('Input', () => {
  it('is protected by a confirmation before the popup closes', async () => {
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(within(dialog).getByLabelText('Fault description')).toHaveValue('Noise');
  });

  it('stays when Escape closes a dialog on top of it', async () => {
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    const fault = within(dialog).getByLabelText('Fault description');
    await user.type(fault, 'Noise{Escape}');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).not.toBeInTheDocument(),
    );
    expect(fault).toHaveValue('Noise');
    expect(dialog).toBeVisible();
    await waitFor(() => expect(fault).toHaveFocus());
  });

  it('survives the page, and is offered again', async () => {
    fakeServer(machine);
    const { user, router } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    // Unmounted without warning, as when a phone closes the tab.
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(async () => expect(await listDrafts(anna)).toHaveLength(1));
    router.dispose();
    document.body.innerHTML = '';

    const again = await open();
    expect(await screen.findByText(/You started a protocol on .* and did not save it/)).toBeVisible();
    await again.user.click(screen.getByRole('button', { name: 'Continue' }));
    const restored = await screen.findByRole('dialog');
    expect(await within(restored).findByLabelText('Fault description')).toHaveValue('Noise');
    expect(await repair(restored)).toBeChecked();
  });
});

describe('Input of a session that ends during the save', () => {
  it('stays with its user, who continues it after signing in again', async () => {
    fakeServer({ ...machine, [add]: refusal(401, 'NOT_SIGNED_IN') });
    const { user, router } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    await waitFor(async () => expect(await listDrafts(anna)).toHaveLength(1));
    await user.type(within(dialog).getByLabelText('Fault description'), ' and smoke');
    await user.click(save(dialog));
    await within(dialog).findByText(/Please sign in/);
    await waitFor(async () =>
      expect(await listDrafts(anna)).toMatchObject([{ values: { faultDescription: 'Noise and smoke' } }]),
    );
    router.dispose();
    document.body.innerHTML = '';

    const again = await open();
    await again.user.click(await screen.findByRole('button', { name: 'Continue' }));
    const restored = await screen.findByRole('dialog');
    expect(await within(restored).findByLabelText('Fault description')).toHaveValue('Noise and smoke');
    expect(await listDrafts({ accountId: 0, userId: 0 })).toEqual([]);
  });
});

describe('A continued draft', () => {
  it('does not overwrite newer input once its protocol has a number', async () => {
    await keepDraft({
      key: '1:1:5:new',
      keptAt: Date.now(),
      base: null,
      values: { ...newValues(press, new Date(), 'UTC'), type: ['REPAIR'], faultDescription: 'Noise' },
      dirty: true,
      files: [{ key: 'a', file: new File(['a'], 'a.txt'), prepared: true }],
      attempt: null,
    });
    fakeServer({
      ...machine,
      [add]: storing,
      [one]: { body: { ...protocol, faultDescription: 'Noise and smoke' } },
      'PATCH /api/service/addFile/31': 'no connection',
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog');
    const fault = await within(dialog).findByLabelText('Fault description');
    await user.type(fault, ' and smoke');
    await user.click(save(dialog));
    // The file could not be sent, so the popup stays open.
    await within(dialog).findByRole('button', { name: 'Try again' });
    expect(fault).toHaveValue('Noise and smoke');
    expect(within(dialog).queryByText('Not saved yet')).not.toBeInTheDocument();
  });
});

describe('A draft that was written on a visit', () => {
  const visit = planningVisit({ id: 9, text: 'Replace the seal' });
  const written = { ...newValues(press, new Date(), 'UTC', visit), faultDescription: 'Noise' };
  const keep = () =>
    keepDraft({
      key: '1:1:5:new',
      keptAt: Date.now(),
      base: null,
      values: written,
      dirty: true,
      files: [],
      attempt: null,
    });
  const visits = {
    ...machine,
    'GET /api/visit/findById/9': { body: visit },
    'GET /api/device/overview/5': refusal(404, 'NOT_FOUND'),
  };

  it('continues on its visit, without another question, from the page of what waits', async () => {
    await keep();
    fakeServer(visits);
    const { user, router } = await renderApp('/offline', sessionUser('ROLE_USER'));
    await user.click(await screen.findByRole('link', { name: /^Continue: / }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByLabelText('Fault description')).toHaveValue('Noise');
    expect(within(dialog).getByText('Replace the seal')).toBeVisible();
    expect(router.state.location.search).toMatch(/visit=9/);
  });

  it('has its plan also where the address names no visit', async () => {
    await keep();
    fakeServer(visits);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('Replace the seal')).toBeVisible();
  });
});

describe('A protocol begun on a visit', () => {
  const visit = planningVisit({
    id: 9,
    state: 'STARTED',
    devices: [5, 6].map((id) => ({
      ...(planningVisit({ id: 9 }).devices[0] as Visit['devices'][number]),
      id,
      name: id === 5 ? 'Hydraulic press' : 'Band saw',
    })),
  });
  const atVisit = async () => {
    const server = fakeServer({
      ...machine,
      [add]: storing,
      [one]: { body: protocol },
      'GET /api/visit/findById/9': { body: visit },
      'GET /api/device/overview/5': refusal(404, 'NOT_FOUND'),
    });
    const app = await renderApp('/visit?id=9', sessionUser('ROLE_USER'));
    await app.user.click(await screen.findByRole('button', { name: 'Write the protocol' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('button', { name: 'Save' });
    return {
      ...app,
      server,
      dialog,
      address: () => app.router.state.location.pathname + app.router.state.location.search,
    };
  };

  it('leads back to the visit once it is saved', async () => {
    const { user, dialog, address } = await atVisit();
    await user.click(save(dialog));
    await waitFor(() => expect(address()).toBe('/visit?id=9'));
  });

  it('leads back to the visit after one question if it is closed while it is sent', async () => {
    const { user, dialog, address } = await atVisit();
    const answer = http.defaults.adapter as AxiosAdapter;
    http.defaults.adapter = (config) =>
      config.url === '/api/service/add' ? new Promise(() => {}) : answer(config);
    await user.click(save(dialog));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/visit?id=9'));
  });

  it('leads back to the visit also without the machine it was begun on', async () => {
    const { user, server, dialog, address } = await atVisit();
    const saved = { ...protocol, devices: [{ id: 6, name: 'Band saw', serialNumber: 'BS-1' }] };
    server.handlers[add] = { status: 201, body: saved };
    server.handlers[one] = { body: saved };
    await user.click(within(dialog).getByRole('button', { name: /^Remove Hydraulic press/ }));
    await user.click(save(dialog));
    await waitFor(() => expect(address()).toBe('/visit?id=9'));
  });
});

/** It appears after the draft was read. */
const fileInput = (dialog: HTMLElement) =>
  waitFor(() => dialog.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input'));

describe('Attachments', () => {
  const attach = 'PATCH /api/service/addFile/31';
  const photo = () => new File(['picture'], 'leak.png', { type: 'image/png' });
  const stored = {
    ...protocol,
    fileDtos: [storedPhoto],
  };

  it('are added from the row, viewed, and deleted after a confirmation', async () => {
    const remove = 'DELETE /api/service/deleteFile/1';
    const server = fakeServer({
      ...machine,
      [history]: page(protocol),
      [one]: { body: protocol },
      [attach]: { body: stored },
      [remove]: refusal(403, 'NO_PERMISSION'),
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add an attachment to 25A/11/2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Attachments of 25A/11/2026' });
    server.handlers[one] = { body: stored };
    await user.upload(await fileInput(dialog), photo());
    await user.click(await within(dialog).findByRole('button', { name: /^leak\.png/ }));
    const preview = await screen.findByRole('dialog', { name: 'leak.png' });
    expect(preview.querySelector('img')).toHaveAttribute('src', '/api/storage/downloadFile?fileName=k');
    await user.click(within(preview).getByRole('button', { name: 'Close preview' }));
    expect(server.sentTo(attach).map((form) => ((form as FormData).get('file') as File).name)).toEqual([
      'leak.png',
    ]);

    await user.click(within(dialog).getByRole('button', { name: 'Delete leak.png' }));
    const question = await screen.findByRole('dialog', { name: 'Delete attachment?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await within(question).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    server.handlers[one] = { body: protocol };
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(within(dialog).queryByRole('button', { name: /^leak\.png/ })).not.toBeInTheDocument(),
    );
  });

  it('may be of any type; programs and undecodable HEIC photos are marked', async () => {
    const program = {
      ...storedPhoto,
      id: 2,
      filename: 'Setup.exe',
      contentType: 'application/octet-stream',
    };
    const files = { ...protocol, fileDtos: [program] } as typeof stored;
    const server = fakeServer({
      ...machine,
      [history]: page(files),
      [one]: { body: files },
      [attach]: refusal(400, 'FILE_NOT_AS_NAMED'),
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add an attachment to 25A/11/2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Attachments of 25A/11/2026' });
    expect(await within(dialog).findByText(/^Any type of file, at most 25 MB each/)).toBeVisible();
    expect(within(dialog).getByText('Program, script or macros')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: /^Setup\.exe/ }));
    const preview = await screen.findByRole('dialog', { name: 'Setup.exe' });
    expect(within(preview).getByText('This file can run a program')).toBeVisible();
    await user.click(within(preview).getByRole('button', { name: 'Close preview' }));

    const heic = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_1.heic');
    await user.upload(await fileInput(dialog), heic);
    expect(await within(dialog).findByText(/^This HEIC photo could not be converted/)).toBeVisible();
    expect(await within(dialog).findByText(/^The file is named like a picture or PDF/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: /Try again/ })).not.toBeInTheDocument();
    expect(server.sentTo(attach)).toHaveLength(1);
  });

  it('of a new protocol are sent after it, and one that fails can be retried', async () => {
    const server = fakeServer({
      ...machine,
      [add]: storing,
      [one]: { body: protocol },
      [attach]: 'no connection',
    });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    await user.upload(input, photo());
    expect(await within(dialog).findByText('leak.png')).toBeVisible();
    expect(server.sentTo(attach)).toEqual([]);
    await user.click(save(dialog));
    const retry = await within(dialog).findByRole('button', { name: 'Try again' });

    server.handlers[attach] = { body: stored };
    await user.click(retry);
    await within(dialog).findByRole('button', { name: /^leak\.png/ });
    const keys = server.requests
      .filter(({ call }) => call === attach)
      .map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(1);
    expect(sent(server)).toHaveLength(1);
  });

  it('move up in the queue when a running upload is removed', async () => {
    const server = fakeServer({
      ...machine,
      [history]: page(protocol),
      [one]: { body: stored },
      [attach]: { body: stored },
    });
    const answer = http.defaults.adapter as AxiosAdapter;
    // The first file hangs until it is removed.
    http.defaults.adapter = (config) =>
      config.url?.includes('addFile') && ((config.data as FormData).get('file') as File).name === 'stuck.png'
        ? new Promise((_, reject) => {
            config.onUploadProgress?.({ loaded: 1, progress: 0.5, bytes: 1, lengthComputable: true });
            config.signal?.addEventListener?.('abort', () => reject(new CanceledError()));
          })
        : answer(config);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add an attachment to 25A/11/2026' }));
    const dialog = await screen.findByRole('dialog', { name: 'Attachments of 25A/11/2026' });
    await user.upload(await fileInput(dialog), [
      new File(['x'], 'stuck.png', { type: 'image/png' }),
      photo(),
    ]);
    await within(dialog).findByText(/^Sending/);
    expect(server.sentTo(attach)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Do not add stuck.png' }));
    await waitFor(() => expect(server.sentTo(attach)).toHaveLength(1));
  });
});
