import { languages } from '@servicebook/i18n';
import { publicPages } from '@servicebook/shared/site';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { appConfig, renderApp, sessionUser } from '../../testing/render-app.tsx';

beforeEach(() => {
  fakeServer({});
});

const configure = (settings: Partial<typeof appConfig>) =>
  queryClient.setQueryData(appConfigQuery.queryKey, { ...appConfig, ...settings });

const siteAddresses = publicPages
  .filter(({ name }) => name !== 'login' && name !== 'register')
  .map(({ path }) => path);

describe('The public pages', () => {
  it.each(siteAddresses)('%s is open to visitors, with title, heading and footer', async (address) => {
    await renderApp(address, null);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(await screen.findByRole('contentinfo')).toBeInTheDocument();
    expect(document.title).toMatch(/^.+ · Servicebook$/);
  });

  it('/sh-home also shows the product to signed-in users, and links to their work', async () => {
    const { router } = await renderApp('/sh-home', sessionUser());
    const [open] = await screen.findAllByRole('link', { name: 'Open Servicebook' });
    expect(open).toHaveAttribute('href', '/home');
    expect(router.state.location.pathname).toBe('/sh-home');
  });

  it('the landing page describes the product and offers a free account', async () => {
    await renderApp('/', null);
    const main = await screen.findByRole('main');
    for (const feature of [
      'Machine database',
      'Customer database',
      'Service protocols',
      'On the phone',
      'Periodic inspections',
      'Statistics',
    ])
      expect(await within(main).findByRole('heading', { name: feature })).toBeVisible();
    for (const link of within(main).getAllByRole('link', { name: 'Create a free account' }))
      expect(link).toHaveAttribute('href', '/register');
    expect(within(main).getByText(/^Free for one user: 10 signed protocols a month/)).toBeVisible();
  });

  it.each(languages)('shows its own screens in %s', async (language) => {
    await renderApp('/', null);
    await screen.findByRole('heading', { level: 1 });
    await i18n.changeLanguage(language);
    const pictures = await screen.findAllByRole('img');
    expect(pictures).not.toHaveLength(0);
    for (const picture of pictures) {
      expect(picture).toHaveAttribute('srcset', expect.stringContaining(`-${language}-light-`));
      expect(picture).toHaveAccessibleName();
      expect(picture).toHaveAttribute('width');
      expect(picture).toHaveAttribute('height');
    }
  });
});

describe('The footer', () => {
  it('gives the operator of this installation as contact', async () => {
    await renderApp('/about-us', null);
    const footer = within(await screen.findByRole('contentinfo'));
    for (const line of ['Example Operator', 'Long Street 1', '00-001 Warsaw', 'Poland', 'Tax no. 1234567890'])
      expect(footer.getByText(line)).toBeInTheDocument();
    expect(footer.getByRole('link', { name: 'contact@example.com' })).toHaveAttribute(
      'href',
      'mailto:contact@example.com',
    );
  });

  it('links to information and to frequent pages', async () => {
    await renderApp('/about-us', null);
    const footer = within(await screen.findByRole('contentinfo'));
    const links = footer.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(
      expect.arrayContaining([
        '/about-us',
        '/conditions',
        '/rodo',
        '/sh-home',
        '/pricing',
        '/login',
        '/register',
        '/mobile-app',
      ]),
    );
  });

  it('shows a social network only if the operator has a page there', async () => {
    await renderApp('/about-us', null);
    const footer = within(await screen.findByRole('contentinfo'));
    expect(footer.queryByRole('link', { name: /LinkedIn/ })).not.toBeInTheDocument();
    configure({ socialUrls: { ...appConfig.socialUrls, linkedin: 'https://linkedin.example/operator' } });
    expect(await footer.findByRole('link', { name: 'Example Operator on LinkedIn' })).toHaveAttribute(
      'href',
      'https://linkedin.example/operator',
    );
    expect(footer.queryByRole('link', { name: /Facebook/ })).not.toBeInTheDocument();
  });

  it('is not shown to signed-in users', async () => {
    await renderApp('/home', sessionUser());
    await screen.findByRole('heading', { name: 'Hello, Anna' });
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
  });
});

describe('The mobile app page', () => {
  it('shows two phones, how to install on both systems, and a code with the public address', async () => {
    await renderApp('/mobile-app', null);
    expect(await screen.findAllByRole('img', { name: /^On a phone/ })).toHaveLength(2);
    expect(screen.getByRole('heading', { name: 'Android' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'iPhone and iPad' })).toBeVisible();
    expect(
      await screen.findByRole('img', { name: 'QR code with the address https://servicebook.example' }),
    ).toBeVisible();
  });

  it('says if phones cannot reach the address', async () => {
    await renderApp('/mobile-app', null);
    await screen.findByRole('heading', { level: 1 });
    configure({ publicUrl: 'http://localhost:3000' });
    expect(await screen.findByText(/only this computer can reach/)).toBeVisible();
    expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument();
  });

  it('links to the store if there is one, with a badge only in Polish and English', async () => {
    await renderApp('/mobile-app', null);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: /store/ })).not.toBeInTheDocument();
    configure({ storeUrl: 'https://store.example/app' });
    expect(await screen.findByRole('link', { name: 'Available in the app store' })).toHaveAttribute(
      'href',
      'https://store.example/app',
    );
    await i18n.changeLanguage('pl');
    expect(await screen.findByRole('link', { name: 'Dostępna w sklepie z aplikacjami' })).toBeVisible();
    await i18n.changeLanguage('de');
    expect(await screen.findByRole('link', { name: 'Die App im Store' })).toHaveAttribute(
      'href',
      'https://store.example/app',
    );
  });
});

describe('The legal texts', () => {
  it('/conditions is marked as a sample and names operator, suspension, withdrawal, payment and invoices', async () => {
    await renderApp('/conditions', null);
    expect(await screen.findByRole('note')).toHaveTextContent(/^Sample text.*lawyer/);
    const text = screen.getByRole('main').textContent;
    for (const matter of [
      /Example Operator, Long Street 1/,
      /suspend an account if several people use the same sign-in/,
      /subscription per user/,
      /withdraw from an order within 14 days/,
      /card or bank transfer/,
      /VAT invoice/,
    ])
      expect(text).toMatch(matter);
  });

  it('/conditions says how the contract ends: notice, transition, retrieval, erasure, costs and place of the data', async () => {
    await renderApp('/conditions', null);
    await screen.findByRole('note');
    const text = screen.getByRole('main').textContent;
    for (const matter of [
      /Version of 24 November 2026/,
      /any day from today to two months from now/,
      /until the end of the last day, by your company’s time zone, the contract applies/,
      /For 30 more days, administrators can sign in, download all data or reopen the account/,
      /three days before the data is erased/,
      /we erase the account for good, with all data and files, and confirm it by e-mail/,
      /we charge nothing/,
      /not included are passwords/,
      /OpenAPI at https:\/\/servicebook.example\/api\/docs/,
      /Write to contact@example.com to learn in which countries/,
    ])
      expect(text).toMatch(matter);
    expect(text).not.toMatch(/\{\{/);
  });

  it('name the countries of the servers, if the operator has set them', async () => {
    for (const address of ['/conditions', '/rodo']) {
      cleanup();
      await renderApp(address, null);
      queryClient.setQueryData(appConfigQuery.queryKey, { ...appConfig, dataCountries: ['PL', 'DE'] });
      expect(
        await screen.findByText(/^The servers with your data are in: Poland and Germany\./),
      ).toBeVisible();
    }
  });

  it('/rodo is marked as a sample and says who, what, why, how long and which rights, as markup', async () => {
    await renderApp('/rodo', null);
    expect(await screen.findByRole('note')).toHaveTextContent('Sample text');
    for (const heading of [
      /Who is responsible/,
      /What we keep/,
      /Why, and on what basis/,
      /How long/,
      /Your rights/,
    ])
      expect(screen.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    expect(screen.getByText(/the password as a hash/)).toBeVisible();
    expect(screen.getByRole('main').textContent).not.toMatch(/\{\{/);
  });

  it('/Security has only a title, in Polish and in the user’s language', async () => {
    await renderApp('/Security', null);
    expect(await screen.findByRole('heading', { level: 1, name: 'Bezpieczeństwo Security' })).toBeVisible();
    await i18n.changeLanguage('pl');
    expect(await screen.findByRole('heading', { level: 1, name: 'Bezpieczeństwo' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveTextContent(/^Bezpieczeństwo$/);
  });
});
