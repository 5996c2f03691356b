import { languages } from '@servicebook/i18n';
import { toPage } from '@servicebook/shared/primitives';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepChoice } from '../lib/browser-storage.ts';
import { i18n } from '../lib/i18n.ts';
import { queryClient } from '../lib/query-client.ts';
import { showToast } from '../lib/toast.ts';
import { appConfigQuery } from '../lib/use-app-config.ts';
import { sessionQuery } from '../lib/use-session.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { renderApp, sessionUser } from '../testing/render-app.tsx';

beforeEach(() => {
  fakeServer({});
});

describe('Who may see what', () => {
  it.each([
    '/home',
    '/machineList',
    '/machineAdd',
    '/machineEdit?id=1',
    '/customerList',
    '/customerAdd',
    '/customerEdit?id=1',
    '/categoryList',
    '/categoryAdd',
    '/categoryEdit?id=1',
    '/userList',
    '/userAdd',
    '/userEdit?id=1',
  ])('leads from %s to the sign-in', async (address) => {
    const { router } = await renderApp(address, null);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
  });

  it('redirects signed-in users from the root address to home, and shows the product to others', async () => {
    const signedIn = await renderApp('/', sessionUser());
    await waitFor(() => expect(signedIn.router.state.location.pathname).toBe('/home'));
    cleanup();
    const signedOut = await renderApp('/', null);
    expect(await screen.findByRole('heading', { level: 1, name: /service book/ })).toBeVisible();
    expect(signedOut.router.state.location.pathname).toBe('/');
  });

  it('redirects a user with expired access to the employees', async () => {
    const { router } = await renderApp('/customerList', { ...sessionUser(), expired: true });
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
  });

  it('shows what waits to be sent also to a user with expired access', async () => {
    const { router } = await renderApp('/offline', { ...sessionUser(), expired: true });
    expect(await screen.findByRole('heading', { level: 1, name: 'On this device' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/offline');
  });

  it('lets a user in whose access was paid meanwhile, when they return to the page', async () => {
    const { router } = await renderApp('/customerList', { ...sessionUser(), expired: true });
    await waitFor(() => expect(router.state.location.pathname).toBe('/userList'));
    fakeServer({
      'GET /api/user/check-auth': { body: sessionUser() },
      'POST /api/customer/search': { body: toPage([], 0, 0, 10) },
    });
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(queryClient.getQueryData(sessionQuery.queryKey)?.expired).toBe(false));
    await router.navigate('/customerList');
    expect(router.state.location.pathname).toBe('/customerList');
  });

  it('notices a session that has ended during the work', async () => {
    fakeServer({ 'POST /api/customer/search': refusal(401, 'NOT_SIGNED_IN') });
    const { router } = await renderApp('/customerList?q=mill', sessionUser());
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(router.state.location.state).toEqual({ from: '/customerList?q=mill', sessionEnded: true });
    expect(screen.getByText(/Your session has ended/)).toBeVisible();
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeNull();
  });
});

describe('Navigation between the lists', () => {
  it.each(['ROLE_ADMIN', 'ROLE_USER'] as const)('begins at the home page for %s', async (role) => {
    await renderApp('/home', sessionUser(role));
    const main = await screen.findByRole('main');
    await within(main).findByRole('link', { name: 'Machines' });
    const cards = within(main).getAllByRole('heading', { level: 2 });
    expect(cards.map((card) => within(card).getByRole('link').getAttribute('href'))).toEqual(
      expect.arrayContaining(['/machineList', '/customerList', '/categoryList']),
    );
  });

  it.each([
    ['/machineList', 'POST /api/device/search', 'Add machine', '/machineAdd'],
    ['/customerList', 'POST /api/customer/search', 'Add customer', '/customerAdd'],
    ['/categoryList', 'POST /api/category/search', 'Add category', '/categoryAdd'],
  ])('leads from %s back home and on to its form', async (address, search, add, form) => {
    fakeServer({ [search]: { body: toPage([], 0, 0, 10) } });
    await renderApp(address, sessionUser());
    const main = await screen.findByRole('main');
    const [link] = await within(main).findAllByRole('link', { name: add });
    expect(link).toHaveAttribute('href', form);
    // As specified, the machine list has a button for it; the other lists only have the bar.
    const home =
      address === '/machineList'
        ? within(main).getByRole('link', { name: 'Back' })
        : screen.getAllByRole('link', { name: 'Servicebook' })[0];
    expect(home).toHaveAttribute('href', '/home');
  });

  it('explains how to continue without an active subscription', async () => {
    fakeServer({ 'POST /api/customer/search': refusal(402, 'NOT_ACTIVE_SUBSCRIPTION') });
    await renderApp('/customerList', sessionUser());
    expect(
      await screen.findByText('Your account does not have an active subscription. Extend its validity.'),
    ).toBeVisible();
  });
});

describe('The opening day', () => {
  const notYet = () =>
    queryClient.setQueryData(
      appConfigQuery.queryKey,
      (config) => config && { ...config, unlockRequired: true },
    );

  it('shows only "coming soon" before it', async () => {
    await renderApp('/login', null);
    notYet();
    expect(await screen.findByRole('heading', { name: 'Coming soon' })).toBeVisible();
    expect(screen.queryByLabelText('E-mail')).not.toBeInTheDocument();
  });

  it('remembers an invited visitor', async () => {
    window.history.replaceState(null, '', '/login?unlock');
    await renderApp('/login', null);
    notYet();
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
    window.history.replaceState(null, '', '/');
    expect(localStorage.getItem('servicebook.unlock')).toBe('true');
  });
});

describe('The frame of every page', () => {
  it('says in Polish and in the user’s language that a page does not exist', async () => {
    await renderApp('/nowhere', sessionUser());
    expect(
      await screen.findByRole('heading', { name: 'Strona, której szukasz, nie istnieje.' }),
    ).toBeVisible();
    expect(screen.getByText('The page you are looking for does not exist.')).toBeVisible();
    expect(screen.getByRole('img', { name: '404' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Page not found · Servicebook'));
  });

  it('has every section in the top bar, including the mobile app', async () => {
    const { user, router } = await renderApp('/home', sessionUser());
    const machines = await screen.findByRole('button', { name: 'Machines' });
    await user.click(machines);
    const menu = within(machines.closest('nav') as HTMLElement);
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'All machines',
      'Add machine',
      'Planning',
      'Service events',
      'Inspections',
      'To-do list',
      // The daily work is also one click away.
      'Planning',
      'Service events',
      'Inspections',
      'To-do list',
      'Customers',
      'Categories',
      'Employees',
      'Statistics',
      '',
    ]);
    await user.click(menu.getByRole('link', { name: 'Mobile app' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/mobile-app'));
  });

  it('moves the last lists behind one button if the bar is narrow, and marks the current page', async () => {
    fakeServer({ 'POST /api/category/search': { body: toPage([], 0, 0, 10) } });
    const { user } = await renderApp('/categoryList', sessionUser());
    const more = await screen.findByRole('button', { name: 'More' });
    expect(more).toHaveAttribute('data-active', 'true');
    const bar = within(more.closest('nav') as HTMLElement);
    expect(bar.getByRole('button', { name: 'Machines' })).toHaveAttribute('data-active', 'false');
    await user.click(more);
    const panel = within(document.getElementById(more.getAttribute('aria-controls') ?? '') as HTMLElement);
    expect(panel.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Categories',
      'Employees',
      'Statistics',
      'Mobile app',
    ]);
  });

  it('shows a technician’s daily lists in the phone’s bar, and marks the current one', async () => {
    fakeServer({ 'POST /api/todo/search': { body: toPage([], 0, 0, 10) } });
    await renderApp('/machineTodo', sessionUser('ROLE_USER'));
    await screen.findByRole('heading', { level: 1, name: 'To-do list' });
    const links = within(document.querySelector('[data-bottom-bar]') as HTMLElement).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.dataset.active])).toEqual([
      ['Home', 'false'],
      ['Machines', 'false'],
      ['To-do list', 'true'],
      ['Customers', 'false'],
    ]);
  });

  it('asks for consent to cookies once', async () => {
    const { user } = await renderApp('/login', null, { consented: false });
    await user.click(await screen.findByRole('button', { name: 'Rozumiem I understand' }));
    expect(screen.queryByRole('button', { name: /Rozumiem/ })).not.toBeInTheDocument();
    const day = 24 * 60 * 60 * 1000;
    expect(Date.now() - Number(localStorage.getItem('servicebook.cookie-consent'))).toBeLessThan(day);
  });

  it('asks for consent without blocking the page, and Escape accepts', async () => {
    const { user } = await renderApp('/login', null, { consented: false });
    const notice = await screen.findByRole('region', { name: 'Cookies' });
    expect(notice).not.toHaveAttribute('aria-modal');
    await user.type(await screen.findByLabelText('E-mail'), 'anna@example.com');
    expect(screen.getByLabelText('E-mail')).toHaveFocus();
    expect(notice).toBeVisible();
    await user.keyboard('{Escape}');
    expect(notice).not.toBeInTheDocument();
    expect(localStorage.getItem('servicebook.cookie-consent')).not.toBeNull();
  });

  it('lets Escape close an open dialog before it accepts cookies', async () => {
    const { user } = await renderApp('/login', null, { consented: false });
    await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('region', { name: 'Cookies' })).toBeVisible();
  });

  it.each(languages)(
    'asks for consent in %s, with the button in Polish and in that language',
    async (language) => {
      await renderApp('/login', null, { consented: false });
      await i18n.changeLanguage(language);
      const notice = await screen.findByRole('region', { name: i18n.t('cookies.title') });
      expect(notice).toHaveTextContent(i18n.t('cookies.info'));
      expect(within(notice).getByRole('button')).toHaveAccessibleName(
        language === 'pl' ? 'Rozumiem' : `Rozumiem ${i18n.t('cookies.accept')}`,
      );
    },
  );

  it.each([
    [998, 'is still remembered'],
    [1000, 'is asked for again'],
  ])('consent given %i days ago %s', async (days) => {
    await renderApp('/login', null, { consented: false });
    cleanup();
    keepChoice('cookie-consent', Date.now() - days * 24 * 60 * 60 * 1000);
    await renderApp('/login', null, { consented: false });
    await screen.findByLabelText('E-mail');
    expect(screen.queryAllByRole('button', { name: /Rozumiem/ })).toHaveLength(days > 999 ? 1 : 0);
  });

  it('switches the language, remembers it and sends it to the server', async () => {
    const server = fakeServer({ 'PATCH /api/user/language': {} });
    const { user } = await renderApp('/home', sessionUser());
    await user.selectOptions(await screen.findByLabelText('Language'), 'Deutsch');
    expect(await screen.findByRole('heading', { name: 'Guten Tag, Anna' })).toBeVisible();
    expect(document.documentElement.lang).toBe('de');
    expect(localStorage.getItem('servicebook.language')).toBe('"de"');
    await waitFor(() =>
      expect(server.requests).toContainEqual(
        expect.objectContaining({ call: 'PATCH /api/user/language', query: { language: 'de' } }),
      ),
    );
  });

  it('opens and closes its panels by keyboard', async () => {
    const { user } = await renderApp('/home', sessionUser());
    const button = await screen.findByRole('button', { name: /Example Service/ });
    button.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(localStorage.getItem('servicebook.colour-scheme')).toBe('dark');
    await user.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).toHaveFocus();
  });

  it('shows toasts, including the first one', async () => {
    await renderApp('/home', sessionUser());
    showToast({ tone: 'success', message: 'Done' });
    expect(await screen.findByText('Done')).toBeInTheDocument();
  });

  it('shows a toast until what it tells of is over', async () => {
    await renderApp('/home', sessionUser());
    const { promise: until, resolve: end } = Promise.withResolvers<void>();
    showToast({ message: 'Still busy', until });
    expect(await screen.findByText('Still busy')).toBeInTheDocument();
    act(() => end());
    await waitFor(() => expect(screen.queryByText('Still busy')).not.toBeInTheDocument());
  });

  it('prints the company and the time, in light colours', async () => {
    await renderApp('/home', sessionUser());
    await screen.findByRole('heading', { level: 1 });
    document.documentElement.dataset.mantineColorScheme = 'dark';
    await act(async () => window.dispatchEvent(new Event('beforeprint')));
    const head = document.querySelector('[data-print-head]');
    expect(head).toHaveTextContent('Example Service');
    expect(head).toHaveTextContent(String(new Date().getFullYear()));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('light');
    await act(async () => window.dispatchEvent(new Event('afterprint')));
    expect(head).not.toBeInTheDocument();
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
  });

  it('says on paper that the page had not finished loading', async () => {
    fakeServer({ 'GET /api/visit/findById/9': 'no connection' });
    await renderApp('/visit?id=9', sessionUser());
    await screen.findByRole('heading', { level: 1 });
    await act(async () => window.dispatchEvent(new Event('beforeprint')));
    expect(await screen.findByText('This page had not finished loading. Print it again.')).toBeVisible();
    await act(async () => window.dispatchEvent(new Event('afterprint')));
  });

  it('shows five toasts at most, and the others after them', async () => {
    await renderApp('/home', sessionUser());
    for (let number = 1; number <= 7; number++) showToast({ tone: 'error', message: `Notice ${number}` });
    expect(await screen.findByText('Notice 5')).toBeInTheDocument();
    expect(screen.getAllByText(/^Notice \d$/)).toHaveLength(5);
  });
});
