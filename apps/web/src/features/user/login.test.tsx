import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { noteUnsent } from '../../lib/unsent.ts';
import { configureGoogle, fakeGoogle } from '../../testing/fake-google.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const auth = 'GET /api/user/auth';

async function openAndSubmit(address = '/login') {
  const opened = await renderApp(address, null);
  await opened.user.type(await screen.findByLabelText('E-mail'), 'anna@example.com');
  await opened.user.type(screen.getByLabelText('Password'), 'zażółć gęślą');
  await opened.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return opened;
}

describe('Signing in', () => {
  it('sends the credentials as Basic, in UTF-8, and opens home', async () => {
    const server = fakeServer({ [auth]: { body: sessionUser() } });
    const { router } = await openAndSubmit();
    expect(await screen.findByRole('heading', { name: 'Hello, Anna' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/home');
    const header = String(server.requests[0]?.headers.Authorization);
    const sent = Uint8Array.from(atob(header.replace('Basic ', '')), (letter) => letter.charCodeAt(0));
    expect(new TextDecoder().decode(sent)).toBe('anna@example.com:zażółć gęślą');
    expect(server.requests[0]?.headers).toMatchObject({
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': 'en',
      Timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  it.each([false, true])('sends whether the computer is shared: %s', async (shared) => {
    const server = fakeServer({ [auth]: { body: sessionUser() } });
    const { user } = await renderApp('/login', null);
    await user.type(await screen.findByLabelText('E-mail'), 'anna@example.com');
    await user.type(screen.getByLabelText('Password'), 'any');
    const box = screen.getByRole('checkbox', { name: 'Shared computer' });
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription(/after 12 hours without use/);
    if (shared) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('heading', { name: 'Hello, Anna' });
    expect(server.requests[0]?.query).toEqual(shared ? { sharedComputer: true } : {});
  });

  it('shows the screens in the user’s stored language, without storing it again', async () => {
    const server = fakeServer({ [auth]: { body: { ...sessionUser(), language: 'de' } } });
    await openAndSubmit();
    expect(await screen.findByRole('heading', { name: 'Guten Tag, Anna' })).toBeVisible();
    expect(localStorage.getItem('servicebook.language')).toBe('"de"');
    expect(server.requests.map(({ call }) => call)).not.toContain('PATCH /api/user/language');
  });

  it('says that work that was not sent is safe on this device, only if there is any', async () => {
    const line = /not sent yet is safe on this device/;
    fakeServer({});
    noteUnsent('1:1', 0);
    await renderApp('/login', null);
    await screen.findByLabelText('E-mail');
    expect(screen.queryByText(line)).not.toBeInTheDocument();
    cleanup();
    noteUnsent('1:1', 2);
    await renderApp('/login', null);
    expect(await screen.findByText(line)).toBeVisible();
    noteUnsent('1:1', 0);
  });

  it('says that an invited address already belongs to another company', async () => {
    fakeServer({ [auth]: refusal(409, 'ADDRESS_OF_ANOTHER_COMPANY') });
    await openAndSubmit();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /is already used to sign in to another company/,
    );
  });

  it('redirects to the user’s target', async () => {
    fakeServer({
      [auth]: { body: sessionUser() },
      'GET /api/customer/findById/7': refusal(404, 'NOT_FOUND'),
    });
    const { router } = await openAndSubmit('/customerEdit?id=7');
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe('/customerEdit?id=7'),
    );
  });

  it('reports missing fields without a request', async () => {
    const server = fakeServer({});
    const { user } = await renderApp('/login', null);
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    await waitFor(() =>
      expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Incorrect e-mail address'),
    );
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please fill in this field');
    expect(screen.getByLabelText('E-mail')).toHaveFocus();
    expect(server.requests).toEqual([]);
  });

  it.each([
    [refusal(401, 'WRONG_CREDENTIALS'), 'Wrong login or password.'],
    [refusal(429, 'TOO_MANY_ATTEMPTS'), 'Too many attempts. Please try again later.'],
    [refusal(429, 'SIGN_IN_LOCKED'), 'we have sent it an e-mail with a link that lets you try again now'],
    // Worded by the server, which knows the day.
    [
      { status: 423, body: { code: 'ACCOUNT_CLOSED', message: 'Until 31 March 2031, an administrator' } },
      'Until 31 March 2031, an administrator',
    ],
    [refusal(500, 'INTERNAL'), 'Server connection error. Please try again.'],
    ['no connection' as const, 'Server connection error. Please try again.'],
    [refusal(400, 'MALFORMED_REQUEST'), 'Sign-in failed. Please try again later.'],
  ])('says what went wrong, and keeps the e-mail: %j', async (answer, text) => {
    fakeServer({ [auth]: answer });
    await openAndSubmit();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('E-mail')).toHaveValue('anna@example.com');
  });

  it('sends the activation link again to an inactive account', async () => {
    const link = 'GET /api/account/sendActivationLink';
    const server = fakeServer({
      [auth]: refusal(423, 'ACCOUNT_INACTIVE'),
      [link]: { body: { active: false } },
    });
    const { user } = await openAndSubmit();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /not active\. .*activation e-mail.* ask your administrator/,
    );
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByText('The activation link has been sent to anna@example.com.')).toBeVisible();
    expect(server.requests.at(-1)).toMatchObject({ call: link, query: { email: 'anna@example.com' } });
  });

  it.each([
    ['success', 'The account has been activated. You can sign in now.'],
    ['mailed', 'Sign in with the password from our last e-mail'],
    ['active', 'The account is already activated. You can sign in.'],
    ['error', 'Activation failed.'],
  ])('tells how the activation link ended: %s', async (message, text) => {
    await renderApp(`/login?message=${message}`, null);
    expect(await screen.findByText(text, { exact: false })).toBeVisible();
  });

  it('redirects signed-in users to the home page', async () => {
    const { router } = await renderApp('/login', sessionUser());
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });
});

describe('A forgotten password', () => {
  const reset = 'POST /api/user/resetPassword';
  const open = async () => {
    const { user } = await renderApp('/login', null);
    await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }));
    const dialog = await screen.findByRole('dialog', { name: 'Forgot your password?' });
    return {
      user,
      field: () =>
        screen.getAllByLabelText('E-mail').find((element) => dialog.contains(element)) as HTMLElement,
    };
  };
  const send = () => screen.getByRole('button', { name: 'Send new password' });

  it('is replaced by mail', async () => {
    const server = fakeServer({ [reset]: {} });
    const { user, field } = await open();
    await user.type(field(), 'Anna@Example.com ');
    await user.click(send());
    expect(await screen.findByText('A new password has been sent to anna@example.com.')).toBeInTheDocument();
    expect(server.sentTo(reset)).toEqual([{ recipients: ['anna@example.com'] }]);
  });

  it('needs a valid and known address', async () => {
    fakeServer({ [reset]: refusal(404, 'UNKNOWN_EMAIL') });
    const { user, field } = await open();
    await user.type(field(), 'anna');
    await user.click(send());
    await waitFor(() => expect(field()).toHaveAccessibleDescription('Incorrect e-mail address'));
    await user.type(field(), '@example.com');
    await user.click(send());
    await waitFor(() =>
      expect(field()).toHaveAccessibleDescription('The given e-mail does not exist in our database.'),
    );
  });
});

describe('Signing in with Google', () => {
  const google = 'GET /api/user/oauth2-google-login';
  const press = async () => {
    const opened = await renderApp('/login', null);
    configureGoogle();
    await opened.user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    return opened;
  };

  it('is not offered without a client id', async () => {
    await renderApp('/login', null);
    await screen.findByRole('button', { name: 'Sign in' });
    expect(screen.queryByText('Continue with Google')).not.toBeInTheDocument();
  });

  it('sends the popup’s code in a header, and opens home', async () => {
    const popup = fakeGoogle({ code: '4/0Acode' });
    const server = fakeServer({ [google]: { body: sessionUser() } });
    await press();
    expect(await screen.findByRole('heading', { name: 'Hello, Anna' })).toBeVisible();
    expect(popup).toEqual([{ client_id: 'client-1', ux_mode: 'popup', scope: 'openid email profile' }]);
    expect(server.requests[0]).toMatchObject({
      call: google,
      query: {},
      headers: { code: '4/0Acode' },
    });
  });

  it('sends the choice of a shared computer', async () => {
    fakeGoogle({ code: '4/0Acode' });
    const server = fakeServer({ [google]: { body: sessionUser() } });
    const { user } = await renderApp('/login', null);
    configureGoogle();
    await user.click(await screen.findByRole('checkbox', { name: 'Shared computer' }));
    await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    await screen.findByRole('heading', { name: 'Hello, Anna' });
    expect(server.requests[0]?.query).toEqual({ sharedComputer: true });
  });

  it.each([
    [refusal(401, 'GOOGLE_SIGN_IN_FAILED'), 'Incorrect credentials, please register.'],
    [refusal(503, 'GOOGLE_UNAVAILABLE'), 'Google does not answer right now. Please try again later.'],
    [refusal(429, 'TOO_MANY_ATTEMPTS'), 'Too many attempts. Please try again later.'],
    ['no connection' as const, 'Server connection error. Please try again.'],
  ])('says what went wrong: %j', async (answer, text) => {
    fakeGoogle({ code: '4/0Acode' });
    fakeServer({ [google]: answer });
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('sends the activation link again to the address verified by Google', async () => {
    const link = 'GET /api/account/sendActivationLink';
    fakeGoogle({ code: '4/0Acode' });
    const server = fakeServer({
      [google]: { status: 423, body: { code: 'ACCOUNT_INACTIVE', message: '', email: 'anna@example.com' } },
      [link]: { body: { active: false } },
    });
    const { user } = await press();
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByText('The activation link has been sent to anna@example.com.')).toBeVisible();
    expect(server.requests.at(-1)).toMatchObject({ call: link, query: { email: 'anna@example.com' } });
  });

  it('says if the browser blocks the popup', async () => {
    fakeGoogle('popup_failed_to_open');
    const server = fakeServer({});
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Allow pop-ups for this page');
    expect(server.requests).toEqual([]);
  });

  it.each(['popup_closed', { error: 'access_denied' }] as const)(
    'leaves the form unchanged after %j',
    async (answer) => {
      fakeGoogle(answer);
      const server = fakeServer({});
      await press();
      await waitFor(() => expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled());
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(server.requests).toEqual([]);
    },
  );
});
