import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const logout = 'GET /logout';
const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal('location', { ...window.location, assign });
  return () => vi.unstubAllGlobals();
});

describe('Signing out', () => {
  it('ends the session and leaves for the site of the product', async () => {
    fakeServer({ [logout]: { status: 204 } });
    await renderApp('/logout', sessionUser());
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('servicebook.signed-in')).toBe('false');
  });

  it.each([['no connection' as const], [refusal(500, 'INTERNAL')]])(
    'says that one is still signed in when it failed, and tries again: %j',
    async (failure) => {
      const { handlers } = fakeServer({ [logout]: failure });
      const { user } = await renderApp('/logout', sessionUser());
      expect(await screen.findByText('Signing out did not work')).toBeVisible();
      expect(screen.getByText(/You are still signed in here/)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Back to the app' })).toHaveAttribute('href', '/home');
      expect(assign).not.toHaveBeenCalled();
      handlers[logout] = { status: 204 };
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    },
  );
});
