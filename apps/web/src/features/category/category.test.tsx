import type { Category } from '@servicebook/shared/category';
import { toPage } from '@servicebook/shared/primitives';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeLayout } from '../../testing/fake-layout.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { press } from '../../testing/render-tab.tsx';

const presses: Category = {
  id: 4,
  name: 'Presses',
  count: 2,
  inspectionPeriodInMonths: null,
  serviceReviewOperationsList: JSON.stringify([
    'Grease bearings',
    'Check pressure\n@dodatkowePola{Pressure+bar;Temperature+°C}',
    'Clean filter',
  ]),
  revision: 1,
};
const pumps: Category = {
  id: 5,
  name: 'Pumps',
  count: 0,
  inspectionPeriodInMonths: null,
  serviceReviewOperationsList: JSON.stringify([
    'clean  FILTER',
    'Replace seal',
    'Measure flow\n@dodatkowePola{Flow+l}',
  ]),
  revision: 1,
};

const search = 'POST /api/category/search';
const insert = 'POST /api/category/insert';
const update = 'PUT /api/category/update';
const remove = 'DELETE /api/category/delete/4';
const both = { [search]: { body: toPage([presses, pumps], 2, 0, 10) } };
const opened = {
  'GET /api/category/findById/4': { body: presses },
  'GET /api/category/findById/5': { body: pumps },
};
/** The server stores the submitted content. */
const keeping = {
  [update]: ({ body }: { body: unknown }) => ({ body: { ...presses, ...(body as Partial<Category>) } }),
};
const sentActions = (server: ReturnType<typeof fakeServer>) =>
  JSON.parse((server.sentTo(update).at(-1) as Category).serviceReviewOperationsList);
const save = () => screen.getByRole('button', { name: 'Save' });

beforeEach(fakeLayout);

describe('The category list', () => {
  it('shows names and machine counts, and opens one', async () => {
    fakeServer({ ...both, ...opened });
    const { user, router } = await renderApp('/categoryList', sessionUser());
    const row = (await screen.findByText('Presses')).closest('tr');
    expect(within(row as HTMLElement).getByRole('cell', { name: '2' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'ID' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Presses' }));
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('Presses');
    expect(router.state.location.search).toBe('?id=4&name=Presses');
  });

  it('offers adding only to admins', async () => {
    fakeServer({ [search]: { body: toPage([], 0, 0, 10) } });
    await renderApp('/categoryList', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Categories are set up by an administrator.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add category' })).not.toBeInTheDocument();
  });
});

describe('Adding a category', () => {
  it('continues with its service actions', async () => {
    const server = fakeServer({ [insert]: { body: pumps }, ...opened });
    const { user, router } = await renderApp('/categoryAdd', sessionUser());
    await user.type(await screen.findByLabelText(/^Name/), ' Pumps ');
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/categoryEdit'));
    expect(router.state.location.search).toBe('?id=5&name=Pumps');
    expect(server.sentTo(insert)).toEqual([{ name: 'Pumps' }]);
  });

  it('is closed to users who are not admins, and says why', async () => {
    fakeServer({});
    await renderApp('/categoryAdd', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Only administrators can manage categories')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('shows at the name that it is empty or taken', async () => {
    const server = fakeServer({ [insert]: refusal(409, 'CATEGORY_EXISTS') });
    const { user } = await renderApp('/categoryAdd', sessionUser());
    const name = await screen.findByLabelText(/^Name/);
    await user.click(save());
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Name cannot be empty/));
    expect(server.requests).toEqual([]);
    await user.type(name, 'Presses');
    await user.click(save());
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Category already exists/));
    expect(name).toHaveValue('Presses');
  });
});

describe('The service actions of a category', () => {
  it('are added with extra fields, which drop typed separators', async () => {
    const server = fakeServer({ ...opened, ...keeping });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Add action' }));
    const dialog = await screen.findByRole('dialog', { name: 'New action' });
    await user.type(within(dialog).getByLabelText(/Name of the action/), '  Measure current ');
    await user.click(within(dialog).getByRole('button', { name: 'Add field' }));
    await user.type(within(dialog).getByLabelText('Field name'), 'L1+;;');
    await user.type(within(dialog).getByLabelText('Unit'), 'A+');
    expect(within(dialog).getByLabelText('Field name')).toHaveValue('L1');
    // An empty row is not a field.
    await user.click(within(dialog).getByRole('button', { name: 'Add field' }));
    await user.click(within(dialog).getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(save());
    expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
    expect(server.sentTo(update)).toHaveLength(1);
    expect(sentActions(server)).toEqual([
      ...JSON.parse(presses.serviceReviewOperationsList),
      'Measure current\n@dodatkowePola{L1+A}',
    ]);
  });

  it('are added one after the other without closing the dialog', async () => {
    const server = fakeServer({ ...opened, ...keeping });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Add action' }));
    const dialog = await screen.findByRole('dialog', { name: 'New action' });
    const name = () => within(dialog).getAllByRole('textbox')[0] as HTMLElement;
    await user.type(name(), 'Check belt');
    await user.click(within(dialog).getByRole('button', { name: 'Add and add another' }));
    await waitFor(() => expect(name()).toHaveValue(''));
    await user.type(name(), 'Check oil');
    await user.click(within(dialog).getByRole('button', { name: 'Add' }));
    await user.click(save());
    await waitFor(() => expect(server.sentTo(update)).toHaveLength(1));
    expect(sentActions(server).slice(-2)).toEqual(['Check belt', 'Check oil']);
  });

  it('refuse the reserved phrase and an existing name', async () => {
    fakeServer(opened);
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Edit Clean filter' }));
    const dialog = await screen.findByRole('dialog', { name: 'Action' });
    const name = within(dialog).getByLabelText(/Name of the action/);
    await user.clear(name);
    await user.type(name, 'Clean @dodatkowePola');
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(name).toHaveAccessibleDescription(/must not contain @dodatkowePola/));
    await user.clear(name);
    await user.type(name, 'grease  bearings');
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(name).toHaveAccessibleDescription(/already in the list/));
  });

  it('can be reordered by buttons, and restored after deletion', async () => {
    const server = fakeServer({ ...opened, ...keeping });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Move Clean filter up' }));
    await user.click(screen.getByRole('button', { name: 'Delete Grease bearings' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(screen.getByRole('button', { name: 'Delete Check pressure' }));
    await user.click(save());
    await waitFor(() => expect(server.sentTo(update)).toHaveLength(1));
    expect(sentActions(server)).toEqual(['Grease bearings', 'Clean filter']);
  });

  it('are imported from another category, duplicates marked', async () => {
    const server = fakeServer({ ...both, ...opened, ...keeping });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import actions' });
    await user.click(within(dialog).getByRole('combobox', { name: 'From category' }));
    const pumpsOption = await screen.findByRole('option', { name: 'Pumps' });
    expect(screen.queryByRole('option', { name: 'Presses' })).not.toBeInTheDocument();
    await user.click(pumpsOption);
    expect(await within(dialog).findByRole('checkbox', { name: /clean/i })).toHaveAccessibleDescription(
      'Already in the list',
    );
    await user.click(within(dialog).getByRole('checkbox', { name: 'Select all new ones' }));
    await user.click(within(dialog).getByRole('checkbox', { name: /Replace seal/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Import 1 action' }));
    await user.click(save());
    await waitFor(() => expect(server.sentTo(update)).toHaveLength(1));
    expect(sentActions(server).slice(3)).toEqual(['Measure flow\n@dodatkowePola{Flow+l}']);
  });

  it('are protected by a confirmation while unsaved', async () => {
    fakeServer({ ...both, ...opened });
    const { user, router } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete Clean filter' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
        name: 'Leave',
      }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/categoryList'));
  });

  it('stay if the server is unreachable', async () => {
    const server = fakeServer({ ...opened, [update]: 'no connection' });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete Clean filter' }));
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    Object.assign(server.handlers, keeping);
    await user.click(save());
    expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
    expect(sentActions(server)).toHaveLength(2);
  });

  it('are read-only for users who may not change them', async () => {
    fakeServer(opened);
    await renderApp('/categoryEdit?id=4', sessionUser('ROLE_USER'));
    const list = await screen.findByRole('list', { name: 'List of actions' });
    expect(within(list).getByText('Check pressure')).toBeVisible();
    expect(within(list).getByText('bar')).toBeVisible();
    for (const name of ['Save', 'Delete', 'Add action', 'Import'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });
});

describe('A category', () => {
  it('that does not exist shows no name from the address', async () => {
    fakeServer({ 'GET /api/category/findById/9': refusal(404, 'NOT_FOUND') });
    await renderApp('/categoryEdit?id=9&name=Presses', sessionUser());
    expect(await screen.findByText('This no longer exists or never did.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Category');
  });

  it('changed by another user meanwhile keeps both the name typed here and their service actions', async () => {
    const server = fakeServer({ ...opened, [update]: refusal(409, 'RECORD_CHANGED') });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.type(await screen.findByLabelText(/^Name/), ' XL');
    await user.click(save());
    const theirs = { ...presses, serviceReviewOperationsList: '["Grease bearings","Test run"]', revision: 2 };
    Object.assign(server.handlers, { 'GET /api/category/findById/4': { body: theirs }, ...keeping });
    await user.click(await screen.findByRole('button', { name: 'Add the other changes' }));
    await waitFor(() => expect(screen.getByText('Test run')).toBeVisible());
    expect(screen.getByLabelText(/^Name/)).toHaveValue('Presses XL');
    await user.click(save());
    await waitFor(() => expect(server.sentTo(update)).toHaveLength(2));
    expect(server.sentTo(update)[1]).toMatchObject({ name: 'Presses XL', revision: 2 });
    expect(sentActions(server)).toEqual(['Grease bearings', 'Test run']);
  });

  it('with machines cannot be deleted, which is said instead of asking', async () => {
    fakeServer({ ...both, ...opened });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete category?' });
    expect(dialog).toHaveTextContent(
      /^.*Presses has 2 machines. Categories associated with machines cannot be/,
    );
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('is deleted after a confirmation, unless machines belong to it', async () => {
    const unused = { 'GET /api/category/findById/4': { body: { ...presses, count: 0 } } };
    const server = fakeServer({ ...both, ...unused, [remove]: refusal(409, 'CATEGORY_IN_USE') });
    const { user, router } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete category?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText(/associated with machines cannot be deleted/)).toBeVisible();
    server.handlers[remove] = refusal(403, 'NO_PERMISSION');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/categoryList'));
  });

  it('links to its machines', async () => {
    const devices = 'POST /api/device/search';
    const server = fakeServer({ ...opened, [devices]: { body: toPage([], 0, 0, 10) } });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('tab', { name: 'Machines' }));
    expect(await screen.findByText('No machines in this category')).toBeVisible();
    expect(server.sentTo(devices)[0]).toMatchObject({ categoryId: 4 });
  });

  it('lists its machines with links', async () => {
    fakeServer({ ...opened, 'POST /api/device/search': { body: toPage([press], 1, 0, 10) } });
    const { user } = await renderApp('/categoryEdit?id=4', sessionUser());
    await user.click(await screen.findByRole('tab', { name: 'Machines' }));
    expect(await screen.findByRole('link', { name: 'Hydraulic press' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/machineEdit\?id=5&/),
    );
  });
});
