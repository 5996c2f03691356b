import type { Branch } from '@servicebook/shared/branch';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const list = 'GET /api/branch/getAll';
const insert = 'POST /api/branch/insert';
const remove = 'DELETE /api/branch/deleteBranch/1';
const search = 'GET /api/geo/search';

const lodz: Branch = {
  id: 1,
  name: 'Łódź',
  street: 'Lipowa 1',
  zipCode: '90-001',
  city: 'Łódź',
  country: 'PL',
  phone: '+48 42 000 00 01',
  email: 'lodz@example.com',
  www: 'www.example.com',
  description: 'Workshop, ring twice.',
  latitude: '51.77',
  longitude: '19.46',
};
const berlin: Branch = {
  ...lodz,
  id: 2,
  name: 'Berlin',
  city: 'Berlin',
  country: 'DE',
  latitude: '52.5',
  longitude: '13.4',
};
const both = { [list]: { body: [lodz, berlin] } };

const open = async (query = '') => renderApp(`/myAccount?tab=branches${query}`, sessionUser());
const button = (name: RegExp | string) => screen.findByRole('button', { name });
const name = () => screen.findByLabelText(/^Name/);
const coordinates = () => screen.findByRole('textbox', { name: 'Coordinates' });

describe('The branches', () => {
  it('are listed by name with their number, and marked on the map', async () => {
    fakeServer(both);
    const { user } = await open();
    const rows = within(await screen.findByRole('list', { name: 'Branches' })).getAllByRole('button');
    expect(rows.map((row) => row.textContent)).toEqual(['BerlinLipowa 1, Berlin', 'ŁódźLipowa 1, Łódź']);
    expect(screen.getByText('2 branches')).toBeVisible();
    const map = await screen.findByRole('region', { name: 'Map of the branches' });
    expect(within(map).getByRole('button', { name: 'Berlin' })).toHaveStyle({
      width: '40px',
      height: '40px',
    });
    fireEvent.click(within(map).getByTitle('Łódź'));
    const details = await screen.findByRole('region', { name: 'Łódź' });
    expect(within(details).getByText('Workshop, ring twice.')).toBeVisible();
    expect(within(details).getByRole('link', { name: 'Navigate' })).toHaveAttribute(
      'href',
      expect.stringContaining('51.77%2C19.46'),
    );
    await user.click(await button('All branches'));
    expect(await screen.findByRole('list', { name: 'Branches' })).toBeVisible();
  });

  it('invite the user to add the first, next to the map', async () => {
    fakeServer({ [list]: { body: [] } });
    await open();
    expect(await screen.findByText('No branches yet')).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Map of the branches' })).toBeVisible();
    expect(screen.getByText('Map images are not available')).toBeVisible();
  });

  it('are hidden from users who are not admins', async () => {
    fakeServer(both);
    await renderApp('/myAccount?tab=branches', sessionUser('ROLE_USER'));
    expect(await screen.findByRole('tab', { name: 'My data' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByRole('tab', { name: 'Branches' })).not.toBeInTheDocument();
  });

  it('that cannot be loaded show the reason', async () => {
    fakeServer({ [list]: refusal(500, 'INTERNAL') });
    await open();
    expect(await screen.findByText('Something went wrong on our side. Please try again.')).toBeVisible();
  });
});

describe('A branch', () => {
  it('needs a name and a place on the map', async () => {
    const server = fakeServer(both);
    const { user } = await open();
    await user.click(await button('Add branch'));
    await name();
    await user.click(await button('Save'));
    await waitFor(async () => expect(await name()).toHaveAccessibleDescription('Enter a name'));
    expect(await coordinates()).toHaveAccessibleDescription('Select the place on the map');
    expect(server.sentTo(insert)).toEqual([]);
  });

  it('is added at the clicked point, and then shown', async () => {
    const added = { ...berlin, id: 3, name: 'Wien' };
    const server = fakeServer({ ...both, [insert]: { body: added } });
    const { user, router } = await open();
    await user.click(await button('Add branch'));
    await user.type(await name(), 'Wien');
    fireEvent.click(await screen.findByRole('region', { name: 'Map: Wien' }), { clientX: 10, clientY: 10 });
    await waitFor(async () => expect(await coordinates()).not.toHaveValue(''));
    server.handlers[list] = { body: [added, lodz, berlin] };
    await user.click(await button('Save'));
    expect(await screen.findByRole('button', { name: 'All branches' })).toBeVisible();
    expect(server.sentTo(insert)).toEqual([
      expect.objectContaining({ id: null, name: 'Wien', latitude: expect.any(Number) }),
    ]);
    expect(new URLSearchParams(router.state.location.search).get('branch')).toBe('3');
    await user.click(await button('All branches'));
    expect(router.state.location.search).toBe('?tab=branches');
  });

  it('starts at the place that was found', async () => {
    const place = { label: 'Wien, Österreich', latitude: 48.2, longitude: 16.37 };
    fakeServer({ ...both, [search]: { body: [place] } });
    const { user } = await open();
    await user.type(await screen.findByLabelText('Search for a place'), 'Wien{Enter}');
    await user.click(await button('Wien, Österreich'));
    await user.click(await button('Add branch'));
    expect(await coordinates()).toHaveValue('48.2, 16.37');
  });

  it('is opened and changed by its address; back leaves the form, with a confirmation if there is input', async () => {
    fakeServer(both);
    const { user, router } = await open('&branch=1');
    await user.click(await button('Edit'));
    expect(router.state.location.search).toBe('?tab=branches&branch=1-edit');
    expect(await name()).toHaveValue('Łódź');
    await user.type(await name(), ' 2');
    await router.navigate(-1);
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(await name()).toHaveValue('Łódź 2');
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('region', { name: 'Łódź' })).toBeVisible();
    expect(router.state.location.search).toBe('?tab=branches&branch=1');
  });

  it('that no longer exists shows the list', async () => {
    fakeServer(both);
    await open('&branch=99');
    expect(await screen.findByRole('list', { name: 'Branches' })).toBeVisible();
  });

  it('is deleted after a confirmation; a refusal shows the reason', async () => {
    const server = fakeServer({ ...both, [remove]: refusal(403, 'NO_PERMISSION') });
    const { user } = await open('&branch=1');
    await user.click(await button('Delete'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete branch?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    server.handlers[list] = { body: [berlin] };
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 branch')).toBeVisible();
  });

  it('keeps the input while the server is unreachable', async () => {
    fakeServer({ ...both, [insert]: 'no connection' });
    const { user } = await open('&branch=1-edit');
    await user.type(await name(), ' 2');
    await user.click(await button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    expect(await name()).toHaveValue('Łódź 2');
  });
});
