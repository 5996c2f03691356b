import type { Employee } from '@servicebook/shared/employee';
import type { UserSession } from '@servicebook/shared/user';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayout } from '../../testing/fake-layout.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const timezones = {
  'America/New_York': '(UTC-05:00) America/New York, Eastern Time',
  'Europe/Rome': '(UTC+01:00) Europe/Rome, Central European Time',
  'Europe/Warsaw': '(UTC+01:00) Europe/Warsaw, Central European Time',
};
const session = (given: Partial<UserSession>): UserSession => ({
  id: 1,
  device: 'desktop',
  browser: 'Chrome 130',
  system: 'Windows',
  ip: '192.0.2.1',
  timezone: 'Europe/Warsaw',
  createdAt: '2026-11-20T08:00:00Z',
  lastSeenAt: '2026-11-20T09:30:00Z',
  current: false,
  ...given,
});
const here = session({ current: true });
const phone = session({ id: 2, device: 'phone', browser: 'Safari 17', system: 'iOS 17', ip: '192.0.2.2' });

const server = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/app/timezones': { body: timezones },
    'GET /api/account/closure': {
      body: { today: '2026-11-24', endsOn: null, closedOn: null, retrievalUntil: null, paidUntil: null },
    },
    'GET /api/calendar/feed': { body: { createdAt: null, lastReadAt: null } },
    'GET /api/export/findAll': { body: [] },
    'GET /api/user/reminders': { body: { weeklyDigest: false, dailyTodos: false } },
    'GET /api/user/sessions': { body: [here, phone] },
    'GET /api/user/signInMethods': { body: { password: true, google: false } },
    ...handlers,
  });

const open = (tab: string, user = sessionUser()) => renderApp(`/myAccount?tab=${tab}`, user);
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

describe('My account', () => {
  it('is opened from the account menu and starts with the user’s data', async () => {
    server();
    const { user } = await renderApp('/home', sessionUser());
    await user.click(await screen.findByRole('button', { name: /Anna Nowak/ }));
    await user.click(screen.getByRole('link', { name: 'My account' }));
    expect(await screen.findByRole('heading', { name: 'My account', level: 1 })).toBeVisible();
    expect(await screen.findByText('anna@example.com', { selector: 'dd' })).toBeVisible();
  });

  it('brings the list of first steps back to the home page', async () => {
    const firstSteps = {
      hidden: true,
      done: { employees: true, intervals: false, company: true, logo: false, reminders: true },
      categoryId: null,
    };
    const { sentTo } = server({
      'GET /api/account/firstSteps': { body: firstSteps },
      'PATCH /api/account/firstSteps': { body: { ...firstSteps, hidden: false } },
    });
    const { user, router } = await open('management');
    const show = await screen.findByRole('button', { name: 'Show on the home page' });
    await waitFor(() => expect(show).toBeEnabled());
    await user.click(show);
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(sentTo('PATCH /api/account/firstSteps')).toEqual([{ hidden: false }]);
  });

  it('keeps the open tab in the address', async () => {
    server();
    const { user, router } = await open('management');
    expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'My data' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=user'));
  });

  it('shows admins all tabs', async () => {
    server();
    await open('user');
    await screen.findByRole('heading', { name: 'My data' });
    expect(tabs()).toEqual(['My data', 'Management', 'Orders', 'Branches', 'Prices', 'Company']);
  });

  it('shows others neither branches nor orders, whatever the address says', async () => {
    server();
    await open('branches', sessionUser('ROLE_USER'));
    expect(await screen.findByRole('heading', { name: 'My data' })).toBeVisible();
    expect(tabs()).toEqual(['My data', 'Management', 'Company']);
  });
});

describe('My data', () => {
  beforeEach(fakeLayout);

  it('shows the signed-in user, with the role in words', async () => {
    server();
    await open('user', { ...sessionUser('ROLE_USER'), position: 'Technician' });
    const facts = await screen.findAllByRole('definition');
    expect(facts.map(({ textContent }) => textContent)).toEqual([
      'anna@example.com',
      'Anna Nowak',
      'Technician',
      'User',
    ]);
  });

  it('finds a timezone by part of its name, and saves it at once', async () => {
    const { requests } = server({ 'PATCH /api/user/timezone': { status: 204 } });
    const { user } = await open('user');
    const field = await screen.findByRole('combobox', { name: 'Time zone' });
    await waitFor(() => expect(field).toHaveValue(timezones['Europe/Warsaw']));
    await user.click(field);
    await user.type(field, 'new york', { initialSelectionStart: 0, initialSelectionEnd: 99 });
    // Results of an earlier search cannot be selected.
    await waitFor(() =>
      expect(screen.getByRole('option', { name: /New York/ })).not.toHaveAttribute('data-combobox-disabled'),
    );
    await user.click(screen.getByRole('option', { name: /New York/ }));
    expect(await screen.findByText('Saved successfully')).toBeVisible();
    expect(requests.find(({ call }) => call.startsWith('PATCH'))?.query).toEqual({
      timezone: 'America/New_York',
    });
    expect(field).toHaveValue(timezones['America/New_York']);
  });

  it('offers the device’s timezone if it differs', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone: 'Europe/Rome',
    } as Intl.ResolvedDateTimeFormatOptions);
    const { requests } = server({ 'PATCH /api/user/timezone': { status: 204 } });
    const { user } = await open('user');
    await user.click(await screen.findByRole('button', { name: 'Use this time zone' }));
    await waitFor(() => expect(requests.at(-1)?.query).toEqual({ timezone: 'Europe/Rome' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Use this time zone' })).toBeNull());
  });

  it('shows the failure, and keeps the timezone', async () => {
    server({ 'PATCH /api/user/timezone': 'no connection' });
    const { user } = await open('user');
    const field = await screen.findByRole('combobox', { name: 'Time zone' });
    await waitFor(() => expect(field).toHaveValue(timezones['Europe/Warsaw']));
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: /Rome/ }));
    expect(await screen.findByText(/Server connection error/)).toBeVisible();
    expect(field).toHaveValue(timezones['Europe/Warsaw']);
  });
});

describe('Changing the password', () => {
  const path = 'PATCH /api/user/setNewPassword';
  const fill = async (
    user: Awaited<ReturnType<typeof open>>['user'],
    [old, fresh, repeated]: [string, string, string],
  ) => {
    await user.type(await screen.findByLabelText('Current password'), old);
    await user.type(screen.getByLabelText('New password'), fresh);
    await user.type(screen.getByLabelText('Repeat new password'), repeated);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  };

  it('can also end the user’s calendar address', async () => {
    const feed = { createdAt: '2026-11-01T08:00:00Z', lastReadAt: null };
    const { sentTo } = server({ [path]: { status: 204 }, 'GET /api/calendar/feed': { body: feed } });
    const { user } = await open('management');
    await user.click(await screen.findByLabelText('Also end my calendar address'));
    await fill(user, ['old password', 'new password', 'new password']);
    expect(await screen.findByText(/Password changed/)).toBeVisible();
    expect(sentTo(path)).toEqual([
      { oldPassword: 'old password', newPassword: 'new password', endCalendarFeed: true },
    ]);
  });

  it('sends both and empties the form', async () => {
    const { sentTo } = server({ [path]: { status: 204 } });
    const { user } = await open('management');
    await fill(user, ['old password', 'new password', 'new password']);
    expect(await screen.findByText(/Password changed/)).toBeVisible();
    expect(sentTo(path)).toEqual([{ oldPassword: 'old password', newPassword: 'new password' }]);
    expect(screen.getByLabelText('Current password')).toHaveValue('');
  });

  it.each<[string, [string, string, string], string]>([
    ['too short', ['old', '123456789', '123456789'], 'The new password must have at least 10 characters'],
    ['typed differently', ['old', '1234567890', '1234567891'], 'The passwords are not the same'],
    ['both', ['old', '123456789', '1234567890'], 'The new password must have at least 10 characters'],
  ])('does not send one that is %s', async (_, typed, message) => {
    const { sentTo } = server();
    const { user } = await open('management');
    await fill(user, typed);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryAllByText(/The passwords are not the same|must have at least/)).toHaveLength(1);
    expect(sentTo(path)).toEqual([]);
  });

  it('says next to the field that the current one is wrong, and keeps the input', async () => {
    server({ [path]: refusal(400, 'WRONG_PASSWORD') });
    const { user } = await open('management');
    await fill(user, ['wrong password', 'new password', 'new password']);
    expect(await screen.findByText('The current password is wrong.')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(/is wrong/);
    expect(screen.getByLabelText('New password')).toHaveValue('new password');
  });

  it('mails a password to users who only sign in with Google', async () => {
    const { sentTo } = server({
      'GET /api/user/signInMethods': { body: { password: false, google: true } },
      'POST /api/user/resetPassword': { status: 204 },
    });
    const { user } = await open('management');
    await user.click(await screen.findByRole('button', { name: 'Send me a password' }));
    expect(await screen.findByText(/A password has been sent to anna@example.com/)).toBeVisible();
    expect(sentTo('POST /api/user/resetPassword')).toEqual([{ recipients: ['anna@example.com'] }]);
  });
});

describe('The user’s sessions', () => {
  it('are listed with browser, system, last use and sign-in, and the current one is marked', async () => {
    server();
    await open('management');
    const rows = await screen.findAllByRole('listitem');
    const [first, second] = rows.slice(-2) as [HTMLElement, HTMLElement];
    expect(first).toHaveTextContent('Chrome 130 · Windows');
    expect(first).toHaveTextContent('This browser');
    expect(within(first).queryByRole('button')).toBeNull();
    expect(second).toHaveTextContent('Safari 17 · iOS 17');
    expect(second).toHaveTextContent('Signed in 20 Nov 2026, 09:00 · 192.0.2.2 · Europe/Warsaw');
    expect(second).toHaveTextContent('Last used 20 Nov 2026, 10:30');
    expect(within(second).getByRole('img', { name: 'Phone' })).toBeVisible();
  });

  it('can be ended one by one', async () => {
    let sessions = [here, phone];
    const { handlers } = server({
      'DELETE /api/user/sessions/2': () => {
        sessions = [here];
        return { status: 204 };
      },
    });
    handlers['GET /api/user/sessions'] = () => ({ body: sessions });
    const { user } = await open('management');
    await user.click(await screen.findByRole('button', { name: 'Sign out: Safari 17 · iOS 17' }));
    expect(await screen.findByText('Signed out there')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Safari 17 · iOS 17')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('can be ended everywhere else', async () => {
    const { requests } = server({ 'DELETE /api/user/sessions': { status: 204 } });
    const { user } = await open('management');
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(await screen.findByText('You are signed out everywhere else')).toBeVisible();
    expect(requests.map(({ call }) => call)).toContain('DELETE /api/user/sessions');
  });

  it('says that it could not be loaded', async () => {
    server({ 'GET /api/user/sessions': refusal(400, 'MALFORMED_REQUEST') });
    await open('management');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('Deleting the account', () => {
  const employee = (given: Partial<Employee>): Employee => ({
    id: 1,
    position: '',
    email: 'anna@example.com',
    firstName: 'Anna',
    lastName: 'Nowak',
    country: '',
    active: true,
    invited: false,
    expired: false,
    planExpired: '2027-03-01T11:00:00Z',
    accountPlan: { type: 'DEFAULT', name: 'Premium' },
    roles: [{ id: 1, role: 'ROLE_ADMIN' }],
    vacationDays: 0,
    timezone: 'UTC',
    ...given,
  });
  const tom = employee({ id: 2, firstName: 'Tom', expired: true, planExpired: null });
  const assign = vi.fn();
  beforeEach(() => {
    assign.mockReset();
    vi.stubGlobal('location', { ...window.location, assign });
    return () => vi.unstubAllGlobals();
  });
  const withEmployees = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
    server({ 'GET /api/user/findAllFlatRoles': { body: [employee({}), tom] }, ...handlers });
  const openDialog = async () => {
    const { user } = await open('management');
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }));
    return { user, dialog: await screen.findByRole('dialog') };
  };

  it('lists who loses access, with the end of the paid access', async () => {
    withEmployees();
    const { dialog } = await openDialog();
    const rows = await within(dialog).findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Anna Nowak (you)paid until 1 Mar 2027',
      'Tom Nowaknot paid',
    ]);
  });

  it('waits for the company’s name, then deletes, signs out and opens the landing page', async () => {
    const { requests } = withEmployees({
      'DELETE /api/account': { status: 204 },
      'GET /logout': { status: 204 },
    });
    const { user, dialog } = await openDialog();
    await within(dialog).findAllByRole('listitem');
    const confirm = within(dialog).getByRole('button', { name: 'Delete for good' });
    expect(confirm).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox'), 'Example');
    expect(confirm).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox'), ' service ');
    await user.click(confirm);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    const calls = requests.map(({ call }) => call);
    expect(calls.slice(-2)).toEqual(['DELETE /api/account', 'GET /logout']);
  });

  it('asks for the e-mail address if the company has no name yet', async () => {
    withEmployees();
    const { user } = await open('management', {
      ...sessionUser(),
      account: { ...sessionUser().account, companyName: '' },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }));
    expect(await screen.findByLabelText('Type “anna@example.com” to confirm')).toBeVisible();
  });

  it('says that it is not allowed, and stays open', async () => {
    withEmployees({ 'DELETE /api/account': refusal(403, 'NO_PERMISSION') });
    const { user, dialog } = await openDialog();
    await within(dialog).findAllByRole('listitem');
    await user.type(within(dialog).getByRole('textbox'), 'Example Service');
    await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
  });

  it('is not offered to others', async () => {
    server();
    await open('management', sessionUser('ROLE_USER'));
    await screen.findByRole('heading', { name: 'Change password' });
    expect(screen.queryByRole('heading', { name: 'Delete account' })).toBeNull();
  });
});
