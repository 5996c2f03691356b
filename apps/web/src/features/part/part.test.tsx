import type { Part } from '@servicebook/shared/part';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { renderTab } from '../../testing/render-tab.tsx';
import { PartsTab } from './parts-tab.tsx';

const list = 'GET /api/part/findByDevice/5';
const save = 'POST /api/part/save';

const part = (id: number, name: string, more: Partial<Part> = {}): Part => ({
  id,
  name,
  serialNumber: '',
  producer: '',
  decsription: '',
  device: { id: 5 },
  userCreated: { id: 1 },
  ...more,
});
const pump = part(3, 'Pump', { serialNumber: 'P-77', producer: 'Fluido', decsription: 'Behind the cover' });
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('The parts of a machine', () => {
  it('are listed newest first, found and sorted', async () => {
    fakeServer({ [list]: { body: [part(9, 'Żarnik'), pump, part(12, 'Belt')] } });
    const { user } = await renderTab(PartsTab);
    await screen.findByText('P-77');
    expect(names()).toEqual(['Belt', 'Żarnik', 'Pump']);
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['Belt', 'Pump', 'Żarnik']);
    await user.type(screen.getByRole('searchbox'), 'zarn');
    await waitFor(() => expect(names()).toEqual(['Żarnik']));
  });

  it('are added in a dialog', async () => {
    const server = fakeServer({ [list]: { body: [] }, [save]: { body: pump } });
    const { user } = await renderTab(PartsTab);
    expect(await screen.findByText('No parts yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add part' }));
    const dialog = await screen.findByRole('dialog', { name: 'New part' });
    await user.click(within(dialog).getByRole('button', { name: 'Add part' }));
    expect(await within(dialog).findByText('Name cannot be empty')).toBeVisible();
    expect(server.sentTo(save)).toEqual([]);
    await user.type(within(dialog).getByLabelText(/Name/), 'Pump');
    await user.type(within(dialog).getByLabelText('Manufacturer'), 'Fluido');
    server.handlers[list] = { body: [pump] };
    await user.click(within(dialog).getByRole('button', { name: 'Add part' }));
    expect(await screen.findByText('P-77')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server.sentTo(save)).toEqual([
      { id: null, name: 'Pump', producer: 'Fluido', serialNumber: '', decsription: '', device: { id: 5 } },
    ]);
  });

  it('are changed; a refusal keeps the input, and closing asks for confirmation', async () => {
    const server = fakeServer({ [list]: { body: [pump] }, [save]: 'no connection' });
    const { user } = await renderTab(PartsTab);
    await user.click(await screen.findByRole('button', { name: 'Pump' }));
    const dialog = await screen.findByRole('dialog', { name: 'Part' });
    await user.type(within(dialog).getByLabelText('Description'), ', left');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Server connection error');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(within(dialog).getByLabelText('Description')).toHaveValue('Behind the cover, left');
    server.handlers[save] = { body: pump };
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.sentTo(save)[1]).toMatchObject({ id: 3, decsription: 'Behind the cover, left' });
  });

  it('are deleted after a confirmation, by their author or an admin', async () => {
    const remove = 'DELETE /api/part/delete/3';
    const other = part(4, 'Belt', { userCreated: { id: 9 } });
    const server = fakeServer({ [list]: { body: [pump, other] }, [remove]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(PartsTab, sessionUser('ROLE_USER'));
    await screen.findByText('P-77');
    expect(screen.queryByRole('button', { name: 'Delete Belt' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete Pump' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete part?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    server.handlers[list] = { body: [other] };
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('P-77')).not.toBeInTheDocument());
  });
});
