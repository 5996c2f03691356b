/** Visits, due machines and technicians for the tests of the board. */
import type { InspectionRow } from '@servicebook/shared/inspection-overview';
import type { Visit } from '@servicebook/shared/visit';

export const annaKowalska = { id: 3, firstName: 'Anna', lastName: 'Kowalska', position: '', active: true };
export const janNowak = { id: 4, firstName: 'Jan', lastName: 'Nowak', position: 'Technician', active: true };

const address = { streetAddress: 'Długa 1', zipCode: '60-001', city: 'Poznań', country: 'PL' };

export const planningVisit = (part: Partial<Visit> & { id: number }): Visit => ({
  customer: { id: 5, shortName: 'Mill', fullName: 'Mill Ltd', phoneNumber: '', position: null, ...address },
  devices: [
    {
      id: 7,
      name: 'BSD 75',
      serialNumber: 'GA-1',
      ...address,
      gpsLatitude: 52.4,
      gpsLongitude: 16.9,
      status: 'OK',
      category: { id: 2, name: 'Compressors' },
      elsewhere: false,
      archived: false,
    },
  ],
  types: ['REPAIR'],
  text: '',
  checklist: [],
  priority: 'NORMAL',
  state: part.day === null ? 'TO_PLAN' : 'PLANNED',
  cancelReason: '',
  source: 'OFFICE',
  sourceService: null,
  day: null,
  from: null,
  to: null,
  minutes: null,
  technicians: [],
  told: null,
  protocols: [],
  startedAt: null,
  endedAt: null,
  userCreated: { id: 1, firstName: 'Ewa', lastName: 'Lis' },
  notes: 0,
  files: 0,
  revision: 1,
  createdAt: '2026-11-20T08:00:00Z',
  ...part,
});

export const dueRow = (id: number, customerId: number, city: string): InspectionRow => ({
  device: {
    id,
    name: `Pump ${id}`,
    status: 'OK',
    serialNumber: '',
    category: { id: 2, name: 'Pumps' },
    customer: { id: customerId, shortName: `Customer ${customerId}` },
    ...address,
    city,
    transferDate: '2025-01-01',
  },
  planned: null,
  nextInspection: '2026-11-30',
  daysToNextInspection: 7,
  lastInspection: null,
  daysToEndWarranty: null,
  lastWarrantyInspectionDone: false,
});
