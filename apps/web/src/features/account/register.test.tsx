import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { configureGoogle, fakeGoogle } from '../../testing/fake-google.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const register = 'POST /api/account/register';
const active = 'GET /api/account/checkActiveAccount';

const texts: [string | RegExp, string][] = [
  [/Company name/, 'Example Service'],
  [/Tax number/, '7770001234'],
  [/Phone/, '+48 600 100 200'],
  [/Street and number/, 'Wharf Road 3'],
  [/Postal code/, '61-001'],
  [/City/, 'Poznań'],
  [/First name/, 'Anna'],
  [/Last name/, 'Nowak'],
  [/E-mail/, 'anna@example.com'],
  [/^Password/, 'long enough'],
  [/Repeat password/, 'long enough'],
];

async function fill(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  await screen.findByRole('heading', { name: 'Create an account' });
  for (const [label, text] of texts) await user.type(screen.getByLabelText(label), text);
  await user.selectOptions(screen.getByLabelText(/Country/), 'Poland');
}
const submit = () => screen.getByRole('button', { name: 'Create account' });

describe('Registration', () => {
  it('creates an account and says that a mail has been sent', async () => {
    const server = fakeServer({
      [register]: { body: { email: 'anna@example.com' } },
      [active]: { body: { active: false } },
    });
    const { user } = await renderApp('/register', null);
    await fill(user);
    const scrolled = vi.spyOn(window, 'scrollTo');
    await user.click(screen.getByLabelText(/terms and conditions/));
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    expect(scrolled).toHaveBeenCalledWith({ top: 0 });
    expect(screen.getByText(/anna@example.com/)).toBeVisible();
    expect(server.sentTo(register)).toEqual([
      {
        companyName: 'Example Service',
        nip: '7770001234',
        phone: '+48 600 100 200',
        street: 'Wharf Road 3',
        postalCode: '61-001',
        city: 'Poznań',
        country: 'PL',
        superUser: {
          firstName: 'Anna',
          lastName: 'Nowak',
          email: 'anna@example.com',
          password: 'long enough',
          password2: 'long enough',
        },
        approvedConditions: true,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ]);
  });

  it('inserts the hyphen into a Polish postal code, and leaves those of other countries as typed', async () => {
    const { user } = await renderApp('/register', null);
    const code = await screen.findByLabelText(/Postal code/);
    await user.selectOptions(screen.getByLabelText(/Country/), '');
    await user.type(code, '61001');
    expect(code).toHaveValue('61001');
    await user.selectOptions(screen.getByLabelText(/Country/), 'Poland');
    expect(code).toHaveValue('61-001');
    await user.selectOptions(screen.getByLabelText(/Country/), 'Germany');
    expect(code).toHaveValue('61001');
  });

  it('requires the terms, and the same password twice', async () => {
    const server = fakeServer({});
    const { user } = await renderApp('/register', null);
    await fill(user);
    await user.type(screen.getByLabelText(/Repeat password/), '!');
    await user.click(submit());
    expect(await screen.findByText('The passwords are not the same')).toBeVisible();
    expect(screen.getByText('Please accept the terms and conditions')).toBeVisible();
    expect(server.requests).toEqual([]);
  });

  it('shows the server’s errors next to their fields, and keeps the rest', async () => {
    fakeServer({ [register]: refusal(400, 'VALIDATION_FAILED', { 'superUser.email': 'EMAIL_TAKEN' }) });
    const { user } = await renderApp('/register', null);
    await fill(user);
    await user.click(screen.getByLabelText(/terms and conditions/));
    await user.click(submit());
    await waitFor(() =>
      expect(screen.getByLabelText(/E-mail/)).toHaveAccessibleDescription(
        /The given e-mail already exists in our database/,
      ),
    );
    expect(screen.getByLabelText(/E-mail/)).toHaveFocus();
    expect(screen.getByLabelText(/Company name/)).toHaveValue('Example Service');
  });

  it('lists an empty choice before the countries, which are sorted by language', async () => {
    await renderApp('/register', null);
    const country = await screen.findByLabelText(/Country/);
    const options = Array.from(country.querySelectorAll('option'), ({ text }) => text);
    expect(options[0]).toBe('Choose a country');
    expect(options).toHaveLength(39);
    expect(options.slice(1)).toEqual(
      options.slice(1).toSorted((one, other) => one.localeCompare(other, 'en')),
    );
  });

  it('shows what the browser says about the company, and lets one correct it', async () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      const options = resolvedOptions.call(this);
      return { ...options, timeZone: options.timeZone === here ? 'Europe/Vienna' : options.timeZone };
    });
    const server = fakeServer({ [register]: { body: { email: 'anna@example.com' } } });
    const { user } = await renderApp('/register', null);
    const settings = within(await screen.findByRole('region', { name: 'Settings from your browser' }));
    expect(settings.getByText('Austria · Europe/Vienna · documents: English · prices: EUR')).toBeVisible();
    expect(screen.getByLabelText(/^Country \*/)).toHaveValue('AT');
    await user.click(settings.getByRole('button', { name: 'Change' }));
    await user.selectOptions(settings.getByLabelText('Country of the company'), 'Switzerland');
    await user.selectOptions(settings.getByLabelText('Time zone of the company'), 'Europe/Zurich');
    await user.selectOptions(settings.getByLabelText('Language of documents'), 'Italiano');
    expect(
      settings.getByText('Switzerland · Europe/Zurich · documents: Italiano · prices: CHF'),
    ).toBeVisible();
    expect(screen.getByLabelText(/^Country \*/)).toHaveValue('CH');
    await user.click(settings.getByRole('button', { name: 'Done' }));
    for (const [label, text] of texts) await user.type(screen.getByLabelText(label), text);
    await user.click(screen.getByLabelText(/terms and conditions/));
    await user.click(submit());
    await waitFor(() =>
      expect(server.sentTo(register)).toEqual([
        expect.objectContaining({ country: 'CH', timezone: 'Europe/Zurich', language: 'it' }),
      ]),
    );
  });

  it('opens the terms and the privacy policy in a new tab', async () => {
    await renderApp('/register', null);
    const terms = await screen.findByRole('link', { name: 'terms and conditions' });
    expect(terms).toHaveAttribute('href', '/conditions');
    expect(terms).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/rodo');
  });

  it('shows the strength of a password while it is typed', async () => {
    const { user } = await renderApp('/register', null);
    const password = await screen.findByLabelText(/^Password \*/);
    await user.type(screen.getByLabelText(/Last name/), 'Nowakowska');
    await user.type(password, 'Nowakowska1');
    expect(screen.getByText(/Easy to guess/)).toBeVisible();
    await user.type(password, ' repairs old lifts');
    expect(screen.getByText('Good password')).toBeVisible();
  });

  it('says that the server cannot be reached, and keeps the input', async () => {
    fakeServer({ [register]: 'no connection' });
    const { user } = await renderApp('/register', null);
    await fill(user);
    await user.click(screen.getByLabelText(/terms and conditions/));
    await user.click(submit());
    expect(await screen.findByText(/Server connection error/)).toBeVisible();
    expect(screen.getByLabelText(/Company name/)).toHaveValue('Example Service');
  });

  it.each([
    ['Registration is closed for maintenance.', true],
    ['<html><title>502</title></html>', false],
  ])('shows what a server in between says in words: %s', async (body, shown) => {
    fakeServer({ [register]: { status: 503, body } });
    const { user } = await renderApp('/register', null);
    await fill(user);
    await user.click(screen.getByLabelText(/terms and conditions/));
    await user.click(submit());
    expect(await screen.findByText(/Server connection error/)).toBeVisible();
    if (shown) expect(await screen.findByText(body)).toBeVisible();
    else expect(screen.queryByText(body)).not.toBeInTheDocument();
  });
});

describe('Registration with Google', () => {
  const google = 'GET /api/user/oauth2-google-register';
  const button = () => screen.findByRole('button', { name: 'Continue with Google' });
  const open = async () => {
    const opened = await renderApp('/register', null);
    configureGoogle();
    await button();
    return opened;
  };

  it('asks for the terms first, then creates an account and opens home', async () => {
    const popup = fakeGoogle({ code: '4/0Acode' });
    const server = fakeServer({ [google]: { body: sessionUser() } });
    const { user } = await open();
    await user.click(await button());
    expect(screen.getByText('Please accept the terms and conditions')).toBeVisible();
    expect(popup).toEqual([]);
    const [here, inTheForm] = screen.getAllByLabelText(/terms and conditions/);
    await user.click(here as HTMLElement);
    expect(inTheForm).toBeChecked();
    await user.click(await button());
    expect(await screen.findByRole('heading', { name: 'Hello, Anna' })).toBeVisible();
    expect(server.requests[0]).toMatchObject({
      call: google,
      query: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      headers: { code: '4/0Acode' },
    });
    expect(await screen.findByText(/Please complete the company’s details/)).toBeVisible();
  });

  it.each([
    [refusal(401, 'GOOGLE_REGISTRATION_FAILED'), 'Incorrect login or password.'],
    [refusal(409, 'USER_EXISTS'), 'The given email already exists in our database.'],
  ])('says what went wrong: %j', async (answer, text) => {
    fakeGoogle({ code: '4/0Acode' });
    fakeServer({ [google]: answer });
    const { user } = await open();
    await user.click(screen.getByLabelText(/terms and conditions/));
    await user.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });
});
