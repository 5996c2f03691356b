import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

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
  it('opens an account and says that a mail is on its way', async () => {
    const server = fakeServer({
      [register]: { body: { email: 'anna@example.com' } },
      [active]: { body: { active: false } },
    });
    const { user } = await renderApp('/register', null);
    await fill(user);
    await user.click(screen.getByLabelText(/terms and conditions/));
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
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

  it('needs the terms accepted, and the same password twice', async () => {
    const server = fakeServer({});
    const { user } = await renderApp('/register', null);
    await fill(user);
    await user.type(screen.getByLabelText(/Repeat password/), '!');
    await user.click(submit());
    expect(await screen.findByText('The passwords are not the same')).toBeVisible();
    expect(screen.getByText('Please accept the terms and conditions')).toBeVisible();
    expect(server.requests).toEqual([]);
  });

  it('puts what the server refuses beside its field, and keeps the rest', async () => {
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

  it('leads the countries with an empty choice, in the order of the language', async () => {
    await renderApp('/register', null);
    const country = await screen.findByLabelText(/Country/);
    const options = Array.from(country.querySelectorAll('option'), ({ text }) => text);
    expect(options[0]).toBe('Choose a country');
    expect(options).toHaveLength(39);
    expect(options.slice(1)).toEqual(
      options.slice(1).toSorted((one, other) => one.localeCompare(other, 'en')),
    );
  });
});
