import type { BulkPlan } from '@servicebook/shared/bulk';
import { toPage } from '@servicebook/shared/primitives';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLayout } from '../../testing/fake-layout.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { pageBox } from '../../testing/page-box.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { press } from '../../testing/render-tab.tsx';

const search = 'POST /api/device/search';
const check = 'POST /api/bulk/check';
const run = 'POST /api/bulk/run';
const undo = 'POST /api/bulk/undo/9';
const recent = 'GET /api/bulk/recent';

const lathe = { ...press, id: 6, name: 'Lathe', serialNumber: 'L-6' };
const nothing: BulkPlan = { changed: 0, same: 0, gone: 0, refused: [], notes: [] };

beforeEach(() => {
  localStorage.clear();
  fakeLayout();
});

function serve(plan: Partial<BulkPlan>) {
  const answer = { ...nothing, ...plan };
  return fakeServer({
    [search]: { body: toPage([press, lathe], 2, 0, 10) },
    'GET /api/device/needingAttention/count': { body: 0 },
    [check]: { body: answer },
    [run]: { body: { ...answer, id: answer.changed > 0 ? 9 : null } },
    [undo]: { body: { reversed: answer.changed, kept: [], renumbered: [] } },
    [recent]: { body: [] },
  });
}

async function chooseAll(role: 'ROLE_ADMIN' | 'ROLE_USER' = 'ROLE_ADMIN') {
  const { user } = await renderApp('/machineList', sessionUser(role));
  await user.click(await pageBox());
  return user;
}

/** Of both. */
async function changeStatus(user: Awaited<ReturnType<typeof chooseAll>>) {
  await user.click(await screen.findByRole('button', { name: 'Change status' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change status' });
  await user.selectOptions(within(dialog).getByLabelText('Status'), 'Fault');
  await within(dialog).findByText('2 machines will change.');
  await user.click(within(dialog).getByRole('button', { name: 'Change' }));
}

describe('The actions of chosen machines', () => {
  it('say what will happen before it does, and can be taken back by Ctrl+Z', async () => {
    const server = serve({ changed: 2 });
    const user = await chooseAll();
    await user.click(await screen.findByRole('button', { name: 'Change status' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change status' });
    const change = within(dialog).getByRole('button', { name: 'Change' });
    expect(change).toBeDisabled();
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'Fault');
    expect(await within(dialog).findByText('2 machines will change.')).toBeVisible();
    expect(server.sentTo(run)).toEqual([]);
    await user.click(change);
    expect(await screen.findByText('Status of 2 machines changed')).toBeVisible();
    const sent = { ids: [press.id, 6], change: { action: 'machine.status', status: 'FAULT' } };
    expect(server.sentTo(check)).toEqual([sent]);
    expect(server.sentTo(run)).toEqual([sent]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(await screen.findByText('Undone.')).toBeVisible();
    expect(server.sentTo(undo)).toHaveLength(1);
  });

  it('name what they leave out, and offer to archive it instead of deleting it', async () => {
    const refused = [{ id: 6, name: 'Lathe (L-6)', reason: 'HAS_RECORDS' as const }];
    const server = serve({ changed: 1, refused });
    const user = await chooseAll();
    await user.click(await screen.findByRole('button', { name: 'More actions for the selected' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete' });
    expect(await within(dialog).findByText('1 machine will be deleted.')).toBeVisible();
    expect(
      within(dialog)
        .getByText(/With protocols, visits, files or other records/)
        .closest('p'),
    ).toHaveTextContent('Lathe (L-6)');
    server.handlers[check] = { body: { ...nothing, changed: 1, notes: [{ note: 'VISITS_OPEN', count: 3 }] } };
    await user.click(within(dialog).getByRole('button', { name: 'Archive these instead' }));
    const archive = await screen.findByRole('dialog', { name: 'Archive' });
    expect(await within(archive).findByText(/3 visits are still open/)).toBeVisible();
    await user.click(within(archive).getByLabelText('Sold'));
    const button = within(archive).getByRole('button', { name: 'Archive' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await waitFor(() =>
      expect(server.sentTo(run)).toEqual([
        { ids: [6], change: { action: 'machine.archive', reason: 'SOLD', note: '' } },
      ]),
    );
  });

  it('name what could not be taken back', async () => {
    const server = serve({ changed: 2 });
    const kept = [{ id: 6, name: 'Lathe (L-6)', reason: 'CHANGED', who: 'Jan Kowal', missing: '' }];
    server.handlers[undo] = { body: { reversed: 1, kept, renumbered: [] } };
    const user = await chooseAll();
    await changeStatus(user);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(
      await screen.findByText(/Undone: 1. 1 stays as it is: Lathe \(L-6\) \(changed since by Jan Kowal\)/),
    ).toBeVisible();
  });

  it('reach all results, also those of other pages, and export only what is chosen', async () => {
    const server = serve({ changed: 2 });
    server.handlers[search] = { body: toPage([press], 2, 0, 1) };
    server.handlers['POST /api/device/findIds'] = { body: [press.id, 6] };
    server.handlers['POST /api/device/export'] = { body: 'csv' };
    const user = await chooseAll();
    await user.click(await screen.findByRole('button', { name: 'Select all 2 found' }));
    expect(await screen.findByText('2 selected')).toBeVisible();
    expect(screen.queryByRole('button', { name: /found$/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More actions for the selected' }));
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    await waitFor(() =>
      expect(server.sentTo('POST /api/device/export')).toMatchObject([{ ids: [press.id, 6], format: 'csv' }]),
    );
  });

  it('make many service books in the background, which can be given up', async () => {
    const server = serve({});
    const ids = Array.from({ length: 25 }, (_, index) => index + 5);
    server.handlers[search] = { body: toPage([press], ids.length, 0, 1) };
    server.handlers['POST /api/device/findIds'] = { body: ids };
    const made = {
      id: 3,
      kind: 'SERVICE_BOOKS',
      status: 'RUNNING',
      deviceId: null,
      errorCode: null,
      done: 5,
      total: 25,
    };
    const asked = { ...made, filename: '', size: null, createdAt: '2026-11-20T10:00:00Z', expiresAt: null };
    server.handlers['GET /api/export/findAll'] = { body: [] };
    server.handlers['POST /api/export/serviceBooks'] = () => {
      server.handlers['GET /api/export/findAll'] = { body: [asked] };
      return { body: asked };
    };
    server.handlers['DELETE /api/export/delete/3'] = () => {
      server.handlers['GET /api/export/findAll'] = { body: [] };
      return {};
    };
    const user = await chooseAll();
    await user.click(await screen.findByRole('button', { name: 'Select all 25 found' }));
    await user.click(screen.getByRole('button', { name: 'More actions for the selected' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Service books (PDF)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Service books' }));
    expect(dialog.getByText(/^25 service books will be added to one ZIP archive/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create archive' }));
    await waitFor(() => expect(dialog.getByText('The archive is being created: 20 %')).toBeVisible());
    expect(server.sentTo('POST /api/export/serviceBooks')).toEqual([{ ids }]);
    await user.click(dialog.getByRole('button', { name: 'Stop creating it' }));
    expect(await dialog.findByRole('button', { name: 'Create archive' })).toBeVisible();
  });

  it('leave a technician without deletion', async () => {
    serve({ changed: 2 });
    const user = await chooseAll('ROLE_USER');
    await user.click(await screen.findByRole('button', { name: 'More actions for the selected' }));
    expect(await screen.findByRole('menuitem', { name: 'Archive' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('can still be taken back after a reload', async () => {
    localStorage.setItem('servicebook.bulk.ran', String(Date.now()));
    const server = serve({});
    const at = new Date(Date.now() - 60_000).toISOString();
    const done = { id: 9, action: 'machine.status', changed: 2, at, isTried: false };
    server.handlers[recent] = { body: [done] };
    server.handlers[undo] = () => {
      server.handlers[recent] = { body: [] };
      return { body: { reversed: 2, kept: [], renumbered: [] } };
    };
    const { user } = await renderApp('/machineList', sessionUser());
    expect(await screen.findByText(/Status of 2 machines changed/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeVisible();
    expect(server.sentTo(undo)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(/Status of 2 machines changed/)).not.toBeInTheDocument());
  });

  it('may be taken back again where something was kept, which is named', async () => {
    const server = serve({ changed: 2 });
    const kept = [{ id: 6, name: 'Lathe (L-6)', reason: 'MISSING', who: '', missing: 'Quarry' }];
    server.handlers[undo] = { body: { reversed: 1, kept, renumbered: [] } };
    const user = await chooseAll();
    await changeStatus(user);
    expect(await screen.findByText('Status of 2 machines changed')).toBeVisible();
    const at = new Date().toISOString();
    const left = { id: 9, action: 'machine.status', changed: 1, at, isTried: true };
    server.handlers[recent] = { body: [left] };
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/Lathe \(L-6\) \(“Quarry” is no longer there\)/)).toBeVisible();
    expect(await screen.findByText(/Status of 1 machine changed/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.sentTo(undo)).toHaveLength(2));
  });

  it('leave the rows chosen after a change, for the next action, but not after archiving', async () => {
    serve({ changed: 2 });
    const user = await chooseAll();
    await changeStatus(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More actions for the selected' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    const archive = await screen.findByRole('dialog', { name: 'Archive' });
    const button = within(archive).getByRole('button', { name: 'Archive' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await waitFor(() => expect(screen.queryByText('2 selected')).not.toBeInTheDocument());
  });
});
