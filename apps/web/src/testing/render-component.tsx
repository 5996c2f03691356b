/** For component tests: renders one with theme, texts and an address. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createContext, type ReactNode, useContext } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { theme } from '../app/theme.ts';
import { i18n } from '../lib/i18n.ts';
import { queryClient } from '../lib/query-client.ts';
import { startTexts } from './start-texts.ts';

const Shown = createContext<ReactNode>(null);

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      {useContext(Shown)}
      <output data-testid="address">{pathname + search}</output>
    </>
  );
}

export async function renderComponent(ui: ReactNode, address = '/list') {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
  await startTexts();
  await i18n.loadNamespaces(['components', 'signature']);
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [address] });
  const around = (content: ReactNode) => (
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Shown value={content}>
          <RouterProvider router={router} />
        </Shown>
      </QueryClientProvider>
    </MantineProvider>
  );
  const view = render(around(ui));
  return { ...view, router, user: userEvent.setup(), show: (next: ReactNode) => view.rerender(around(next)) };
}
