import { z } from 'zod';
import { endpoint } from './contract.ts';
import { countryCodes, email, language, requiredLine, requiredName, timezoneOrUtc } from './primitives.ts';
import { password } from './user.ts';

export const Registration = z.strictObject({
  companyName: requiredName(200),
  street: requiredLine(200),
  postalCode: requiredLine(20),
  city: requiredLine(100),
  country: z.enum(countryCodes, 'REQUIRED'),
  nip: requiredLine(20),
  phone: requiredLine(100),
  superUser: z
    .strictObject({
      firstName: requiredName(100),
      lastName: requiredName(100),
      email,
      password,
      password2: z.string('REQUIRED').min(1, 'REQUIRED').max(200, 'MAX_200_CHARACTERS'),
    })
    .refine((user) => user.password === user.password2, {
      message: 'PASSWORDS_ARE_NOT_THE_SAME',
      path: ['password2'],
    }),
  approvedConditions: z.literal(true, 'ACCEPT_CONDITIONS'),
  timezone: timezoneOrUtc,
  /** Of documents; by default that of the screen. */
  language: language.optional(),
});
export type Registration = z.output<typeof Registration>;

const emailQuery = z.strictObject({ email });

export const accountContract = {
  register: endpoint({
    method: 'post',
    path: '/api/account/register',
    summary: 'Opens an account with its first admin and mails the activation link',
    access: 'public',
    body: Registration,
    response: z.object({ email: z.string() }),
    keyedErrors: true,
  }),
  sendActivationLink: endpoint({
    method: 'get',
    path: '/api/account/sendActivationLink',
    summary: 'Mails the activation link again',
    access: 'public',
    query: emailQuery,
    response: z.object({ active: z.boolean() }),
    errors: ['UNKNOWN_EMAIL'],
  }),
  checkActiveAccount: endpoint({
    method: 'get',
    path: '/api/account/checkActiveAccount',
    summary: 'Whether the account behind an address is activated',
    access: 'public',
    query: emailQuery,
    response: z.object({ active: z.boolean() }),
    errors: ['UNKNOWN_EMAIL'],
  }),
  activate: endpoint({
    method: 'get',
    path: '/api/account/activate',
    summary: 'The link in the activation mail; leads to /login with the result',
    access: 'public',
    plainLink: true,
    query: z.strictObject({ token: z.string().max(200) }),
    response: 'redirect',
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/account',
    summary: 'Deletes the account with all its users, data and files; issued invoices are kept apart',
    access: 'account.manage',
    openToExpired: true,
    openToClosed: true,
    response: 'empty',
  }),
};
