import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const open = {
  ...{ today: '2031-03-01', endsOn: null, closedOn: null },
  ...{ retrievalUntil: null, paidUntil: null, termsFrom: null },
};
const given = { ...open, endsOn: '2031-03-29' };
const closed = { ...open, closedOn: '2031-03-01', retrievalUntil: '2031-03-31' };
const calls = {
  'GET /api/user/sessions': { body: [] },
  'GET /api/user/signInMethods': { body: { password: true, google: false } },
  'GET /api/export/findAll': { body: [] },
  'GET /api/account/closure': { body: open },
};
const server = (further: Parameters<typeof fakeServer>[0] = {}) => fakeServer({ ...calls, ...further });
const management = (user = sessionUser()) => renderApp('/myAccount?tab=management', user);
const accountOf = (state: { closed?: boolean; endsOn?: string | null; termsFrom?: string }) => ({
  ...sessionUser(),
  account: { ...sessionUser().account, ...state },
});

describe('the end of the contract', () => {
  it('is chosen on a day, with all that follows said before', async () => {
    const { requests } = server({
      'GET /api/account/closure': { body: { ...open, paidUntil: '2031-12-24' } },
      'POST /api/account/closure': { body: given },
    });
    const { user } = await management();
    await user.click(await screen.findByRole('button', { name: 'End the contract…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End the contract' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Until the end of 31 March 2031 everything works as before. You can change the day or keep the contract after all.',
      'Then nobody works in the account: sign-ins, reminders, messages and calendars stop.',
      'Until 1 May 2031 administrators can sign in, download all data and reopen the account.',
      'On 2 May 2031 everything is erased for good; only invoices are kept. Three days before, the administrators get an e-mail.',
      'Access is paid until 24 December 2031. The time after the last day is not refunded.',
    ]);
    const day = dialog.getByRole('textbox', { name: /^Last day of work/ });
    await user.clear(day);
    await user.type(day, '2 May 2031');
    await user.click(dialog.getByRole('button', { name: 'End the contract' }));
    expect(await dialog.findByText('Choose a day from today to 1 May 2031')).toBeVisible();
    await user.clear(day);
    await user.type(day, '29 March 2031');
    await user.click(dialog.getByRole('button', { name: 'End the contract' }));
    expect(
      await screen.findByText(/^The contract ends on 29 March 2031\. Until the end of that day/),
    ).toBeVisible();
    expect(requests.at(-1)).toMatchObject({
      call: 'POST /api/account/closure',
      body: { endsOn: '2031-03-29' },
    });
    expect(await screen.findByRole('link', { name: 'View or change' })).toBeVisible();
  });

  it('at once leads to the one page of a closed account', async () => {
    const { requests } = server({ 'POST /api/account/closure': { body: closed } });
    const { user } = await management();
    await user.click(await screen.findByRole('button', { name: 'End the contract…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End the contract' }));
    await user.click(dialog.getByRole('radio', { name: 'At once' }));
    expect(dialog.getAllByRole('listitem')[1]).toHaveTextContent(
      'Until 31 March 2031 administrators can sign in',
    );
    await user.click(dialog.getByRole('button', { name: 'Close the account now' }));
    expect(await screen.findByRole('heading', { name: 'This account is closed' })).toBeVisible();
    expect(requests.map(({ call, body }) => [call, body])).toContainEqual([
      'POST /api/account/closure',
      { endsOn: null },
    ]);
  });

  it('stands above every screen of an admin, and is taken back', async () => {
    const { requests } = server({
      'GET /api/account/closure': { body: given },
      'DELETE /api/account/closure': { body: open },
    });
    const { user } = await management(accountOf({ endsOn: '2031-03-29' }));
    expect(await screen.findByText(/^The contract ends on 29 March 2031\.$/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Keep the contract' }));
    expect(await screen.findByRole('button', { name: 'End the contract…' })).toBeVisible();
    expect(screen.queryByText(/^The contract ends on/)).toBeNull();
    expect(requests.map(({ call }) => call)).toContain('DELETE /api/account/closure');
  });

  it('gives paid time back to who leaves before changed terms apply', async () => {
    server({
      'GET /api/account/closure': {
        body: { ...open, paidUntil: '2031-12-24', termsFrom: '2031-04-02' },
      },
    });
    const { user } = await management();
    await user.click(await screen.findByRole('button', { name: 'End the contract…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End the contract' }));
    expect(dialog.getByText(/We refund the time after the last day, because new terms apply/)).toBeVisible();
  });

  it('is offered where the account is deleted', async () => {
    server({ 'GET /api/user/findAllFlatRoles': { body: [] } });
    const { user } = await management();
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }));
    await user.click(await screen.findByRole('button', { name: 'End the contract instead…' }));
    expect(await screen.findByRole('dialog', { name: 'End the contract' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Delete the account for good?' })).toBeNull();
  });

  it('is for admins', async () => {
    server();
    await management(sessionUser('ROLE_USER'));
    await screen.findByText('Where you are signed in');
    expect(screen.queryByText('End the contract')).toBeNull();
    expect(screen.queryByText('Export your data')).toBeNull();
  });

  it('and all data are also there for admins whose paid access has ended', async () => {
    server();
    await management({ ...sessionUser(), expired: true });
    expect(await screen.findByRole('button', { name: 'Download all data' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'End the contract…' })).toBeVisible();
  });
});

describe('a closed account', () => {
  it('shows one page, whatever the address: download, reopen, erase', async () => {
    server({
      'GET /api/account/closure': { body: closed },
      'POST /api/account/closure/reopen': { body: open },
      'DELETE /api/account': refusal(403, 'NO_PERMISSION'),
    });
    const { user } = await renderApp('/myAccount?tab=management', accountOf({ closed: true }));
    expect(
      await screen.findByText(
        /^The contract of Example Service has ended.* Until the end of 31 March 2031 you can download all data or reopen the account. On 1 April 2031 everything is erased for good.$/,
      ),
    ).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Download all data' })).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/logout');
    await user.click(screen.getByRole('button', { name: 'Delete account…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account for good?' }));
    expect(dialog.queryByText(/instead/)).toBeNull();
    await user.type(dialog.getByRole('textbox'), 'Example Service');
    expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeEnabled();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByRole('heading', { name: 'My account' })).toBeVisible();
  });
});

describe('changed terms', () => {
  it('stand above every screen of an admin until they are put away', async () => {
    const seen = 'POST /api/account/terms/seen';
    const { sentTo } = server({ [seen]: { body: { termsFrom: null } } });
    const { user } = await management(accountOf({ termsFrom: '2031-06-02' }));
    expect(await screen.findByText(/^New terms apply from 2 June 2031\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Read them' })).toHaveAttribute('href', '/conditions');
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    await expect.poll(() => screen.queryByText(/^New terms apply/)).toBeNull();
    expect(sentTo(seen)).toHaveLength(1);
  });
});
