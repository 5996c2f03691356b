import type { Employee } from '@servicebook/shared/employee';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const adminRoles: Employee['roles'] = [
  { id: 1, role: 'ROLE_ADMIN' },
  { id: 2, role: 'ROLE_USER' },
];
const anna: Employee = {
  id: 1,
  position: 'Owner',
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Nowak',
  country: 'PL',
  active: true,
  invited: false,
  expired: false,
  planExpired: '2031-03-07T11:00:00.000Z',
  accountPlan: { type: 'DEFAULT', name: 'Premium' },
  roles: adminRoles,
  vacationDays: 26,
  timezone: 'UTC',
};
const tomasz: Employee = {
  ...anna,
  id: 2,
  position: 'Service technician',
  email: 'tomasz@example.com',
  firstName: 'Tomasz',
  lastName: 'Żuk',
  roles: [{ id: 2, role: 'ROLE_USER' }],
};
const olga: Employee = {
  ...tomasz,
  id: 3,
  position: 'Office',
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Brandt',
  active: false,
  expired: true,
  planExpired: null,
};

const all = 'GET /api/user/findAllFlatRoles';
const everybody = { [all]: { body: [olga, tomasz, anna] } };
const freeAccount = { [all]: { body: [{ ...anna, accountPlan: { type: 'FREE', name: 'Free' } }] } };
const absences = { 'GET /api/absence/list': { body: [] }, 'GET /api/absence/balance': { body: [] } };
const opened = {
  ...everybody,
  ...absences,
  'GET /api/user/links/2': { body: { deletable: true, openVisits: 0 } },
  'GET /api/user/findById/2': { body: tomasz },
  'GET /api/user/sessionsOf/2': { body: [] },
};
const openedOwn = {
  ...everybody,
  ...absences,
  'GET /api/user/links/1': { body: { deletable: true, openVisits: 0 } },
  'GET /api/user/findById/1': { body: anna },
};
const update = 'PUT /api/user/update';
const insert = 'POST /api/user/insert';

const namesShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('The employee list', () => {
  it('shows the employees with roles, plan and state, and opens one', async () => {
    fakeServer(opened);
    const { user, router } = await renderApp('/userList', sessionUser());
    const link = await screen.findByRole('link', { name: 'Tomasz Żuk' });
    expect(namesShown()).toEqual(['Olga Brandt', 'Tomasz Żuk', 'Anna Nowak']);
    const rows = screen.getAllByRole('row');
    expect(rows[3]).toHaveTextContent('Administrator, User');
    expect(rows[3]).toHaveTextContent('valid until 7 Mar 2031');
    expect(rows[3]).toHaveTextContent('Active');
    expect(rows[1]).toHaveTextContent('Inactive');
    expect(rows[1]).toHaveTextContent('Not paid yet');
    expect(rows[1]).not.toHaveTextContent('valid until');
    await user.click(link);
    expect(await screen.findByLabelText('E-mail')).toHaveValue('tomasz@example.com');
    expect(router.state.location).toMatchObject({ pathname: '/userEdit', search: '?id=2' });
  });

  it('distinguishes expired access from access that was never paid', async () => {
    const lapsed = { ...olga, id: 4, lastName: 'Adler', planExpired: '2020-03-07T11:00:00.000Z' };
    fakeServer({ [all]: { body: [lapsed, olga] } });
    await renderApp('/userList', sessionUser());
    expect(await screen.findByRole('row', { name: /Olga Adler/ })).toHaveTextContent('Expired');
    expect(screen.getByRole('row', { name: /Olga Brandt/ })).not.toHaveTextContent('Expired');
  });

  it('is searched and sorted in the browser', async () => {
    const server = fakeServer(everybody);
    const { user } = await renderApp('/userList', sessionUser());
    await screen.findByText('Olga Brandt');
    await user.click(screen.getByRole('button', { name: /^Name/ }));
    expect(namesShown()).toEqual(['Anna Nowak', 'Olga Brandt', 'Tomasz Żuk']);
    await user.type(screen.getByRole('searchbox'), 'zuk technician');
    await waitFor(() => expect(namesShown()).toEqual(['Tomasz Żuk']));
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'administrator');
    await waitFor(() => expect(namesShown()).toEqual(['Anna Nowak']));
    expect(server.requests).toHaveLength(1);
  });

  it('explains the free account instead of opening the form', async () => {
    fakeServer(freeAccount);
    const { user, router } = await renderApp('/userList', sessionUser());
    await screen.findByText('Free');
    await user.click(screen.getByRole('button', { name: 'Add employee' }));
    const dialog = await screen.findByRole('dialog', { name: 'Free account' });
    expect(dialog).toHaveTextContent('for one user');
    await user.click(within(dialog).getByRole('button', { name: 'Understood' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe('/userList');
  });

  it('is read-only for users who are not admins', async () => {
    fakeServer(everybody);
    await renderApp('/userList', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Tomasz Żuk')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Tomasz Żuk' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add employee' })).not.toBeInTheDocument();
  });

  it('receives users with an expired plan, including admins, without links to closed pages', async () => {
    fakeServer(everybody);
    const { router } = await renderApp('/userAdd', { ...sessionUser(), expired: true });
    expect(await screen.findByText('Tomasz Żuk')).toBeVisible();
    expect(router.state.location.pathname).toBe('/userList');
    expect(screen.queryByRole('link', { name: 'Tomasz Żuk' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add employee' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Back' })).not.toBeInTheDocument();
  });

  it('offers a retry if it cannot be loaded', async () => {
    const server = fakeServer({ [all]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderApp('/userList', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    Object.assign(server.handlers, everybody);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Tomasz Żuk')).toBeVisible();
  });

  it('has a card on the home page, for admins', async () => {
    fakeServer(everybody);
    const { user } = await renderApp('/home', sessionUser());
    await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'Employees' }));
    expect(await screen.findByRole('heading', { name: 'Employees', level: 1 })).toBeVisible();
  });

  it('has no card on the home page of others, but is in the menu', async () => {
    fakeServer(everybody);
    await renderApp('/home', sessionUser('ROLE_USER'));
    const main = await screen.findByRole('main');
    await within(main).findByRole('link', { name: 'Customers' });
    expect(within(main).queryByRole('link', { name: 'Employees' })).not.toBeInTheDocument();
    const menu = await screen.findAllByRole('link', { name: 'Employees' });
    expect(menu[0]).toHaveAttribute('href', '/userList');
  });
});

type User = Awaited<ReturnType<typeof renderApp>>['user'];
const save = () => screen.getByRole('button', { name: 'Save' });

describe('Adding an employee', () => {
  const fill = async (user: User) => {
    await user.type(await screen.findByLabelText(/E-mail/), 'Tomasz@Example.com');
    await user.type(screen.getByLabelText(/First name/), 'Tomasz');
    await user.type(screen.getByLabelText(/Last name/), 'Żuk');
  };

  it('starts active, without admin role or vacation, and returns to the list', async () => {
    const server = fakeServer({ ...everybody, [insert]: { body: tomasz } });
    const { user, router } = await renderApp('/userAdd', sessionUser());
    await fill(user);
    expect(screen.getByLabelText('Active')).toBeChecked();
    expect(screen.getByLabelText('Administrator')).not.toBeChecked();
    expect(screen.getByLabelText('Vacation days')).toHaveValue('0');
    const countries = within(screen.getByLabelText('Country')).getAllByRole('option');
    expect(countries).toHaveLength(39);
    expect(countries[0]).toHaveValue('');
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
    expect(await screen.findByText(/^The invitation is on its way to /)).toBeInTheDocument();
    expect(server.sentTo(insert)).toEqual([
      {
        email: 'tomasz@example.com',
        firstName: 'Tomasz',
        lastName: 'Żuk',
        position: '',
        country: '',
        active: true,
        vacationDays: 0,
        roles: [{ id: 3, role: 'ROLE_USER' }],
      },
    ]);
  });

  it('sends the input, with the role id that means admin on insert', async () => {
    const server = fakeServer({ ...everybody, [insert]: { body: tomasz } });
    const { user, router } = await renderApp('/userAdd', sessionUser());
    await fill(user);
    await user.type(screen.getByLabelText('Position'), 'Technician');
    await user.selectOptions(screen.getByLabelText('Country'), 'Germany');
    await user.clear(screen.getByLabelText('Vacation days'));
    await user.type(screen.getByLabelText('Vacation days'), '26');
    await user.click(screen.getByLabelText('Active'));
    await user.click(screen.getByLabelText('Administrator'));
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
    expect(server.sentTo(insert)[0]).toMatchObject({
      position: 'Technician',
      country: 'DE',
      vacationDays: 26,
      active: false,
      roles: [{ id: 2, role: 'ROLE_ADMIN' }],
    });
  });

  it('shows errors at the fields, and sends nothing', async () => {
    const server = fakeServer({});
    const { user } = await renderApp('/userAdd', sessionUser());
    await user.type(await screen.findByLabelText(/E-mail/), 'nowhere');
    await user.clear(screen.getByLabelText('Vacation days'));
    await user.type(screen.getByLabelText('Vacation days'), '-2');
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByLabelText(/E-mail/)).toHaveAccessibleDescription(/Incorrect e-mail address/),
    );
    expect(screen.getByLabelText('Vacation days')).toHaveAccessibleDescription('Must not be negative');
    expect(screen.getByLabelText(/First name/)).toHaveAccessibleDescription('Please fill in this field');
    expect(server.requests).toEqual([]);
  });

  it('reports a taken address at the e-mail', async () => {
    fakeServer({ [insert]: refusal(409, 'USER_EXISTS', { email: 'EMAIL_TAKEN' }) });
    const { user } = await renderApp('/userAdd', sessionUser());
    await fill(user);
    await user.click(save());
    await waitFor(() =>
      expect(screen.getByLabelText(/E-mail/)).toHaveAccessibleDescription(
        /The given email already exists in our database/,
      ),
    );
    expect(screen.getByLabelText(/First name/)).toHaveValue('Tomasz');
  });

  it('explains the free account whenever the server refuses because of it, and keeps the form', async () => {
    fakeServer({ [insert]: refusal(402, 'FREE_PLAN_USER_LIMIT') });
    const { user } = await renderApp('/userAdd', sessionUser());
    await fill(user);
    for (const _ of ['once', 'again']) {
      await user.click(save());
      const dialog = await screen.findByRole('dialog', { name: 'Free account' });
      await user.click(within(dialog).getByRole('button', { name: 'Understood' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    }
    expect(screen.getByLabelText(/First name/)).toHaveValue('Tomasz');
  });

  it('keeps the input while the server is unreachable, and repeats the same key', async () => {
    const server = fakeServer({ ...everybody, [insert]: 'no connection' });
    const { user, router } = await renderApp('/userAdd', sessionUser());
    await fill(user);
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    server.handlers[insert] = { body: tomasz };
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
    const keys = server.requests
      .filter(({ call }) => call === insert)
      .map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
  });

  it('asks for confirmation before unsaved input is lost', async () => {
    fakeServer(everybody);
    const { user, router } = await renderApp('/userAdd', sessionUser());
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe('/userAdd');
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
  });

  it('is closed to users who are not admins', async () => {
    fakeServer({});
    await renderApp('/userAdd', sessionUser('ROLE_USER'));
    expect(await screen.findByText('No permission for this operation.')).toBeVisible();
    expect(screen.queryByLabelText(/E-mail/)).not.toBeInTheDocument();
  });
});

describe('An employee', () => {
  it('can be changed, except for the e-mail, with the role ids of an update', async () => {
    const server = fakeServer({ ...opened, [update]: { body: { ...tomasz, position: 'Foreman' } } });
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    const position = await screen.findByLabelText('Position');
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('readonly');
    await user.clear(position);
    await user.type(position, 'Foreman');
    await user.click(save());
    expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
    await user.click(screen.getByLabelText('Administrator'));
    await user.click(save());
    await waitFor(() => expect(server.sentTo(update)).toHaveLength(2));
    const [first, second] = server.sentTo(update);
    expect(first).toEqual({
      id: 2,
      email: 'tomasz@example.com',
      firstName: 'Tomasz',
      lastName: 'Żuk',
      position: 'Foreman',
      country: 'PL',
      active: true,
      vacationDays: 26,
      password: null,
      roles: [{ id: 2, role: 'ROLE_USER' }],
    });
    expect(second).toMatchObject({ roles: [{ id: 1, role: 'ROLE_ADMIN' }] });
  });

  it('gets a new password of at least ten characters, which the form forgets once it is saved', async () => {
    const server = fakeServer({ ...opened, [update]: { body: tomasz } });
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    const password = await screen.findByLabelText('New password');
    await user.type(password, 'short');
    await user.click(save());
    await waitFor(() => expect(password).toHaveAccessibleDescription(/^At least 10 characters At least/));
    expect(server.sentTo(update)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.type(password, '-no-more');
    await user.click(save());
    expect(await screen.findByText('Saved successfully')).toBeInTheDocument();
    expect(server.sentTo(update)).toEqual([expect.objectContaining({ password: 'short-no-more' })]);
    expect(password).toHaveValue('');
  });

  it('stays an admin if they are the last one, with a message', async () => {
    fakeServer({ ...openedOwn, [update]: refusal(409, 'LAST_ADMIN') });
    const { user } = await renderApp('/userEdit?id=1', sessionUser());
    const admin = await screen.findByLabelText('Administrator');
    expect(admin).toBeChecked();
    await user.click(admin);
    expect(admin).toHaveAccessibleDescription(/you will no longer manage employees/);
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('last active administrator');
    expect(admin).not.toBeChecked();
  });

  it('who gives up their own admin role returns to the list', async () => {
    fakeServer({
      ...openedOwn,
      [update]: { body: { ...anna, roles: tomasz.roles } },
      'GET /api/user/check-auth': { body: sessionUser('ROLE_USER') },
    });
    const { user, router } = await renderApp('/userEdit?id=1', sessionUser());
    await user.click(await screen.findByLabelText('Administrator'));
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Add employee' })).not.toBeInTheDocument());
  });

  it('is deleted after a confirmation that names the end of the paid access', async () => {
    const remove = 'DELETE /api/user/delete/2';
    const server = fakeServer({ ...opened, [remove]: {} });
    const { user, router } = await renderApp('/userEdit?id=2', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete employee?' });
    expect(dialog).toHaveTextContent('paid for until 7 Mar 2031');
    expect(dialog).not.toHaveTextContent('your own access');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
    expect(server.sentTo(remove)).toHaveLength(1);
  });

  it('does not mention paid access that has expired', async () => {
    fakeServer({ 'GET /api/user/findById/2': { body: { ...tomasz, expired: true } } });
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('dialog')).not.toHaveTextContent('paid for until');
  });

  it('with dependent records cannot be deleted, which is said instead of asking, with the open visits', async () => {
    const server = fakeServer({
      ...opened,
      'GET /api/user/links/2': { body: { deletable: false, openVisits: 3 } },
      [update]: { body: { ...tomasz, active: false } },
    });
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    await user.click(await screen.findByLabelText('Active'));
    expect(await screen.findByText(/^3 open visits are planned for this employee/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as inactive instead?' });
    expect(dialog).toHaveTextContent('cannot be deleted, because protocols or other records name them');
    expect(dialog).toHaveTextContent('3 open visits are planned');
    expect(server.sentTo('DELETE /api/user/delete/2')).toEqual([]);
  });

  it('with dependent records is deactivated instead, in one click', async () => {
    const server = fakeServer({
      ...opened,
      'DELETE /api/user/delete/2': refusal(409, 'USER_IN_USE'),
      [update]: { body: { ...tomasz, active: false } },
    });
    const { user, router } = await renderApp('/userEdit?id=2', sessionUser());
    await user.type(await screen.findByLabelText('Position'), ' (typed, not saved)');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as inactive instead?' });
    expect(dialog).toHaveTextContent('cannot be deleted, because protocols or other records name them');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as inactive' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
    expect(await screen.findByText('Tomasz Żuk is now inactive')).toBeInTheDocument();
    expect(server.sentTo(update)).toEqual([
      expect.objectContaining({ id: 2, position: 'Service technician', active: false }),
    ]);
  });

  it('warns users who delete themselves, and signs them out', async () => {
    const remove = 'DELETE /api/user/delete/1';
    const server = fakeServer({ ...openedOwn, [remove]: refusal(409, 'LAST_ADMIN'), 'GET /logout': {} });
    const { user } = await renderApp('/userEdit?id=1', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete employee?' });
    expect(dialog).toHaveTextContent('This is your own access');
    await user.click(within(dialog).getByRole('button', { name: 'Delete my access' }));
    expect(await within(dialog).findByText(/last active administrator/)).toBeVisible();
    server.handlers[remove] = {};
    await user.click(within(dialog).getByRole('button', { name: 'Delete my access' }));
    await waitFor(() => expect(server.requests.map(({ call }) => call)).toContain('GET /logout'));
  });

  it('that does not exist shows that', async () => {
    fakeServer({ 'GET /api/user/findById/8': refusal(404, 'NOT_FOUND') });
    await renderApp('/userEdit?id=8', sessionUser());
    expect(await screen.findByText('This no longer exists or never did.')).toBeVisible();
  });

  it('is closed to users who are not admins', async () => {
    const server = fakeServer({});
    await renderApp('/userEdit?id=2', sessionUser('ROLE_USER'));
    expect(await screen.findByText('Only administrators can manage employees')).toBeVisible();
    expect(server.requests).toEqual([]);
  });
});

describe('An employee who was invited and has not signed in yet', () => {
  const invited = { ...tomasz, invited: true };
  const invite = 'POST /api/user/invite/2';
  const openedInvited = { [all]: { body: [invited] }, 'GET /api/user/findById/2': { body: invited } };

  it('is shown as such in the list, and found by it', async () => {
    fakeServer({ [all]: { body: [olga, invited, anna] } });
    const { user } = await renderApp('/userList', sessionUser());
    await screen.findByRole('link', { name: 'Tomasz Żuk' });
    expect(screen.getAllByText('Invited')).toHaveLength(1);
    await user.type(screen.getByRole('searchbox'), 'invited');
    await waitFor(() => expect(namesShown()).toEqual(['Tomasz Żuk']));
  });

  it('can be invited again, but gets no password from an admin', async () => {
    const server = fakeServer({ ...openedInvited, [invite]: { status: 204 } });
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    expect(await screen.findByText('Invited, has not signed in yet')).toBeVisible();
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    expect(screen.queryByText('Where this employee is signed in')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send the invitation again' }));
    expect(await screen.findByText('The invitation is on its way to tomasz@example.com')).toBeVisible();
    expect(server.sentTo(invite)).toHaveLength(1);
  });

  it('is shown as active after signing in meanwhile', async () => {
    const server = fakeServer({ ...openedInvited, [invite]: refusal(409, 'INVITATION_USED') });
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    const again = await screen.findByRole('button', { name: 'Send the invitation again' });
    Object.assign(server.handlers, opened);
    await user.click(again);
    expect(await screen.findByLabelText('New password')).toBeVisible();
    expect(again).not.toBeInTheDocument();
  });

  it('cannot be mailed again while too many were sent', async () => {
    fakeServer({ ...openedInvited, [invite]: refusal(429, 'TOO_MANY_INVITATIONS') });
    const { user } = await renderApp('/userEdit?id=2', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Send the invitation again' }));
    expect(await screen.findByText(/Please try again in an hour/)).toBeVisible();
  });
});
