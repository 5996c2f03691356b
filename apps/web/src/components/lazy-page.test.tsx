import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { App } from '../app/app.tsx';
import { i18n } from '../lib/i18n.ts';
import { loadChunk, tryAgain } from '../lib/load-code.ts';
import { startStory } from '../testing/render-app.tsx';
import { lazyPage } from './lazy-page.tsx';

const needsConnection = 'This page needs a connection';
let connected = false;

beforeEach(() => {
  connected = false;
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    if (!connected) throw new TypeError('Failed to fetch');
    return new Response('');
  });
});

/** The home page, and a planning whose code is not on this device. */
async function open() {
  await startStory(null);
  const load = async () => {
    if (!connected)
      throw new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/planning.js');
    return () => <h1>Planning</h1>;
  };
  const router = createMemoryRouter([
    { path: '/', element: <h1>Home</h1> },
    { path: '/planning', lazy: lazyPage(() => loadChunk(load), [], 'planningAway') },
  ]);
  render(<App router={router} />);
  return router;
}

it('says that it needs a connection, why, and what is there without one, and appears when there is one', async () => {
  const router = await open();
  await act(() => router.navigate('/planning'));
  expect(await screen.findByText(needsConnection)).toBeVisible();
  expect(screen.getByText(/^The plan shows everybody’s visits.* are on the home page\.$/)).toBeVisible();
  expect(screen.queryByText('Home')).not.toBeInTheDocument();
  expect(router.state.navigation.state).toBe('idle');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  connected = true;
  tryAgain();
  expect(await screen.findByRole('heading', { name: 'Planning' })).toBeVisible();
  expect(screen.queryByText(needsConnection)).not.toBeInTheDocument();
});

it('does not come back to a user who has gone elsewhere', async () => {
  const router = await open();
  await act(() => router.navigate('/planning'));
  await screen.findByText(needsConnection);
  await act(() => router.navigate('/'));
  connected = true;
  await act(async () => tryAgain());
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
  await act(() => router.navigate('/planning'));
  expect(await screen.findByRole('heading', { name: 'Planning' })).toBeVisible();
});

it('does not wait for the texts of another page, which are away', async () => {
  await startStory(null);
  const { backend } = i18n.services.backendConnector;
  const read = backend.read;
  vi.spyOn(backend, 'read').mockImplementation((...asked: unknown[]) => {
    if (asked[1] !== 'site') read(...asked);
  });
  void i18n.loadNamespaces('site');
  const texts = lazyPage(async () => () => <h1>{i18n.t('planning:title')}</h1>, ['planning']);
  const router = createMemoryRouter([
    { path: '/', element: <h1>Home</h1> },
    { path: '/planning', lazy: texts },
  ]);
  render(<App router={router} />);
  await act(() => router.navigate('/planning'));
  expect(await screen.findByRole('heading', { name: 'Planning' })).toBeVisible();
});
