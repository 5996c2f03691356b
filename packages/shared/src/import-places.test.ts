import { expect, it } from 'vitest';
import { asMachinePlaces } from './import-places.ts';
import { isPlainAddress } from './import-recognition.ts';

it('takes the address of a list of machines as the place of the machine, if it has no other', () => {
  expect(
    asMachinePlaces([
      'customer.fullName',
      'customer.address',
      'customer.streetAddress',
      'machine.name',
      null,
    ]),
  ).toEqual(['customer.fullName', 'machine.address', 'machine.streetAddress', 'machine.name', null]);
  // One part stood behind the machine already.
  expect(
    asMachinePlaces(['customer.fullName', 'customer.address', 'machine.name', 'machine.streetAddress']),
  ).toEqual(['customer.fullName', 'machine.address', 'machine.name', 'machine.streetAddress']);
  // A list of customers; machines with a place beside the customer's address.
  expect(asMachinePlaces(['customer.fullName', 'customer.city'])).toBeNull();
  expect(asMachinePlaces(['customer.city', 'machine.name', 'machine.city'])).toBeNull();
  expect(asMachinePlaces(['customer.streetAddress', 'machine.name', 'machine.address'])).toBeNull();
  expect(asMachinePlaces(['customer.address', 'machine.name', 'machine.city'])).toBeNull();
  expect(asMachinePlaces(['customer.fullName', 'machine.name'])).toBeNull();
});

it.each([
  ['Ulica', 'Kod pocztowy', 'Miejscowość', 'Adres', 'Kod / Miejscowość'],
  ['Street', 'Postcode', 'City', 'Address', 'Zip / City'],
  ['Straße', 'PLZ', 'Ort', 'Adresse', 'PLZ / Ort', 'Anschrift', 'Str.', 'Land'],
  ['Via', 'CAP', 'Città', 'Indirizzo', 'CAP / Città'],
  ['Calle', 'CP', 'Población', 'Dirección', 'CP / Población'],
  ['Улица', 'Индекс', 'Город', 'Адрес', 'Индекс / Город'],
])('knows addresses that do not say whose they are: %s', (...headers) => {
  expect(headers.filter((header) => !isPlainAddress(header))).toEqual([]);
});

it.each([
  ['Adres klienta', 'Adres siedziby', 'Miasto klienta', 'Adres maszyny'],
  ['Customer address', 'Billing address', 'Customer city', 'Site address', 'Company address'],
  [
    'Kundenadresse',
    'Straße des Kunden',
    'Ort Kunde',
    'Firmenanschrift',
    'Rechnungsadresse',
    'Standortadresse',
    'Kunde',
  ],
  ['Indirizzo cliente', 'Città cliente', 'Indirizzo della macchina'],
  ['Dirección del cliente', 'Ciudad cliente', 'Dirección de la máquina', 'Domicilio fiscal'],
  ['Адрес клиента', 'Юридический адрес', 'Город клиента', 'Адрес машины'],
])('knows headers that do: %s', (...headers) => {
  expect(headers.filter(isPlainAddress)).toEqual([]);
});
