/** The demo company's machines and customers. Every name is made up; the addresses of mail end in example.com. */
import type { ServiceAction } from '@servicebook/shared/service-action';

export interface DemoModel {
  name: string;
  maker: string;
  /** The manufacturer's own designation. */
  type: string;
  power: string;
}

export interface DemoCategory {
  name: string;
  inspectionPeriod: number;
  actions: ServiceAction[];
  models: DemoModel[];
  faults: string[];
}

const action = (name: string, ...fields: [name: string, unit: string][]): ServiceAction => ({
  name,
  fields: fields.map(([field, unit]) => ({ name: field, unit })),
});

export const categories: DemoCategory[] = [
  {
    name: 'Cash registers',
    inspectionPeriod: 24,
    actions: [
      action('Fiscal memory read out', ['Free records', '']),
      action('Printer mechanism cleaned'),
      action('Battery checked', ['Voltage', 'V']),
      action('Clock set', ['Deviation', 's']),
      action('Seal replaced', ['Seal number', '']),
    ],
    models: [
      { name: 'Fiskal One', maker: 'Kasatech', type: 'KT-100 F', power: '230 V, 0.05 kW' },
      { name: 'Fiskal Touch', maker: 'Kasatech', type: 'KT-210 T', power: '230 V, 0.08 kW' },
    ],
    faults: ['Paper jams after every third receipt', 'Display stays dark after a power cut'],
  },
  {
    name: 'Circulation pumps',
    inspectionPeriod: 12,
    actions: [
      action('Bearing noise and temperature', ['Temperature', '°C']),
      action('Shaft seal checked', ['Leakage', 'ml/h']),
      action('Differential pressure measured', ['Inlet', 'bar'], ['Outlet', 'bar']),
      action('Motor current measured', ['L1', 'A'], ['L2', 'A'], ['L3', 'A']),
      action('Strainer cleaned'),
    ],
    models: [
      { name: 'Aquaflow 65-120', maker: 'Hydrowerk', type: 'HW 65-120 B', power: '400 V, 3 kW' },
      { name: 'Aquaflow 80-160', maker: 'Hydrowerk', type: 'HW 80-160 B', power: '400 V, 5.5 kW' },
    ],
    faults: ['Shaft seal drips, about a litre a day', 'Motor trips the overload relay in the morning peak'],
  },
  {
    name: 'Goods lifts',
    inspectionPeriod: 6,
    actions: [
      action('Ropes measured', ['Diameter', 'mm'], ['Broken wires', '']),
      action('Brake tested', ['Stopping distance', 'cm']),
      action('Overspeed governor tested', ['Tripping speed', 'm/s']),
      action('Door interlocks checked'),
      action('Guide rails lubricated', ['Oil', 'l']),
    ],
    models: [
      { name: 'Cargo 1000', maker: 'Liftownia', type: 'LC 1000 E', power: '400 V, 11 kW' },
      { name: 'Cargo 2000 H', maker: 'Liftownia', type: 'LC 2000 H', power: '400 V, 15 kW' },
    ],
    faults: [
      'Stops 4 cm below the second floor',
      'Door on the ground floor opens only at the second attempt',
    ],
  },
  {
    name: 'Hydraulic presses',
    inspectionPeriod: 6,
    actions: [
      action('Oil level and condition', ['Temperature', '°C']),
      action('Filter replaced', ['Filter type', '']),
      action('Working pressure set', ['Pressure', 'bar']),
      action('Light curtain tested', ['Response', 'ms']),
      action('Hoses inspected'),
      action('Emergency stop tested'),
    ],
    models: [
      { name: 'Presso 160', maker: 'Ganzmetall', type: 'GM-P 160/4', power: '400 V, 22 kW' },
      { name: 'Presso 250', maker: 'Ganzmetall', type: 'GM-P 250/4', power: '400 V, 37 kW' },
    ],
    faults: ['Pressure drops by 20 bar within a minute', 'Oil under the main cylinder'],
  },
  {
    name: 'Coffee machines',
    inspectionPeriod: 3,
    actions: [
      action('Descaled', ['Water hardness', '°dH']),
      action('Brewing pressure checked', ['Pressure', 'bar']),
      action('Grinder set', ['Dose', 'g'], ['Time', 's']),
      action('Gaskets replaced'),
      action('Steam wand cleaned'),
    ],
    models: [
      { name: 'Barista Duo', maker: 'Caffè Nova', type: 'CN-2 Duo', power: '230 V, 3.4 kW' },
      { name: 'Barista Compact', maker: 'Caffè Nova', type: 'CN-1 C', power: '230 V, 2.1 kW' },
    ],
    faults: ['Coffee runs lukewarm', 'Left group does not build up pressure'],
  },
];

export interface DemoCustomer {
  shortName: string;
  fullName: string;
  streetAddress: string;
  zipCode: string;
  city: string;
  country: 'PL' | 'DE' | 'IT' | 'ES' | 'CZ';
  language: 'pl' | 'de' | 'it' | 'es' | 'en';
  nip: string;
  latitude: number;
  longitude: number;
  contact: string;
}

const customer = (
  shortName: string,
  fullName: string,
  [streetAddress, zipCode, city, country]: [string, string, string, DemoCustomer['country']],
  language: DemoCustomer['language'],
  [latitude, longitude]: [number, number],
  contact: string,
): DemoCustomer => ({
  shortName,
  fullName,
  streetAddress,
  zipCode,
  city,
  country,
  language,
  nip: `${country}${String(Math.round(latitude * 1e5)).padStart(7, '0')}${String(Math.round(longitude * 10)).padStart(3, '0')}`,
  latitude,
  longitude,
  contact,
});

export const customers: DemoCustomer[] = [
  customer(
    'Piekarnia Kłos',
    'Piekarnia Kłos spółka jawna',
    ['ul. Zbożowa 4', '90-001', 'Łódź', 'PL'],
    'pl',
    [51.772, 19.461],
    'Kierownik zmiany',
  ),
  customer(
    'Hotel Wisła',
    'Hotel Wisła sp. z o.o.',
    ['ul. Nadrzeczna 17', '00-950', 'Warszawa', 'PL'],
    'pl',
    [52.237, 21.031],
    'Recepcja',
  ),
  customer(
    'Stocznia Remont',
    'Stocznia Remontowa Mewa SA',
    ['ul. Portowa 2', '80-001', 'Gdańsk', 'PL'],
    'pl',
    [54.37, 18.66],
    'Mistrz wydziału',
  ),
  customer(
    'Mleczarnia Łąka',
    'Spółdzielnia Mleczarska Łąka',
    ['ul. Mleczna 9', '15-001', 'Białystok', 'PL'],
    'pl',
    [53.132, 23.165],
    'Główny mechanik',
  ),
  customer(
    'Delikatesy Ania',
    'Delikatesy Ania',
    ['Rynek 11', '31-001', 'Kraków', 'PL'],
    'pl',
    [50.061, 19.938],
    'Kierowniczka sklepu',
  ),
  customer(
    'Tartak Dąb',
    'Tartak Dąb sp. z o.o.',
    ['ul. Leśna 30', '35-001', 'Rzeszów', 'PL'],
    'pl',
    [50.041, 21.999],
    'Właściciel',
  ),
  customer(
    'Kawiarnia Mokka',
    'Kawiarnia Mokka',
    ['ul. Świdnicka 8', '50-001', 'Wrocław', 'PL'],
    'pl',
    [51.108, 17.033],
    'Barista',
  ),
  customer(
    'Ciepłownia Zach.',
    'Ciepłownia Zachód SA',
    ['ul. Kotłowa 1', '60-001', 'Poznań', 'PL'],
    'pl',
    [52.409, 16.925],
    'Dyżurny inżynier',
  ),
  customer(
    'Blechwerk Spree',
    'Blechwerk Spree GmbH',
    ['Werkstraße 12', '10115', 'Berlin', 'DE'],
    'de',
    [52.532, 13.384],
    'Werkstattleitung',
  ),
  customer(
    'Backhaus Elbe',
    'Backhaus Elbe GmbH & Co. KG',
    ['Am Speicher 5', '01067', 'Dresden', 'DE'],
    'de',
    [51.054, 13.733],
    'Schichtleitung',
  ),
  customer(
    'Kaufhaus Linde',
    'Kaufhaus Linde Handelsgesellschaft mbH',
    ['Lindenallee 40', '04109', 'Leipzig', 'DE'],
    'de',
    [51.34, 12.372],
    'Haustechnik',
  ),
  customer(
    'Bar Aurora',
    'Bar Aurora S.r.l.',
    ['Via del Porto 3', '34121', 'Trieste', 'IT'],
    'it',
    [45.65, 13.77],
    'Responsabile di sala',
  ),
  customer(
    'Officina Adige',
    'Officina Meccanica Adige S.p.A.',
    ["Via dell'Industria 21", '37121', 'Verona', 'IT'],
    'it',
    [45.439, 10.993],
    'Capo officina',
  ),
  customer(
    'Hotel Mirador',
    'Hotel Mirador S.L.',
    ['Calle del Mar 7', '08003', 'Barcelona', 'ES'],
    'es',
    [41.382, 2.187],
    'Recepción',
  ),
  customer(
    'Morava Foods',
    'Morava Foods s.r.o.',
    ['Tovární 14', '602 00', 'Brno', 'CZ'],
    'en',
    [49.195, 16.608],
    'Maintenance lead',
  ),
];
