import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const unlock = 'POST /api/user/unlockSignIn';

describe('The link in the mail of a locked address', () => {
  it('does nothing when opened; its button lets the user try again', async () => {
    const { requests, sentTo } = fakeServer({ [unlock]: { status: 204 } });
    const { user } = await renderApp('/unlock#7.token', null);
    const button = await screen.findByRole('button', { name: 'Let me try again' });
    expect(requests).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('You can try again now.')).toBeVisible();
    expect(sentTo(unlock)).toEqual([{ token: '7.token' }]);
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login',
    );
  });

  it('says that it was used, and links to the sign-in', async () => {
    fakeServer({ [unlock]: refusal(404, 'UNLOCK_LINK_INVALID') });
    const { user } = await renderApp('/unlock#7.token', null);
    await user.click(await screen.findByRole('button', { name: 'Let me try again' }));
    expect(await screen.findByText(/This link has been used or has expired/)).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  it('is reported as incomplete if its end is missing', async () => {
    fakeServer({});
    await renderApp('/unlock', null);
    expect(await screen.findByText(/This address is incomplete/)).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });
});
