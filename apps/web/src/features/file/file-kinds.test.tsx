import { programType } from '@servicebook/shared/storage';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderTab } from '../../testing/render-tab.tsx';
import {
  addCall as add,
  filesCall as files,
  heic,
  nameplatesCall as nameplates,
  pick,
  sent,
  stored,
} from './file-testing.ts';
import { FilesTab } from './files-tab.tsx';
import { NameplatesTab } from './nameplates-tab.tsx';

describe('The files of a machine', () => {
  const zone = () => document.body;

  it('may be of any type; types and limit are shown in advance, with a warning for programs', async () => {
    const server = fakeServer({ [files]: { body: [] }, [add]: 'no connection' });
    await renderTab(FilesTab);
    expect(await screen.findByText(/^Any type of file, at most 25 MB each/)).toBeVisible();
    pick(zone(), new File(['MZ'], 'Setup.exe'), new File(['AC'], 'plan.dwg'));
    const queue = await screen.findByRole('list', { name: 'Files to upload' });
    const [setup, plan] = within(queue).getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(
      await within(setup).findByText(/^A program, a script or a document with macros can/),
    ).toBeVisible();
    expect(within(plan).queryByText(/program/)).not.toBeInTheDocument();
    await waitFor(() => expect(server.sentTo(add)).toHaveLength(2));
    expect(sent(server).map(({ name }) => name)).toEqual(['Setup.exe', 'plan.dwg']);
  });

  it('that are programs, by name or content, show a warning before download', async () => {
    const hidden = stored(10, 'backup', { contentType: programType });
    fakeServer({ [files]: { body: [stored(9, 'Setup.exe'), hidden, stored(8, 'list.xlsx')] } });
    const { user } = await renderTab(FilesTab);
    const table = await screen.findByRole('table', { name: 'Files' });
    expect(await within(table).findAllByText('Program, script or macros')).toHaveLength(2);
    for (const name of ['Setup.exe', 'backup']) {
      expect(screen.queryByRole('link', { name: `Download ${name}` })).not.toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: `Download ${name}` }));
      const preview = await screen.findByRole('dialog', { name });
      expect(within(preview).getByText('This file can run a program')).toBeVisible();
      expect(within(preview).getAllByRole('link', { name: 'Download' })[0]).toHaveAttribute('download', name);
      await user.click(within(preview).getByRole('button', { name: 'Close preview' }));
    }
    expect(screen.getByRole('link', { name: 'Download list.xlsx' })).toBeVisible();
  });

  it('that are undecodable HEIC photos are stored unchanged, with a note', async () => {
    const server = fakeServer({ [files]: { body: [] }, [add]: 'no connection' });
    await renderTab(FilesTab);
    await screen.findByText('No files yet');
    pick(zone(), heic());
    expect(await screen.findByText(/^This HEIC photo could not be converted/)).toBeVisible();
    await waitFor(() => expect(sent(server)).toEqual([expect.objectContaining({ name: 'IMG_1.heic' })]));
  });
});

describe('The nameplates of a machine', () => {
  it('refuse an undecodable HEIC photo when it is chosen, with the reason', async () => {
    const server = fakeServer({ [nameplates]: { body: [] } });
    const { user } = await renderTab(NameplatesTab);
    await user.click(await screen.findByRole('button', { name: 'Add nameplate' }));
    const dialog = await screen.findByRole('dialog', { name: 'New nameplate' });
    expect(
      within(dialog).getByText(/^A photo as JPG, PNG, GIF, BMP, WebP or HEIC, at most 25 MB/),
    ).toBeVisible();
    pick(dialog, heic());
    expect(
      await within(dialog).findByText(/^This HEIC photo could not be converted to JPEG, and/),
    ).toBeVisible();
    expect(within(dialog).queryByText('IMG_1.heic')).not.toBeInTheDocument();
    expect(server.sentTo(add)).toEqual([]);
  });
});
