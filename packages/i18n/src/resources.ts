/** The type of all texts, taken from English, so that a wrong key is a type error. One line a namespace. */
import type account from './en/account.json' with { type: 'json' };
import type category from './en/category.json' with { type: 'json' };
import type common from './en/common.json' with { type: 'json' };
import type customer from './en/customer.json' with { type: 'json' };
import type device from './en/device.json' with { type: 'json' };
import type errors from './en/errors.json' with { type: 'json' };
import type mail from './en/mail.json' with { type: 'json' };
import type service from './en/service.json' with { type: 'json' };
import type servicePdf from './en/service-pdf.json' with { type: 'json' };

export interface Resources {
  account: typeof account;
  category: typeof category;
  common: typeof common;
  customer: typeof customer;
  device: typeof device;
  errors: typeof errors;
  mail: typeof mail;
  service: typeof service;
  'service-pdf': typeof servicePdf;
}
export type Namespace = keyof Resources;
