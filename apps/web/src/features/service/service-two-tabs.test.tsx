/** A new protocol that is open in two tabs of one browser is one protocol. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as downscale from '../../components/downscale-image.ts';
import { giveLocks, takeLocks } from '../../testing/fake-locks.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import {
  add,
  forgetDrafts,
  history,
  machine,
  open,
  page,
  protocol,
  repair,
  save,
  sent,
  startNew,
  storing,
} from '../../testing/service-story.ts';
import { runOnDatabase } from './draft-database.ts';
import { dropDraft, keepDraft, readDraft, type ServiceDraft } from './service-draft.ts';
import { valuesOf } from './service-form-values.ts';

forgetDrafts();
beforeEach(giveLocks);
afterEach(takeLocks);

const key = '1:1:5:new';
const name = `servicebook-draft-${key}`;
/** The other tab writes, until it is told to end. */
function writeThere(options: LockOptions) {
  const writing = Promise.withResolvers<void>();
  const ended = navigator.locks.request(name, options, () => writing.promise).catch((error) => error.name);
  return { end: writing.resolve, ended };
}
const keepThere = (faultDescription: string) =>
  keepDraft({
    key,
    keptAt: Date.now(),
    base: null,
    values: { ...valuesOf({ ...protocol, faultDescription }, 'Europe/Warsaw'), revision: undefined },
    dirty: true,
    files: [],
    attempt: null,
  } as ServiceDraft);
const fault = (dialog: HTMLElement) => within(dialog).findByRole('textbox', { name: 'Fault description' });
const elsewhere = 'This protocol is being written in another tab';
const endedThere = async () => {
  await screen.findByText('This protocol was finished in another tab');
  return screen.getByRole('dialog');
};
const startThere = async (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click((await screen.findAllByRole('button', { name: 'New protocol' }))[0] as HTMLElement);

describe('A new protocol that another tab writes', () => {
  it('is taken over with what was entered there, and the other tab is told', async () => {
    fakeServer(machine);
    await keepThere('The pump leaks.');
    const other = writeThere({});
    const { user } = await open();
    await startThere(user);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(elsewhere)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Write here instead' }));
    expect(await screen.findByRole('textbox', { name: 'Fault description' })).toHaveValue('The pump leaks.');
    expect(await other.ended).toBe('AbortError');
  });

  it('is waited for while the other tab stores its last photos', async () => {
    fakeServer(machine);
    const other = writeThere({});
    const there = new BroadcastChannel('servicebook-draft-requests');
    const asked = new Promise<void>((resolve) => {
      there.onmessage = ({ data }) => {
        there.postMessage({ ...data, storing: true });
        resolve();
      };
    });
    const { user } = await open();
    await startThere(user);
    await user.click(await screen.findByRole('button', { name: 'Write here instead' }));
    await asked;
    // Longer than it would wait without an answer.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await keepThere('The pump leaks.');
    other.end();
    expect(await screen.findByRole('textbox', { name: 'Fault description' })).toHaveValue('The pump leaks.');
    expect(await other.ended).toBeUndefined();
    there.close();
  });

  it('stays there if it is closed here before the other tab has answered', async () => {
    fakeServer(machine);
    const other = writeThere({});
    const { user } = await open();
    await startThere(user);
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('button', { name: 'Write here instead' }));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // Longer than it would wait for an answer.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    other.end();
    expect(await other.ended).toBeUndefined();
  });

  it('is over once it is saved there: another one can be written here', async () => {
    fakeServer(machine);
    const other = writeThere({});
    const { user } = await open();
    await startThere(user);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(elsewhere)).toBeVisible();
    other.end();
    await user.click(within(await endedThere()).getByRole('button', { name: 'New protocol' }));
    expect(await screen.findByRole('textbox', { name: 'Fault description' })).toHaveValue('');
    expect(screen.queryByText(elsewhere)).not.toBeInTheDocument();
  });

  it('is offered here once it is left there', async () => {
    fakeServer(machine);
    const other = writeThere({});
    const { user } = await open();
    await startThere(user);
    await within(await screen.findByRole('dialog')).findByText(elsewhere);
    await keepThere('The pump leaks.');
    other.end();
    expect(await screen.findByText('You have an unfinished protocol on this device')).toBeVisible();
  });

  it('is left to other tabs while nobody looks at this one', async () => {
    fakeServer(machine);
    const other = writeThere({});
    const { user } = await open();
    await startThere(user);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(elsewhere);
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    other.end();
    await other.ended;
    const again = writeThere({});
    seen.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(within(dialog).getByText(elsewhere)).toBeVisible();
    again.end();
    expect(await endedThere()).toBeVisible();
  });

  it('is closed without a question, and stays as it is', async () => {
    fakeServer(machine);
    await keepThere('The pump leaks.');
    const other = writeThere({});
    const { user } = await open();
    await startThere(user);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await readDraft(key))?.values.faultDescription).toBe('The pump leaks.');
    other.end();
    expect(await other.ended).toBeUndefined();
  });
});

/** The other tab asks for the draft. */
function askThere(at = Date.now()) {
  const channel = new BroadcastChannel('servicebook-draft-requests');
  channel.postMessage({ key, at });
  channel.close();
}

describe('A new protocol that another tab takes over', () => {
  it('is handed over with its last input and with a photo that is not ready yet', async () => {
    vi.spyOn(downscale, 'downscaleImage').mockReturnValue(new Promise(() => {}));
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    const [input] = dialog.querySelectorAll<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, new File(['original'], 'meter.jpg', { type: 'image/jpeg' }));
    await user.type(await fault(dialog), 'Leaks');
    const other = writeThere({});
    askThere();
    expect(await screen.findByText(elsewhere)).toBeVisible();
    const draft = await readDraft(key);
    expect(draft?.values.faultDescription).toBe('Leaks');
    expect(draft?.files).toMatchObject([{ file: { name: 'meter.jpg', size: 8 }, prepared: false }]);
    other.end();
    expect(await other.ended).toBeUndefined();
  });

  it('is not handed over to a request that this one hears too late: the other tab has it long since', async () => {
    fakeServer(machine);
    const { user } = await open();
    const dialog = await startNew(user);
    await user.type(await fault(dialog), 'Leaks');
    askThere(Date.now() - 60_000);
    // Had it been handed over, this one would store nothing more.
    await user.type(await fault(dialog), ' at the pump.');
    await waitFor(async () =>
      expect((await readDraft(key))?.values.faultDescription).toBe('Leaks at the pump.'),
    );
    expect(screen.queryByText(elsewhere)).not.toBeInTheDocument();
  });

  it('is stored by this one no more, which can take it back with what was entered there', async () => {
    fakeServer(machine);
    const { user } = await open();
    await user.type(await fault(await startNew(user)), 'Leaks');
    await waitFor(async () => expect((await readDraft(key))?.values.faultDescription).toBe('Leaks'));
    const kept = keepThere('Leaks at the pump.');
    const other = writeThere({ steal: true });
    await kept;
    expect(await screen.findByText(elsewhere)).toBeVisible();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect((await readDraft(key))?.values.faultDescription).toBe('Leaks at the pump.');
    await user.click(screen.getByRole('button', { name: 'Write here instead' }));
    expect(await screen.findByRole('textbox', { name: 'Fault description' })).toHaveValue(
      'Leaks at the pump.',
    );
    expect(await other.ended).toBe('AbortError');
  });

  it('is no empty form once it is saved there: the list with it is shown, or another one begun', async () => {
    const server = fakeServer(machine);
    const { user } = await open();
    await user.type(await fault(await startNew(user)), 'Leaks');
    await waitFor(async () => expect(await readDraft(key)).not.toBeNull());
    const other = writeThere({ steal: true });
    await screen.findByText(elsewhere);
    await dropDraft(key);
    server.handlers[history] = page(protocol);
    other.end();
    const dialog = await endedThere();
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Show the list' }));
    expect(await screen.findByRole('button', { name: '25A/11/2026' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await readDraft(key)).toBeNull();
  });

  it('stays there also if nothing was entered here', async () => {
    fakeServer(machine);
    const { user } = await open();
    await startNew(user);
    const kept = keepThere('The pump leaks.');
    writeThere({ steal: true });
    await kept;
    expect(await screen.findByText(elsewhere)).toBeVisible();
    expect((await readDraft(key))?.values.faultDescription).toBe('The pump leaks.');
  });
});

it('a draft that another tab writes is not discarded here', async () => {
  fakeServer(machine);
  await keepThere('The pump leaks.');
  const other = writeThere({});
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  const question = await screen.findByRole('dialog', { name: 'Discard the draft?' });
  await user.click(within(question).getByRole('button', { name: 'Discard' }));
  expect(await within(question).findByText(elsewhere)).toBeVisible();
  expect((await readDraft(key))?.values.faultDescription).toBe('The pump leaks.');
  other.end();
  await other.ended;
  await user.click(within(question).getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await readDraft(key)).toBeNull());
});

it('a draft is gone before another tab may write one, so a saved protocol is not offered there', async () => {
  const server = fakeServer({ ...machine, [add]: storing, [history]: page(protocol) });
  const { user } = await open();
  const dialog = await startNew(user);
  await user.click(await repair(dialog));
  await user.type(await fault(dialog), 'Leaks');
  await waitFor(async () => expect(await readDraft(key)).not.toBeNull());
  const found = navigator.locks.request(name, () =>
    runOnDatabase(async (database) => (await database.get('texts', key)) ?? null),
  );
  await user.click(save(dialog));
  expect(await found).toBeNull();
  expect(sent(server)).toHaveLength(1);
});

it('another new protocol can be written elsewhere once this one is saved', async () => {
  const server = fakeServer({ ...machine, [add]: storing, [history]: page(protocol) });
  const { user } = await open();
  const dialog = await startNew(user);
  expect(await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock)).toBeNull();
  await user.click(await repair(dialog));
  await user.type(await fault(dialog), 'Leaks');
  await user.click(save(dialog));
  await waitFor(() => expect(sent(server)).toHaveLength(1));
  await waitFor(async () =>
    expect(await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null)).toBe(true),
  );
});

it('a new protocol that is opened again while its photos are still being stored is in no other tab', async () => {
  const photo = new File(['picture'], 'meter.jpg', { type: 'image/jpeg' });
  const stored = Promise.withResolvers<ArrayBuffer>();
  vi.spyOn(photo, 'arrayBuffer').mockReturnValue(stored.promise);
  vi.spyOn(downscale, 'downscaleImage').mockResolvedValue(photo);
  fakeServer(machine);
  const { user } = await open();
  const dialog = await startNew(user);
  const [input] = dialog.querySelectorAll<HTMLInputElement>('input[type=file]');
  await user.upload(input as HTMLInputElement, photo);
  await waitFor(() => expect(photo.arrayBuffer).toHaveBeenCalled());
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await startThere(user);
  const again = await screen.findByRole('dialog');
  expect(await within(again).findByText('Loading…')).toBeInTheDocument();
  expect(screen.queryByText(elsewhere)).not.toBeInTheDocument();
  stored.resolve(new ArrayBuffer(7));
  expect(await screen.findByRole('textbox', { name: 'Fault description' })).toHaveValue('');
});
