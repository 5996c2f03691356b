import type { Account } from '@servicebook/shared/company';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const company: Account = {
  id: 1,
  name: 'Example Service',
  companyName: 'Example Service',
  street: 'Long Street 1',
  postalCode: '00-001',
  city: 'Warsaw',
  country: 'PL',
  nip: '525',
  phone: '+48 22',
  logo: '',
  defaultPlan: { id: 2, name: 'Premium' },
  language: 'en',
  timezone: 'Europe/Warsaw',
  signRequestDays: 14,
};
const path = 'PATCH /api/account/update-general-data';

function server(handlers: Parameters<typeof fakeServer>[0] = {}, stored: Partial<Account> = {}) {
  const account = { ...company, ...stored };
  return fakeServer({
    'GET /api/account/getAccount': { body: account },
    'GET /api/storage/use': { body: { used: 1_200_000_000, total: 10_000_000_000 } },
    'GET /api/app/timezones': { body: { 'Europe/Warsaw': '(UTC+01:00) Europe/Warsaw' } },
    'GET /api/user/check-auth': { body: sessionUser() },
    [path]: ({ body }) => ({ body: { ...account, ...(body as object) } }),
    ...handlers,
  });
}

async function open(role: 'ROLE_ADMIN' | 'ROLE_USER' = 'ROLE_ADMIN') {
  const { user } = await renderApp('/myAccount?tab=company', sessionUser(role));
  await screen.findByRole('heading', { name: 'Company' });
  return user;
}
type User = Awaited<ReturnType<typeof open>>;
const save = (user: User) => user.click(screen.getByRole('button', { name: 'Save' }));
const picture = new File(
  [Uint8Array.from(atob(logo.slice(22)), (letter) => letter.charCodeAt(0))],
  'logo.png',
  {
    type: 'image/png',
  },
);
const chooseFile = async (user: User, file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await user.upload(input, file);
};

describe('The company', () => {
  it('is changed and saved as a whole', async () => {
    const { sentTo } = server();
    const user = await open();
    const city = await screen.findByLabelText('City');
    await user.clear(city);
    await user.type(city, 'Łódź');
    await user.selectOptions(screen.getByLabelText('Language of documents'), 'Deutsch');
    await save(user);
    expect(await screen.findByText('Saved successfully')).toBeVisible();
    const { name: _, defaultPlan: __, ...sent } = company;
    expect(sentTo(path)).toEqual([{ ...sent, city: 'Łódź', language: 'de', logo: null }]);
  });

  it('inserts the hyphen into a Polish postal code while it is typed', async () => {
    server();
    const user = await open();
    const code = await screen.findByLabelText('Postal code');
    await user.clear(code);
    await user.type(code, '00950');
    expect(code).toHaveValue('00-950');
    await user.type(code, '1');
    expect(code).toHaveValue('00-950');
  });

  it('checks the postal code again when the country changes, without losing characters', async () => {
    const { sentTo } = server({}, { country: 'GB', postalCode: '' });
    const user = await open();
    const code = await screen.findByLabelText('Postal code');
    const country = screen.getByLabelText('Country');
    await user.type(code, 'SW1A 1AA');
    expect(code).toHaveValue('SW1A 1AA');
    await user.selectOptions(country, 'Poland');
    expect(code).toHaveValue('SW1A 1');
    await user.selectOptions(country, 'United Kingdom');
    expect(code).toHaveValue('SW1A 1AA');
    await user.clear(code);
    await user.type(code, '10115');
    expect(code).toHaveValue('10115');
    await user.selectOptions(country, 'Poland');
    expect(code).toHaveValue('10-115');
    await save(user);
    await waitFor(() => expect(sentTo(path)).toMatchObject([{ postalCode: '10-115', country: 'PL' }]));
  });

  it('leaves a longer postal code of another country unchanged', async () => {
    const { sentTo } = server({}, { country: 'GB', postalCode: 'SW1A 1AA' });
    const user = await open();
    await user.type(await screen.findByLabelText('City'), '!');
    await save(user);
    await waitFor(() => expect(sentTo(path)).toMatchObject([{ postalCode: 'SW1A 1AA' }]));
  });

  it('needs a name', async () => {
    const { sentTo } = server();
    const user = await open();
    await user.clear(await screen.findByRole('textbox', { name: /Company name/ }));
    await save(user);
    expect(await screen.findByText('Please fill in this field')).toBeVisible();
    expect(sentTo(path)).toEqual([]);
  });

  it('says next to its fields what invoices need', async () => {
    const fields = { nip: 'NEEDED_ON_INVOICES', country: 'NEEDED_ON_INVOICES' } as const;
    server({ [path]: refusal(400, 'VALIDATION_FAILED', fields) });
    const user = await open();
    await user.clear(await screen.findByLabelText('Tax number'));
    await user.selectOptions(screen.getByLabelText('Country'), '');
    await save(user);
    const words = /Required for your invoices/;
    await waitFor(() => expect(screen.getByLabelText('Tax number')).toHaveAccessibleDescription(words));
    expect(screen.getByLabelText('Country')).toHaveAccessibleDescription(words);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a general failure, and keeps the input', async () => {
    server({ [path]: refusal(500, 'INTERNAL') });
    const user = await open();
    await user.type(await screen.findByLabelText('City'), ' Old Town');
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
    expect(screen.getByLabelText('City')).toHaveValue('Warsaw Old Town');
  });

  it('is read-only for users who are not admins', async () => {
    server({}, { logo });
    await open('ROLE_USER');
    expect(await screen.findByText('Long Street 1', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText('Poland', { selector: 'dd' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Logo of the company' })).toHaveAttribute('src', logo);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('The logo', () => {
  it('is shown before it is saved, and sent unchanged', async () => {
    const { sentTo } = server();
    const user = await open();
    expect(await screen.findByText('No logo yet')).toBeVisible();
    await chooseFile(user, picture);
    expect(await screen.findByRole('img', { name: 'Logo of the company' })).toHaveAttribute('src', logo);
    await save(user);
    await waitFor(() => expect(sentTo(path)).toMatchObject([{ logo }]));
  });

  it('is removed', async () => {
    const { sentTo } = server({}, { logo });
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Remove the logo' }));
    expect(await screen.findByText('No logo yet')).toBeVisible();
    await save(user);
    await waitFor(() => expect(sentTo(path)).toMatchObject([{ logo: null }]));
  });

  it.each([
    ['UNSUPPORTED_FILE_TYPE', 400, /^This type of file is not accepted/],
    ['IMAGE_UNREADABLE', 400, 'The image cannot be read.'],
    ['PICTURE_TOO_LARGE', 413, /at most 50 megapixels/],
  ] as const)('says beside it: %s', async (code, status, text) => {
    server({ [path]: refusal(status, code) });
    const user = await open();
    await screen.findByText('No logo yet');
    await chooseFile(user, picture);
    await screen.findByRole('img', { name: 'Logo of the company' });
    await save(user);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('The storage', () => {
  it.each(['ROLE_ADMIN', 'ROLE_USER'] as const)('shows %s how much of it is used', async (role) => {
    server();
    await open(role);
    expect(await screen.findByText('1.2 GB of 10 GB')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Storage used' })).toHaveAttribute('aria-valuenow', '12');
  });
});
