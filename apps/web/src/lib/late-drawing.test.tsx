import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawPage, openDrawnLate, useAddressAhead, withLateDrawing } from './late-drawing.ts';

function Ahead() {
  return ` before ${useAddressAhead().pathname}`;
}

function Page() {
  const { pathname } = useLocation();
  return (
    <p data-testid="page">
      {pathname}
      {pathname !== '/start' && <Ahead />}
    </p>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const opened = (address = '/list') => {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [address] });
  render(<RouterProvider router={withLateDrawing(router)} />);
  const go = (to: string) => act(() => router.navigate(to));
  const step = (by: 1 | -1) => act(() => router.navigate(by));
  const goLate = (to: string) => act(async () => openDrawnLate(() => void router.navigate(to)));
  return { go, step, goLate };
};
const shown = () => screen.getByTestId('page').textContent;

it('knows an address that is drawn late at once, and draws it when it is told to', async () => {
  const { goLate } = opened();
  await goLate('/popup');
  expect(shown()).toBe('/list before /popup');
  act(drawPage);
  expect(shown()).toBe('/popup before /popup');
});

it('draws it at the latest with the next address, or after three seconds', async () => {
  const { go, goLate } = opened();
  await goLate('/popup');
  await go('/other');
  expect(shown()).toBe('/other before /other');
  await goLate('/popup');
  await act(() => vi.advanceTimersByTimeAsync(2999));
  expect(shown()).toBe('/other before /popup');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(shown()).toBe('/popup before /popup');
});

it('draws every step back and forward at once', async () => {
  const { step, goLate } = opened();
  await goLate('/popup');
  await step(-1);
  expect(shown()).toBe('/list before /list');
  await step(1);
  expect(shown()).toBe('/popup before /popup');
});

it('draws it at once while nothing follows the router', async () => {
  const { goLate } = opened('/start');
  await goLate('/popup');
  expect(shown()).toBe('/popup before /popup');
});
