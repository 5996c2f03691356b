/** The demo company's branches: its head office, a workshop, an office abroad. */
import type { BranchInput } from '@servicebook/shared/branch';

export const branches: Omit<BranchInput, 'id'>[] = [
  {
    name: 'Łódź – head office and workshop',
    street: 'ul. Przykładowa 1',
    zipCode: '90-002',
    city: 'Łódź',
    country: 'PL',
    phone: '+48 000 000 000',
    email: 'lodz@example.com',
    www: 'www.example.com',
    description: 'Spare parts: Monday to Friday, 7:00 to 16:00. Deliveries through the yard.',
    latitude: 51.7687,
    longitude: 19.4569,
  },
  {
    name: 'Gdańsk – service point',
    street: 'ul. Wzorcowa 12',
    zipCode: '80-001',
    city: 'Gdańsk',
    country: 'PL',
    phone: '+48 000 000 010',
    email: 'gdansk@example.com',
    www: '',
    description: '',
    latitude: 54.3521,
    longitude: 18.6464,
  },
  {
    name: 'Berlin – office',
    street: 'Musterstraße 7',
    zipCode: '10115',
    city: 'Berlin',
    country: 'DE',
    phone: '+49 000 000 000',
    email: 'berlin@example.com',
    www: 'www.example.com',
    description: 'By appointment.',
    latitude: 52.532,
    longitude: 13.3849,
  },
];
