import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router-dom';
import { withLateDrawing } from '../lib/late-drawing.ts';
import { queryClient } from '../lib/query-client.ts';
import { onUnauthorized } from '../lib/unauthorized.ts';
import { endSession } from '../lib/use-session.ts';
import { CodeNotice } from './code-notice.tsx';
import { colourScheme } from './colour-scheme.ts';
import { SessionChange } from './session-change.tsx';
import { theme } from './theme.ts';
import { Toasts } from './toasts.tsx';

// The route guards then redirect to /login and back.
onUnauthorized(() => endSession(queryClient));

export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  const [drawing] = useState(() => withLateDrawing(router));
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colourScheme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={drawing} />
        <CodeNotice router={router} />
        <SessionChange />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
