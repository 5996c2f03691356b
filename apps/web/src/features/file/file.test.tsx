import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { renderTab } from '../../testing/render-tab.tsx';
import {
  addCall as add,
  filesCall as files,
  nameplatesCall as nameplates,
  pick,
  sent,
  stored,
} from './file-testing.ts';
import { FilesTab } from './files-tab.tsx';
import { NameplatesTab } from './nameplates-tab.tsx';

const describeCall = 'PATCH /api/file/updateDescription';

const plate = stored(1, 'plate.jpg', { type: 'MACHINE_NAMEPLATE', description: 'Main motor' });
const photo = () => new File(['pixels'], 'IMG_1.jpg', { type: 'image/jpeg' });
const sized = (file: File, size: number) => Object.defineProperty(file, 'size', { value: size });

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
});

describe('The nameplates of a machine', () => {
  const open = async (user: Awaited<ReturnType<typeof renderTab>>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Add nameplate' }));
    return screen.findByRole('dialog', { name: 'New nameplate' });
  };
  const save = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Add nameplate' });

  it('are added with a description', async () => {
    const server = fakeServer({ [nameplates]: { body: [] }, [add]: { body: plate } });
    const { user } = await renderTab(NameplatesTab);
    expect(await screen.findByText('No nameplates yet')).toBeVisible();
    const dialog = await open(user);
    await user.click(save(dialog));
    expect(await within(dialog).findByText('No file selected')).toBeVisible();
    pick(dialog, photo());
    expect(await within(dialog).findByText('IMG_1.jpg')).toBeVisible();
    await user.type(within(dialog).getByLabelText('Description'), 'Main motor');
    server.handlers[nameplates] = { body: [plate] };
    await user.click(save(dialog));
    expect(await screen.findByText('Main motor')).toBeVisible();
    expect(sent(server)).toEqual([
      {
        name: 'IMG_1.jpg',
        filename: 'IMG_1.jpg',
        device: { id: 5 },
        type: 'MACHINE_NAMEPLATE',
        description: 'Main motor',
      },
    ]);
  });

  it('need descriptions shorter than 45 characters', async () => {
    const server = fakeServer({ [nameplates]: { body: [] } });
    const { user } = await renderTab(NameplatesTab);
    const dialog = await open(user);
    pick(dialog, photo());
    await user.type(within(dialog).getByLabelText('Description'), 'x'.repeat(45));
    await user.click(save(dialog));
    expect(await within(dialog).findByText('At most 44 characters')).toBeVisible();
    expect(within(dialog).getByText('45 of 44 characters')).toBeVisible();
    expect(server.sentTo(add)).toEqual([]);
  });

  it('accept only readable images that are not too large', async () => {
    const server = fakeServer({ [nameplates]: { body: [] }, [add]: refusal(400, 'IMAGE_UNREADABLE') });
    const { user } = await renderTab(NameplatesTab);
    const dialog = await open(user);
    pick(dialog, new File(['x'], 'manual.pdf', { type: 'application/pdf' }));
    expect(await within(dialog).findByText(/“manual.pdf” is not an accepted type of file/)).toBeVisible();
    pick(dialog, sized(photo(), 26 * 1024 * 1024));
    expect(await within(dialog).findByText('The file is too large (at most 25 MB).')).toBeVisible();
    pick(dialog, photo());
    await within(dialog).findByText('IMG_1.jpg');
    await user.type(within(dialog).getByLabelText('Description'), 'Main motor');
    await user.click(save(dialog));
    expect(await within(dialog).findByText('The image cannot be read.')).toBeVisible();
    expect(within(dialog).getByLabelText('Description')).toHaveValue('Main motor');

    // Another photo with the same description is a different upload.
    await user.click(within(dialog).getByRole('button', { name: 'Remove IMG_1.jpg' }));
    pick(dialog, new File(['other'], 'IMG_2.jpg', { type: 'image/jpeg' }));
    await within(dialog).findByText('IMG_2.jpg');
    server.handlers[add] = { body: plate };
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const keys = server.requests.filter(({ call }) => call === add).map((each) => each.headers);
    expect(keys[0]?.['Idempotency-Key']).not.toBe(keys[1]?.['Idempotency-Key']);
  });

  it('are enlarged, renamed and deleted', async () => {
    const remove = 'DELETE /api/file/delete/1';
    const server = fakeServer({
      [nameplates]: { body: [plate] },
      [describeCall]: { body: plate },
      [remove]: {},
    });
    const { user } = await renderTab(NameplatesTab);
    await user.click(await screen.findByRole('button', { name: 'View Main motor' }));
    expect(await screen.findByRole('dialog', { name: 'plate.jpg' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close preview' }));

    await user.click(screen.getByRole('button', { name: 'Edit the description of Main motor' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit description' });
    await user.type(within(dialog).getByLabelText('Description'), ' left');
    server.handlers[nameplates] = { body: [{ ...plate, description: 'Main motor left' }] };
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Main motor left')).toBeVisible();
    expect(server.sentTo(describeCall)).toEqual([{ id: 1, description: 'Main motor left' }]);

    server.handlers[nameplates] = { body: [] };
    await user.click(screen.getByRole('button', { name: 'Delete Main motor left' }));
    const question = await screen.findByRole('dialog', { name: 'Delete nameplate?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No nameplates yet')).toBeVisible();
  });

  it('say if a description may not be saved', async () => {
    fakeServer({ [nameplates]: { body: [plate] }, [describeCall]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(NameplatesTab);
    await user.click(await screen.findByRole('button', { name: 'Edit the description of Main motor' }));
    const description = await screen.findByRole('dialog', { name: 'Edit description' });
    await user.type(within(description).getByLabelText('Description'), ' left');
    await user.click(within(description).getByRole('button', { name: 'Save' }));
    expect(await within(description).findByText('No permission for this operation.')).toBeVisible();
    expect(within(description).getByLabelText('Description')).toHaveValue('Main motor left');
  });

  it('of others can be deleted only by admins', async () => {
    fakeServer({ [nameplates]: { body: [{ ...plate, userId: 9 }] } });
    await renderTab(NameplatesTab, sessionUser('ROLE_USER'));
    await screen.findByText('Main motor');
    expect(screen.queryByRole('button', { name: 'Delete Main motor' })).not.toBeInTheDocument();
  });
});

describe('The files of a machine', () => {
  const zone = () => document.body;
  const manual = () => new File(['a'], 'manual.pdf', { type: 'application/pdf' });
  const drawing = () => new File(['b'], 'drawing.png', { type: 'image/png' });

  it('are uploaded several at once; failed ones are retried with the same key', async () => {
    const server = fakeServer({
      [files]: { body: [] },
      [add]: ({ body }) =>
        ((body as FormData).get('file') as File).name === 'drawing.png'
          ? 'no connection'
          : { body: stored(7, 'manual.pdf') },
    });
    const { user } = await renderTab(FilesTab);
    expect(await screen.findByText('No files yet')).toBeVisible();
    server.handlers[files] = { body: [stored(7, 'manual.pdf')] };
    pick(zone(), manual(), drawing());
    const table = await screen.findByRole('table', { name: 'Files' });
    expect(await within(table).findByText('manual.pdf')).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');

    server.handlers[add] = { body: stored(8, 'drawing.png') };
    server.handlers[files] = { body: [stored(7, 'manual.pdf'), stored(8, 'drawing.png')] };
    await user.click(screen.getByRole('button', { name: 'Try again: drawing.png' }));
    expect(await within(table).findByText('drawing.png')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Files to upload' })).not.toBeInTheDocument();
    expect(sent(server)).toEqual([
      expect.objectContaining({ name: 'manual.pdf', type: 'MACHINE_FILE', description: '' }),
      expect.objectContaining({ name: 'drawing.png', type: 'MACHINE_FILE', description: '' }),
      expect.objectContaining({ name: 'drawing.png' }),
    ]);
    const keys = server.requests
      .filter(({ call }) => call === add)
      .map((each) => each.headers['Idempotency-Key']);
    expect(keys[1]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('can be described after the upload', async () => {
    const describe = 'PATCH /api/file/updateDescription';
    const server = fakeServer({
      [files]: { body: [stored(7, 'manual.pdf', { description: '' })] },
      [describe]: { body: stored(7, 'manual.pdf', { description: 'Edition 3' }) },
    });
    const { user } = await renderTab(FilesTab);
    await user.click(await screen.findByRole('button', { name: 'Add a description' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'Edition 3');
    server.handlers[files] = { body: [stored(7, 'manual.pdf', { description: 'Edition 3' })] };
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Edition 3')).toBeVisible();
    expect(server.sentTo(describe)).toEqual([{ id: 7, description: 'Edition 3' }]);
  });

  it('that are refused show the reason, without a retry', async () => {
    const server = fakeServer({ [files]: { body: [] }, [add]: refusal(400, 'UNSUPPORTED_FILE_TYPE') });
    const { user } = await renderTab(FilesTab);
    await screen.findByText('No files yet');
    pick(zone(), new File(['<p>'], 'page.png', { type: 'image/png' }), sized(manual(), 26 * 1024 * 1024));
    expect(await screen.findByText('The file is too large (at most 25 MB).')).toBeVisible();
    expect(await screen.findByText('This type of file is not accepted.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Try again/ })).not.toBeInTheDocument();
    expect(server.sentTo(add)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Remove page.png' }));
    await user.click(screen.getByRole('button', { name: 'Remove manual.pdf' }));
    expect(screen.queryByRole('list', { name: 'Files to upload' })).not.toBeInTheDocument();
  });

  it('that are not sent yet cause a confirmation before the page is left', async () => {
    fakeServer({ [files]: { body: [] }, [add]: 'no connection' });
    const { router } = await renderTab(FilesTab);
    await screen.findByText('No files yet');
    pick(zone(), manual());
    await screen.findByText('manual.pdf');
    await router.navigate('/home');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe('/machineEdit');
  });

  it('are downloaded, and previewed if possible', async () => {
    fakeServer({ [files]: { body: [stored(7, 'plan.png'), stored(8, 'list.xlsx')] } });
    const { user } = await renderTab(FilesTab);
    const link = await screen.findByRole('link', { name: 'Download list.xlsx' });
    expect(link).toHaveAttribute('href', '/api/storage/downloadFile?fileName=key-8');
    expect(link).toHaveAttribute('download', 'list.xlsx');
    await user.click(screen.getByRole('button', { name: 'list.xlsx' }));
    expect(await screen.findByText('No preview for this type of file')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close preview' }));
    await user.click(screen.getByRole('button', { name: 'plan.png' }));
    const dialog = await screen.findByRole('dialog', { name: 'plan.png' });
    expect(dialog.querySelector('img')).toHaveAttribute('src', '/api/storage/downloadFile?fileName=key-7');
  });

  it('are deleted after a confirmation, unless the server refuses', async () => {
    const remove = 'DELETE /api/file/delete/7';
    fakeServer({ [files]: { body: [stored(7, 'plan.png')] }, [remove]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(FilesTab);
    await user.click(await screen.findByRole('button', { name: 'Delete plan.png' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete file?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
  });
});
