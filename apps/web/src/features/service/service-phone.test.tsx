import { maxAttachments } from '@servicebook/shared/protocol-length';
import { screen, waitFor, within } from '@testing-library/react';
import type { AxiosAdapter } from 'axios';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as downscale from '../../components/downscale-image.ts';
import { http } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import {
  add,
  forgetDrafts,
  history,
  machine,
  one,
  open,
  page,
  photo as photoDto,
  protocol,
  repair,
  save,
  signed,
  startNew,
  storing,
  type User,
} from '../../testing/service-story.ts';
import { keepDraft, listDrafts, readDraft } from './service-draft.ts';
import { valuesOf } from './service-form-values.ts';

forgetDrafts();
afterEach(() => vi.unstubAllGlobals());

const attach = 'PATCH /api/service/addFile/31';
const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
const owner = { accountId: 1, userId: 1 };
const versions = { 'GET /api/service/versions/31': { body: [] } };
const choose = (user: User, dialog: HTMLElement, ...names: string[]) =>
  user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, names.map(photo));

const startAgain = async (user: User) =>
  user.click((await screen.findAllByRole('button', { name: 'New protocol' }))[0] as HTMLElement);

/** Photos of the signed protocol 31 that are still on the phone, as after a lost connection. */
const leave = (...names: string[]) =>
  keepDraft({
    key: '1:1:5:31',
    keptAt: Date.now(),
    base: signed,
    values: valuesOf(signed, 'Europe/Warsaw'),
    dirty: false,
    files: names.map((name) => ({ key: name, file: photo(name), prepared: true })),
    attempt: null,
  });

describe('A phone that stores nothing', () => {
  it('warns in the form', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Broken', 'UnknownError');
    });
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    expect(await within(dialog).findByText(/This device cannot store the draft/)).toBeVisible();
  });

  it('because it is full says so and what to do, and says it once if saving fails too', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    const full = () => {
      throw new ApiError({ status: 0, code: 'PHONE_FULL' });
    };
    fakeServer({ ...machine, [add]: full });
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    expect(await within(dialog).findByText(/no room left.*leave out photos/)).toBeVisible();
    await user.click(save(dialog));
    expect(await within(dialog).findByText(/no room left.*try again/)).toBeVisible();
    expect(within(dialog).queryByText(/leave out photos/)).not.toBeInTheDocument();
  });

  it('except a photo names the photo, and keeps the text', async () => {
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      if (value.bytes) throw new DOMException('Full', 'QuotaExceededError');
      return put.call(this, value);
    });
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    await choose(user, dialog, 'leak.jpg');
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    expect(await within(dialog).findByText(/no room for these files: leak\.jpg/)).toBeVisible();
    expect(within(dialog).queryByText(/the draft is not kept/)).not.toBeInTheDocument();
    await waitFor(async () => expect((await listDrafts(owner))[0]).toMatchObject({ dirty: true }));
  });

  it('does not store a file that is too large to be sent', async () => {
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    const film = new File(['film'], 'film.mp4');
    Object.defineProperty(film, 'size', { value: 27 * 1024 * 1024 });
    await user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, film);
    expect(await within(dialog).findByText(/too large/)).toBeVisible();
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    await waitFor(async () => expect(await listDrafts(owner)).toMatchObject([{ dirty: true, files: [] }]));
  });
});

describe('A save without reception', () => {
  it('can be closed, and is repeated unchanged when it is continued', async () => {
    const server = fakeServer({ ...machine, [add]: storing, [one]: { body: protocol } });
    const answer = http.defaults.adapter as AxiosAdapter;
    const keys: unknown[] = [];
    let dead = true;
    http.defaults.adapter = (config) => {
      if (!config.url?.endsWith('/service/add')) return answer(config);
      keys.push(config.headers.get('Idempotency-Key'));
      return dead ? new Promise(() => {}) : answer(config);
    };
    const { user } = await open();
    const dialog = await startNew(user);
    await user.click(await repair(dialog));
    await user.type(within(dialog).getByLabelText('Fault description'), 'Noise');
    await user.click(save(dialog));
    await waitFor(() => expect(keys).toHaveLength(1));
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Close while the protocol is being sent?' });
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    dead = false;
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    const again = await screen.findByRole('dialog');
    expect(await within(again).findByLabelText('Fault description')).toHaveValue('Noise');
    await user.click(save(again));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(server.sentTo(add)).toHaveLength(1);
    await waitFor(async () => expect(await listDrafts(owner)).toEqual([]));
  });
});

describe('Photos', () => {
  it('are downscaled one at a time, and only the small versions are stored and sent', async () => {
    let opened = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    vi.spyOn(downscale, 'downscaleImage').mockImplementation(async (file, { maxEdge } = {}) => {
      // A thumbnail.
      if (maxEdge) return file;
      opened += 1;
      most = Math.max(most, opened);
      await new Promise<void>((resolve) => finish.push(resolve));
      opened -= 1;
      return photo(`small-${file.name}`);
    });
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    await choose(user, dialog, 'a.jpg', 'b.jpg');
    await waitFor(() => expect(finish).toHaveLength(1));
    finish[0]?.();
    expect(await within(dialog).findByText('small-a.jpg')).toBeVisible();
    await waitFor(async () =>
      expect((await readDraft('1:1:5:new'))?.files.map(({ file }) => file.name)).toEqual(['small-a.jpg']),
    );
    finish[1]?.();
    expect(await within(dialog).findByText('small-b.jpg')).toBeVisible();
    expect(most).toBe(1);
  });

  it('are accepted up to the limit, which the message names', async () => {
    const fileDtos = Array.from({ length: maxAttachments - 1 }, (_, id) => ({ ...photoDto, id: id + 100 }));
    const full = { ...protocol, fileDtos };
    fakeServer({ ...machine, [history]: page(full), [one]: { body: full }, [attach]: 'no connection' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add an attachment to 25A/11/2026' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.querySelector('input[type=file]')).not.toBeNull());
    await choose(user, dialog, 'a.jpg', 'b.jpg');
    expect(await within(dialog).findByText('a.jpg')).toBeVisible();
    expect(within(dialog).getByText(/^A protocol can have at most 200 attachments/)).toBeVisible();
    expect(within(dialog).queryByText('b.jpg')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Do not add a.jpg' }));
    await choose(user, dialog, 'b.jpg');
    expect(await within(dialog).findByText('b.jpg')).toBeVisible();
    expect(within(dialog).queryByText(/at most 200/)).not.toBeInTheDocument();
    // 200 attachments take their time to draw.
  }, 60_000);

  it('that failed are retried with one tap, and when the user returns to the app', async () => {
    const server = fakeServer({
      ...machine,
      [history]: page(protocol),
      [one]: { body: protocol },
      [attach]: 'no connection',
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Add an attachment to 25A/11/2026' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.querySelector('input[type=file]')).not.toBeNull());
    await choose(user, dialog, 'a.jpg', 'b.jpg');
    await waitFor(() => expect(within(dialog).getAllByRole('alert')).toHaveLength(2));
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.sentTo(attach)).toHaveLength(4));
    await waitFor(() => expect(within(dialog).getAllByRole('alert')).toHaveLength(2));

    server.handlers[attach] = { body: protocol };
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(within(dialog).queryByText('a.jpg')).not.toBeInTheDocument());
    await waitFor(() => expect(within(dialog).queryByText('b.jpg')).not.toBeInTheDocument());
  });

  it('that are unsent when their signed protocol is closed stay, and the confirmation says so', async () => {
    fakeServer({
      ...machine,
      ...versions,
      [history]: page(signed),
      [one]: { body: signed },
      [attach]: 'no connection',
    });
    await leave('a.jpg', 'b.jpg');
    const { user } = await open();
    expect(
      await screen.findByText(/Attachments of protocol 25A\/11\/2026 are still on this device/),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send now' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(within(dialog).getAllByRole('alert')).toHaveLength(2));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    const question = await screen.findByRole('dialog', { name: 'Close before all attachments are sent?' });
    expect(within(question).getByText(/stay on this device/)).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await listDrafts(owner)).toEqual([
      expect.objectContaining({
        dirty: false,
        files: [
          { key: 'a.jpg', name: 'a.jpg' },
          { key: 'b.jpg', name: 'b.jpg' },
        ],
      }),
    ]);
  });

  it('left on the phone are sent when their protocol is opened, and then deleted', async () => {
    const server = fakeServer({
      ...machine,
      ...versions,
      [history]: page(signed),
      [one]: { body: signed },
      [attach]: { body: signed },
    });
    await leave('a.jpg');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(server.sentTo(attach)).toHaveLength(1));
    await waitFor(async () => expect(await listDrafts(owner)).toEqual([]));
  });

  it('left on the phone are counted in the bar of every screen, with a link to them', async () => {
    const server = fakeServer({
      ...machine,
      ...versions,
      [history]: page(signed),
      [one]: { body: signed },
      [attach]: 'no connection',
    });
    await leave('a.jpg', 'b.jpg');
    const { user, router } = await open();
    await router.navigate('/elsewhere');
    const entry = await screen.findByRole('link', { name: '2 attachments to send' });
    await user.click(entry);
    expect(router.state.location.search).toBe('?id=5&activeTab=service&service=31');
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(within(dialog).getAllByRole('alert')).toHaveLength(2));
    server.handlers[attach] = { body: signed };
    window.dispatchEvent(new Event('online'));
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: /to send/, hidden: true })).not.toBeInTheDocument(),
    );
  });

  it('of a new protocol are discarded with it after a confirmation, and restored after a crash', async () => {
    fakeServer(machine);
    const { user, router } = await open();
    const dialog = await startNew(user);
    await choose(user, dialog, 'a.jpg');
    await waitFor(async () => expect(await listDrafts(owner)).toHaveLength(1));
    await router.navigate('/elsewhere');
    const question = within(await screen.findByRole('dialog', { name: 'Leave this page?' }));
    expect(question.getByText(/stay on this device as a draft/)).toBeVisible();
    // Nothing is lost, so nothing is red.
    expect(question.getByRole('button', { name: 'Leave' }).getAttribute('style') ?? '').not.toContain('red');
    await user.click(question.getByRole('button', { name: 'Leave' }));
    await screen.findByText('Elsewhere');
    await router.navigate('/machineEdit?id=5');
    await startAgain(user);
    const offer = await screen.findByRole('dialog');
    await user.click(await within(offer).findByRole('button', { name: 'Continue' }));
    expect(await within(offer).findByText('a.jpg')).toBeVisible();

    await user.click(within(offer).getByRole('button', { name: 'Cancel' }));
    const lost = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(lost).getByRole('button', { name: 'Leave' }));
    await waitFor(async () => expect(await listDrafts(owner)).toEqual([]));
  });

  it('are not discarded without a confirmation', async () => {
    fakeServer({ ...machine, [history]: page(signed) });
    await leave('a.jpg', 'b.jpg');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard the draft?' });
    expect(within(question).getByText(/^2 attachments that have not been sent/)).toBeVisible();
    expect(await listDrafts(owner)).toHaveLength(1);
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await listDrafts(owner)).toEqual([]));
  });
});
