import type { DeviceNote } from '@servicebook/shared/note';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { renderTab } from '../../testing/render-tab.tsx';
import { NotesTab } from './notes-tab.tsx';

const list = 'GET /api/deviceNote/findByIdDevice/5';
const insert = 'POST /api/deviceNote/insert';
const update = 'PUT /api/deviceNote/update';

const note = (id: number, text: string, by = 1): DeviceNote => ({
  id,
  text,
  device: { id: 5 },
  userUpdated: { id: 2, firstName: 'Jan', lastName: 'Kowal' },
  userCreated: { id: by },
  updatedAt: '2026-03-07T22:30:00.000Z',
});

const field = () => screen.findByLabelText('New note');
const cardOf = (text: string) => screen.getByText(text).closest('li') as HTMLElement;

describe('The notes of a machine', () => {
  it('show the last author, and the time in the user’s timezone', async () => {
    fakeServer({ [list]: { body: [note(3, 'Key at the gate')] } });
    await renderTab(NotesTab);
    expect(await screen.findByText('Key at the gate')).toBeVisible();
    expect(screen.getByText('Last updated by Jan Kowal on 7 Mar 2026, 23:30')).toBeVisible();
  });

  it('are added, and the same text twice makes two notes', async () => {
    const server = fakeServer({ [list]: { body: [] }, [insert]: { body: note(3, 'Oil checked') } });
    const { user } = await renderTab(NotesTab);
    expect(await screen.findByText('No notes yet')).toBeVisible();
    for (const round of [1, 2]) {
      await user.type(await field(), 'Oil checked');
      await user.click(screen.getByRole('button', { name: 'Add note' }));
      await waitFor(() => expect(server.sentTo(insert)).toHaveLength(round));
      await waitFor(async () => expect(await field()).toHaveValue(''));
    }
    expect(server.sentTo(insert)[0]).toEqual({ text: 'Oil checked', device: { id: 5 } });
    const keys = server.requests.filter(({ call }) => call === insert).map((each) => each.headers);
    expect(keys[0]?.['Idempotency-Key']).not.toBe(keys[1]?.['Idempotency-Key']);
  });

  it('need a text', async () => {
    const server = fakeServer({ [list]: { body: [] } });
    const { user } = await renderTab(NotesTab);
    await user.type(await field(), '  ');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Enter a text')).toBeVisible();
    expect(server.sentTo(insert)).toEqual([]);
  });

  it('keep the input while the server is unreachable, and repeat it with the same key', async () => {
    const server = fakeServer({ [list]: { body: [] }, [insert]: 'no connection' });
    const { user } = await renderTab(NotesTab);
    await user.type(await field(), 'Oil checked');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    expect(await field()).toHaveValue('Oil checked');
    server.handlers[insert] = { body: note(3, 'Oil checked') };
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(async () => expect(await field()).toHaveValue(''));
    const keys = server.requests.filter(({ call }) => call === insert).map((each) => each.headers);
    expect(keys[0]?.['Idempotency-Key']).toBe(keys[1]?.['Idempotency-Key']);
  });

  it('are changed while they wait on this phone, which knows them by an id of its own', async () => {
    const server = fakeServer({
      [list]: { body: [note(-3, 'Key at the gate')] },
      [update]: { body: note(-3, 'Key at the door') },
    });
    const { user } = await renderTab(NotesTab);
    await user.click(await screen.findByRole('button', { name: 'Edit note: Key at the gate' }));
    const edited = screen.getByLabelText('Note');
    await user.clear(edited);
    await user.type(edited, 'Key at the door');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.sentTo(update)).toEqual([{ id: -3, text: 'Key at the door', device: { id: 5 } }]),
    );
  });

  it('are changed in place, even after another user deleted them', async () => {
    const server = fakeServer({
      [list]: { body: [note(3, 'Key at the gate'), note(4, 'Beware of the dog')] },
      [update]: refusal(404, 'NOT_FOUND'),
      [insert]: { body: note(5, 'New') },
    });
    const { user } = await renderTab(NotesTab);
    await screen.findByText('Key at the gate');
    await user.click(
      within(cardOf('Key at the gate')).getByRole('button', { name: 'Edit note: Key at the gate' }),
    );
    await user.type(screen.getByLabelText('Note'), ' 2');
    server.handlers[list] = { body: [note(4, 'Beware of the dog')] };
    await user.type(await field(), 'New');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(async () => expect(await field()).toHaveValue(''));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This no longer exists or never did.')).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('Key at the gate 2');

    server.handlers[update] = { body: note(3, 'Key at the gate 2') };
    server.handlers[list] = { body: [note(3, 'Key at the gate 2'), note(4, 'Beware of the dog')] };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Key at the gate 2')).toBeVisible();
    expect(server.sentTo(update)[1]).toEqual({ id: 3, text: 'Key at the gate 2', device: { id: 5 } });
  });

  it('say if they may not be saved, and keep the input', async () => {
    const refused = refusal(403, 'NO_PERMISSION');
    fakeServer({ [list]: { body: [note(3, 'Key at the gate')] }, [insert]: refused, [update]: refused });
    const { user } = await renderTab(NotesTab);
    await user.type(await field(), 'New');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('No permission for this operation.')).toBeVisible();
    expect(await field()).toHaveValue('New');
    await user.click(within(cardOf('Key at the gate')).getByRole('button', { name: /^Edit note/ }));
    await user.type(screen.getByLabelText('Note'), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getAllByText('No permission for this operation.')).toHaveLength(2));
    expect(screen.getByLabelText('Note')).toHaveValue('Key at the gate 2');
  });

  it('ask for confirmation before input is discarded, here and on leaving the page', async () => {
    fakeServer({ [list]: { body: [note(3, 'Key at the gate')] } });
    const { user, router } = await renderTab(NotesTab);
    await user.click(await screen.findByRole('button', { name: /^Edit note/ }));
    await user.type(screen.getByLabelText('Note'), ' 2');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Note')).toHaveValue('Key at the gate 2');
    await router.navigate('/machineList');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe('/machineEdit');
  });

  it('are deleted by their author or an admin', async () => {
    const notes = [note(3, 'Mine', 1), note(4, 'Not mine', 9)];
    const remove = 'DELETE /api/deviceNote/delete/3';
    const server = fakeServer({ [list]: { body: notes }, [remove]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(NotesTab, sessionUser('ROLE_USER'));
    await screen.findByText('Mine');
    expect(within(cardOf('Not mine')).queryByRole('button', { name: /^Delete note/ })).toBeNull();
    await user.click(within(cardOf('Mine')).getByRole('button', { name: 'Delete note: Mine' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete note?' });
    expect(within(dialog).getByText(/goes to the bin/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    server.handlers[list] = { body: [notes[1]] };
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Mine')).not.toBeInTheDocument());
  });

  it('that were never sent say so, and are deleted for good', async () => {
    const remove = 'DELETE /api/deviceNote/delete/-3';
    const server = fakeServer({ [list]: { body: [note(-3, 'Mine', 1)] }, [remove]: {} });
    const { user } = await renderTab(NotesTab, sessionUser('ROLE_USER'));
    await screen.findByText('Mine');
    expect(within(cardOf('Mine')).getByRole('link', { name: 'Not sent yet' })).toBeVisible();
    expect(within(cardOf('Mine')).getByRole('button', { name: 'Edit note: Mine' })).toBeVisible();
    await user.click(within(cardOf('Mine')).getByRole('button', { name: 'Delete note: Mine' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete note?' });
    expect(within(dialog).queryByText(/goes to the bin/)).toBeNull();
    server.handlers[list] = { body: [] };
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deleted')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('can be retried if the server fails', async () => {
    const server = fakeServer({ [list]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(NotesTab);
    expect(await screen.findByText('No permission for this operation.')).toBeVisible();
    server.handlers[list] = { body: [note(3, 'Key at the gate')] };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Key at the gate')).toBeVisible();
  });
});
