import type { Device } from '@servicebook/shared/device';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { createMemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { App } from '../app/app.tsx';
import { Shell } from '../app/shell.tsx';
import { keepChoice } from '../lib/browser-storage.ts';
import { i18n, startI18n } from '../lib/i18n.ts';
import { queryClient } from '../lib/query-client.ts';
import { appConfigQuery } from '../lib/use-app-config.ts';
import { sessionQuery } from '../lib/use-session.ts';
import { appConfig, sessionUser } from './render-app.tsx';

export const press: Device = {
  id: 5,
  name: 'Hydraulic press',
  status: 'OK',
  statusWeight: 4,
  category: { id: 2, name: 'Presses' },
  customer: { id: 7, shortName: 'Mill', fullName: 'Mill and Sons Ltd' },
  serialNumber: 'HP-1',
  sourcePower: '',
  transferDate: null,
  warranty: '',
  warrantyLength: null,
  streetAddress: '',
  zipCode: '',
  city: '',
  country: '',
  gpsLatitude: null,
  gpsLongitude: null,
  isPeriodicInspectionEnabled: false,
  inspectionPeriodInMonths: null,
  revision: 1,
};

/** Opens one tab of a machine alone inside the app's shell, in English; the user is Anna, id 1, in Warsaw. */
export async function renderTab(Tab: ComponentType<{ device: Device }>, user = sessionUser()) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
  if (!i18n.isInitialized) await startI18n();
  keepChoice('cookie-consent', Date.now());
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, user);
  queryClient.setQueryData(appConfigQuery.queryKey, appConfig);
  const router = createMemoryRouter(
    [
      {
        element: <Shell />,
        children: [
          {
            path: '/machineEdit',
            element: (
              <Suspense fallback={null}>
                <Tab device={press} />
              </Suspense>
            ),
          },
          { path: '*', element: <p>Elsewhere</p> },
        ],
      },
    ],
    { initialEntries: ['/machineEdit?id=5&prev=machineList'] },
  );
  render(<App router={router} />);
  return { user: userEvent.setup(), router };
}
