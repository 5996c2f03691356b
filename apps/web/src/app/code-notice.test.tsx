import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { loadFile } from '../lib/load-code.ts';
import { renderApp } from '../testing/render-app.tsx';

const notice = 'This part of the app could not be loaded. Trying again…';

it('shows what is missing above the unchanged screen, and disappears when it has loaded', async () => {
  let signal = false;
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    if (!signal) throw new TypeError('Failed to fetch');
    return new Response('');
  });
  const { user } = await renderApp('/login', null);
  await user.type(await screen.findByLabelText('E-mail'), 'anna@example.com');
  const part = loadFile('/assets/part.js');
  expect(await screen.findByRole('alert')).toHaveTextContent(notice);
  expect(screen.getByLabelText('E-mail')).toHaveValue('anna@example.com');
  signal = true;
  await user.click(screen.getByRole('button', { name: 'Try now' }));
  await part;
  await waitFor(() => expect(screen.queryByText(notice)).not.toBeInTheDocument());
});

it('goes away with the screen that has asked for the part', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('', { status: 503 }));
  const { router } = await renderApp('/login', null);
  void loadFile('/assets/before.js');
  await screen.findByText(notice);
  await act(() => router.navigate('/register'));
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
});

it('can be closed until another part is missing', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('', { status: 503 }));
  const { user } = await renderApp('/login', null);
  void loadFile('/assets/sooner.js');
  await screen.findByText(notice);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
  void loadFile('/assets/later.js');
  expect(await screen.findByText(notice)).toBeVisible();
});
