import type { Customer } from '@servicebook/shared/customer';
import type { Device } from '@servicebook/shared/device';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { createMemoryRouter } from 'react-router-dom';
import { App } from '../app/app.tsx';
import { Shell } from '../app/shell.tsx';
import { sessionUser, startStory } from './render-app.tsx';

export const mill: Customer = {
  id: 7,
  shortName: 'Mill',
  fullName: 'Mill and Sons Ltd',
  ownNumber: '',
  streetAddress: 'Wharf Road 3',
  zipCode: '61-001',
  city: 'Poznań',
  country: 'PL',
  nip: '7770001234',
  regon: '',
  phoneNumber: '+48 600 100 200',
  email: 'office@mill.example',
  language: null,
  position: null,
  revision: 1,
};

export const press: Device = {
  id: 5,
  name: 'Hydraulic press',
  ownNumber: '',
  status: 'OK',
  statusWeight: 4,
  category: { id: 2, name: 'Presses' },
  customer: { id: 7, shortName: 'Mill', fullName: 'Mill and Sons Ltd' },
  manufacturer: '',
  model: '',
  serialNumber: 'HP-1',
  yearBuilt: null,
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
  lastService: null,
  nextInspection: null,
  warrantyUntil: null,
  archived: null,
  revision: 1,
};

/** Opens a single tab of a machine inside the app's shell, in English; the user is Anna, id 1, in Warsaw. */
export async function renderTab(
  Tab: ComponentType<{ device: Device }>,
  user = sessionUser(),
  device = press,
) {
  await startStory(user);
  const router = createMemoryRouter(
    [
      {
        element: <Shell />,
        children: [
          {
            path: '/machineEdit',
            element: (
              <Suspense fallback={null}>
                <Tab device={device} />
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
