import type { CustomerPageState } from '@servicebook/shared/customer-page';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';
import { mill } from '../../testing/render-tab.tsx';

const find = 'GET /api/customerPage/findByCustomer/7';
const page = { address: 'https://app.example/my/1.abc', since: '2026-11-20T08:00:00Z', invitation: null };
const people = [
  { name: 'Anna', email: 'anna@mill.example' },
  { name: 'Mill', email: 'office@mill.example' },
];
const session = {
  id: 4,
  email: 'anna@mill.example',
  createdAt: '2026-11-20T08:00:00Z',
  lastSeenAt: '2026-11-21T09:30:00Z',
};

/** A server on which the page of one customer can change. */
function serve(state: CustomerPageState) {
  const server = fakeServer({
    'GET /api/customer/findById/7': { body: mill },
    [find]: { body: state },
    'POST /api/customerPage/invite': { status: 204 },
  });
  const answer = (next: CustomerPageState) => () => {
    server.handlers[find] = { body: next };
    return { body: next };
  };
  return { ...server, answer };
}
const open = (role?: 'ROLE_USER') => renderApp('/customerEdit?id=7&activeTab=page', sessionUser(role));

describe('The customer’s page', () => {
  it('is switched on, its address copied, and people invited', async () => {
    const server = serve({ page: null, people, sessions: [] });
    const change = 'POST /api/customerPage/switch';
    server.handlers[change] = server.answer({ page, people, sessions: [] });
    const { user } = await open();
    expect(await screen.findByText('The page is switched off.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Invite anna@mill.example' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Switch on' }));
    expect(await screen.findByLabelText('Address of the page')).toHaveValue(page.address);
    expect(server.sentTo(change)).toEqual([{ customer: { id: 7 }, on: true }]);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(page.address));
    const invitation = { email: 'anna@mill.example', at: '2026-11-22T08:00:00Z' };
    server.handlers[find] = { body: { page: { ...page, invitation }, people, sessions: [] } };
    expect(screen.queryByText(/^Last invitation/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Invite anna@mill.example' }));
    expect(await screen.findByText(/^Last invitation: anna@mill.example, /)).toBeVisible();
    expect(await screen.findByText('Invitation sent to anna@mill.example')).toBeVisible();
    expect(server.sentTo('POST /api/customerPage/invite')).toEqual([
      { customer: { id: 7 }, email: 'anna@mill.example' },
    ]);
    server.handlers[change] = server.answer({ page: null, people, sessions: [] });
    await user.click(screen.getByRole('button', { name: 'Switch off…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Switch off the customer’s page?' }));
    await user.click(question.getByRole('button', { name: 'Switch off' }));
    expect(await screen.findByText('The page is switched off.')).toBeVisible();
  });

  it('says who is signed in, and signs out', async () => {
    const server = serve({ page, people: [], sessions: [session] });
    const end = 'DELETE /api/customerPage/session/4';
    server.handlers[end] = () => {
      server.handlers[find] = { body: { page, people: [], sessions: [] } };
      return { status: 204 };
    };
    const { user } = await open();
    expect(await screen.findByText(/^Last used/)).toBeVisible();
    expect(screen.getByText(/so nobody can sign in/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign out anna@mill.example' }));
    expect(await screen.findByText('Nobody is signed in.')).toBeVisible();
  });

  it('is not offered to technicians', async () => {
    const server = serve({ page, people, sessions: [] });
    await open('ROLE_USER');
    expect(await screen.findByRole('tab', { name: /^Contacts/ })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Customer’s page' })).toBeNull();
    expect(server.requests.filter(({ call }) => call === find)).toEqual([]);
  });
});
