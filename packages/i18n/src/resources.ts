/** The type of all texts, taken from English, so that a wrong key is a type error. One line a namespace. */
import type account from './en/account.json';
import type category from './en/category.json';
import type common from './en/common.json';
import type components from './en/components.json';
import type customer from './en/customer.json';
import type device from './en/device.json';
import type employee from './en/employee.json';
import type errors from './en/errors.json';
import type file from './en/file.json';
import type history from './en/history.json';
import type hotel from './en/hotel.json';
import type incident from './en/incident.json';
import type inspection from './en/inspection.json';
import type mail from './en/mail.json';
import type myAccount from './en/my-account.json';
import type note from './en/note.json';
import type part from './en/part.json';
import type place from './en/place.json';
import type service from './en/service.json';
import type serviceBookPdf from './en/service-book-pdf.json';
import type servicePdf from './en/service-pdf.json';

export interface Resources {
  account: typeof account;
  category: typeof category;
  common: typeof common;
  components: typeof components;
  customer: typeof customer;
  device: typeof device;
  employee: typeof employee;
  errors: typeof errors;
  file: typeof file;
  history: typeof history;
  hotel: typeof hotel;
  incident: typeof incident;
  inspection: typeof inspection;
  mail: typeof mail;
  'my-account': typeof myAccount;
  note: typeof note;
  part: typeof part;
  place: typeof place;
  service: typeof service;
  'service-book-pdf': typeof serviceBookPdf;
  'service-pdf': typeof servicePdf;
}
export type Namespace = keyof Resources;
