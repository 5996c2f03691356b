/** Another user signs in in a second tab of the same browser. */
import { toPage } from '@servicebook/shared/primitives';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { forgetSessionChange } from '../lib/session-change.ts';
import { sessionQuery } from '../lib/use-session.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { renderApp, sessionUser } from '../testing/render-app.tsx';

const search = 'POST /api/customer/search';
const insert = 'POST /api/customer/insert';
const who = 'GET /api/user/check-auth';
const other = {
  ...sessionUser(),
  id: 2,
  email: 'bert@example.com',
  firstName: 'Bert',
  lastName: 'Other',
  account: { id: 2, companyName: 'Other Company' },
};
const changed = refusal(409, 'SESSION_CHANGED');
const dialog = () => screen.findByRole('dialog', { name: 'Somebody else is signed in' });
const noDialog = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Somebody else is signed in' })).toBeNull());

beforeEach(() => void act(forgetSessionChange));

describe('A page sends the user for whom it was loaded', () => {
  it('with every call except the session check', async () => {
    const { requests } = fakeServer({
      [search]: { body: toPage([], 0, 0, 10) },
      [who]: { body: sessionUser() },
    });
    await renderApp('/customerList', sessionUser());
    await waitFor(() => expect(requests.map(({ call }) => call)).toContain(search));
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    const sent = (call: string) => requests.find((request) => request.call === call)?.headers;
    expect(sent(search)).toHaveProperty('Signed-In-As', '1/1');
    expect(sent(who)).not.toHaveProperty('Signed-In-As');
  });
});

describe('Another user in the same browser', () => {
  it('cannot take over the first user’s input; the first user can sign in again and save it', async () => {
    const { handlers, requests, sentTo } = fakeServer({
      [insert]: changed,
      [who]: { body: other },
      'GET /api/user/auth': () => {
        handlers[who] = { body: sessionUser() };
        handlers[insert] = refusal(409, 'CUSTOMER_EXISTS');
        return { body: sessionUser() };
      },
    });
    const { user } = await renderApp('/customerAdd', sessionUser());
    const name = await screen.findByLabelText(/^Short name/);
    await user.type(name, 'Mill');
    await user.type(screen.getByLabelText(/^(Full name|Name)/), 'Mill Ltd');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const asked = within(await dialog());
    expect(
      await asked.findByText(
        /signed in as Bert Other \(Other Company\).*opened as Anna Nowak \(Example Service\)/,
      ),
    ).toBeVisible();
    expect(asked.getByText(/What you typed is still here/)).toBeVisible();
    await user.type(asked.getByLabelText(/Password of anna@example.com/), 'secret words');
    await user.click(asked.getByRole('button', { name: 'Sign in as Anna Nowak again' }));
    await noDialog();
    const signIn = requests.find(({ call }) => call === 'GET /api/user/auth');
    expect(signIn?.headers.Authorization).toBe(`Basic ${btoa('anna@example.com:secret words')}`);
    expect(signIn?.query).toEqual({ sharedComputer: true });
    expect(name).toHaveValue('Mill');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sentTo(insert)).toHaveLength(2));
    await noDialog();
  });

  it('causes one dialog for any number of refused calls, which shows errors of the password', async () => {
    fakeServer({
      [search]: changed,
      [who]: { body: other },
      'GET /api/user/auth': refusal(401, 'WRONG_CREDENTIALS'),
    });
    const { user } = await renderApp('/customerList', sessionUser());
    const asked = within(await dialog());
    await act(() => queryClient.invalidateQueries());
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await user.type(asked.getByLabelText(/Password of/), 'wrong');
    await user.click(asked.getByRole('button', { name: /Sign in as/ }));
    expect(await asked.findByText('Wrong login or password.')).toBeVisible();
  });

  it('does not take over the page through a session check', async () => {
    fakeServer({ [search]: { body: toPage([], 0, 0, 10) }, [who]: { body: other } });
    await renderApp('/customerList', sessionUser());
    await act(() => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }));
    await dialog();
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({ id: 1 });
  });

  it('can continue on a reloaded page', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    fakeServer({ [search]: changed, [who]: { body: other } });
    const { user } = await renderApp('/customerList', sessionUser());
    await user.click(await screen.findByRole('button', { name: 'Continue as Bert Other' }));
    expect(assign).toHaveBeenCalledWith('/home');
    vi.unstubAllGlobals();
  });

  it('is forgotten when the first user signs in again in the other tab', async () => {
    const { handlers } = fakeServer({ [search]: changed, [who]: { body: other } });
    await renderApp('/customerList', sessionUser());
    await within(await dialog()).findByText(/signed in as Bert Other/);
    handlers[who] = { body: sessionUser() };
    handlers[search] = { body: toPage([], 0, 0, 10) };
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await noDialog();
  });

  it('sees nothing of the first user in a tab that was signed out', async () => {
    fakeServer({ [who]: { body: other }, 'GET /api/account/sendActivationLink': { body: {} } });
    await renderApp('/login', null);
    queryClient.setQueryData(['customers'], ['of the first']);
    await act(() => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => {}));
    expect(queryClient.getQueryData(['customers'])).toBeUndefined();
  });
});
