import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/use-session.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const choose = 'POST /api/user/choosePassword';
const customer = 'GET /api/customer/findById/7';
const arrived = { ...sessionUser(), mustChoosePassword: true };
const title = { name: 'Choose your password' };

const fill = async (user: UserEvent, password: string, repeated = password) => {
  await user.type(await screen.findByLabelText('Password'), password);
  await user.type(screen.getByLabelText('Repeat password'), repeated);
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
};

describe('Replacing a mailed password', () => {
  it('follows the sign-in, and continues to the user’s target', async () => {
    const server = fakeServer({
      'GET /api/user/auth': { body: arrived },
      [choose]: { status: 204 },
      [customer]: refusal(404, 'NOT_FOUND'),
    });
    const { user, router } = await renderApp('/customerEdit?id=7', null);
    await user.type(await screen.findByLabelText('E-mail'), 'anna@example.com');
    await user.type(screen.getByLabelText('Password'), 'abcdefghjkmnpq');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', title)).toBeVisible();
    expect(server.requests.map(({ call }) => call)).not.toContain(customer);
    await fill(user, 'four pumps in a shed');
    expect(await screen.findByText(/no longer exists/)).toBeVisible();
    expect(router.state.location.pathname).toBe('/customerEdit');
    expect(server.sentTo(choose)).toEqual([{ newPassword: 'four pumps in a shed' }]);
  });

  it.each(['/home', '/userList', '/myAccount', '/order?users=1'])(
    'replaces %s, even after a reload',
    async (address) => {
      fakeServer({});
      await renderApp(address, { ...arrived, expired: true });
      expect(await screen.findByRole('heading', title)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/logout');
    },
  );

  it('states the rules, shows the password on request, and shows its strength', async () => {
    fakeServer({});
    const { user } = await renderApp('/home', arrived);
    const field = await screen.findByLabelText('Password');
    expect(field).toHaveFocus();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(field).toHaveAccessibleDescription(/At least 10 characters/);
    await user.type(field, 'Nowak1985!');
    expect(screen.getByText(/Easy to guess/)).toBeVisible();
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement);
    expect(field).toHaveAttribute('type', 'text');
  });

  it.each<[string, [string, string?], string]>([
    ['too short', ['123456789'], 'The new password must have at least 10 characters'],
    ['typed differently', ['four pumps', 'four pump'], 'The passwords are not the same'],
  ])('does not send one that is %s', async (_, typed, message) => {
    const { sentTo } = fakeServer({});
    const { user } = await renderApp('/home', arrived);
    await fill(user, ...typed);
    expect(await screen.findByText(message)).toBeVisible();
    expect(sentTo(choose)).toEqual([]);
  });

  it('says next to the field that a password is easily guessed, and keeps the input', async () => {
    fakeServer({ [choose]: refusal(400, 'VALIDATION_FAILED', { newPassword: 'COMMON_PASSWORD' }) });
    const { user } = await renderApp('/home', arrived);
    await fill(user, 'manchesterunited');
    await waitFor(() =>
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/This password is easy to guess/),
    );
    expect(screen.getByLabelText('Repeat password')).toHaveValue('manchesterunited');
  });

  it('continues if the password was chosen in another tab meanwhile', async () => {
    const server = fakeServer({
      [choose]: refusal(409, 'PASSWORD_ALREADY_CHOSEN'),
      'GET /api/user/check-auth': { body: arrived },
    });
    const { user } = await renderApp('/home', arrived);
    await screen.findByRole('heading', title);
    server.handlers['GET /api/user/check-auth'] = { body: sessionUser() };
    await fill(user, 'four pumps in a shed');
    expect(await screen.findByRole('heading', { name: 'Hello, Anna' })).toBeVisible();
  });

  it('replaces an open screen when the server requires it', async () => {
    fakeServer({
      [customer]: refusal(403, 'PASSWORD_CHOICE_REQUIRED'),
      'GET /api/user/check-auth': { body: arrived },
    });
    await renderApp('/customerEdit?id=7', sessionUser());
    expect(await screen.findByRole('heading', title)).toBeVisible();
    expect(queryClient.getQueryData(sessionQuery.queryKey)?.mustChoosePassword).toBe(true);
  });
});
