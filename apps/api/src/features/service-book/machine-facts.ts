/** What the documents about a machine say of the company, the machine and its customer. */
import type { Account, Category, Customer, Device } from '../../generated/prisma/client.ts';

/** The company, as its letterhead names it. */
export const companyFacts = (account: Account) => ({
  name: account.companyName,
  street: account.street,
  postalCode: account.postalCode,
  city: account.city,
  country: account.country,
  nip: account.nip,
  phone: account.phone,
});

/** The machine, its place and its warranty. */
export const machineFacts = (device: Omit<Device, 'search'> & { category: Pick<Category, 'name'> }) => ({
  name: device.name,
  ownNumber: device.ownNumber,
  manufacturer: device.manufacturer,
  model: device.model,
  serialNumber: device.serialNumber,
  yearBuilt: device.yearBuilt,
  category: device.category.name,
  transferDate: device.transferDate?.toISOString().slice(0, 10) ?? null,
  warranty: device.warranty,
  warrantyLength: device.warrantyLength,
  streetAddress: device.streetAddress,
  zipCode: device.zipCode,
  city: device.city,
  country: device.country,
  gpsLatitude: device.gpsLatitude,
  gpsLongitude: device.gpsLongitude,
  isPeriodicInspectionEnabled: device.isPeriodicInspectionEnabled,
});

/** The customer with the address, without people. */
export const customerFacts = (customer: Omit<Customer, 'search'>) => ({
  name: customer.fullName || customer.shortName,
  streetAddress: customer.streetAddress,
  zipCode: customer.zipCode,
  city: customer.city,
  country: customer.country,
});
