import { z } from 'zod';
import { endpoint } from './contract.ts';

/** The operator of this installation, as shown on the public pages. */
export const Operator = z.object({
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
  nip: z.string(),
  email: z.string(),
  phone: z.string(),
});
export type Operator = z.infer<typeof Operator>;

/** Settings the browser needs before sign-in. */
export const AppConfig = z.object({
  unlockRequired: z.boolean(),
  paymentsEnabled: z.boolean(),
  /** Where users go after signing out. */
  siteUrl: z.string(),
  /** URL of the map tiles with {z}, {x} and {y}; empty: maps without tiles. */
  tileUrl: z.string(),
  tileAttribution: z.string(),
  /** Address under which users reach the application. */
  publicUrl: z.string(),
  operator: Operator,
  /** The countries in which the data is, two letters each; empty if the operator has not said. */
  dataCountries: z.array(z.string()),
  /** Client id for Google's popup; empty: no Google sign-in. */
  googleClientId: z.string(),
  /** Address of the phone app in a store; empty: none. */
  storeUrl: z.string(),
  /** The operator's social media pages; empty: none. */
  socialUrls: z.object({
    facebook: z.string(),
    instagram: z.string(),
    linkedin: z.string(),
    youtube: z.string(),
  }),
});
export type AppConfig = z.infer<typeof AppConfig>;

/** An error that no screen handled, without anything the user has typed. */
export const CrashReport = z.strictObject({
  name: z.string().max(100),
  message: z.string().max(500),
  stack: z.string().max(4000),
  /** The screen's path, with `{id}` in place of ids. */
  screen: z
    .string()
    .regex(/^[\w/{}-]*$/)
    .max(200),
});
export type CrashReport = z.infer<typeof CrashReport>;

export const appContract = {
  config: endpoint({
    method: 'get',
    path: '/api/app/config',
    summary: 'Public settings of this installation',
    access: 'public',
    response: AppConfig,
  }),
  reportCrash: endpoint({
    method: 'post',
    path: '/api/app/crash',
    summary: 'Reports a crash of the web app to the operator',
    access: 'public',
    body: CrashReport,
    response: 'empty',
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
  timezones: endpoint({
    method: 'get',
    path: '/api/app/timezones',
    summary: 'Timezones by their IANA name, each with what people call it and its offset now',
    access: 'account.read',
    openToExpired: true,
    response: z.record(z.string(), z.string()),
  }),
};
