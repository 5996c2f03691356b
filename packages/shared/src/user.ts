import { z } from 'zod';
import { roles } from './access.ts';
import { endpoint } from './contract.ts';
import { email, language } from './primitives.ts';

/** The signed-in user, as every screen knows it. */
export const SessionUser = z.object({
  id: z.number(),
  position: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  vacationDays: z.number(),
  expired: z.boolean(),
  timezone: z.string(),
  roles: z.array(z.object({ role: z.enum(roles) })),
  language: language,
  account: z.object({ id: z.number(), companyName: z.string() }),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** A password as chosen by its owner. The maximum bounds the work of hashing. */
export const password = z.string('REQUIRED').min(8, 'MIN_8_CHARACTERS').max(200, 'MAX_200_CHARACTERS');

export const userContract = {
  checkAuth: endpoint({
    method: 'get',
    path: '/api/user/check-auth',
    summary: 'Who is signed in',
    access: 'account.read',
    openToExpired: true,
    response: SessionUser,
  }),
  auth: endpoint({
    method: 'get',
    path: '/api/user/auth',
    summary: 'Signs in with HTTP Basic; without credentials answers from the session',
    access: 'public',
    basicAuth: true,
    response: SessionUser,
    errors: ['WRONG_CREDENTIALS', 'ACCOUNT_INACTIVE'],
  }),
  resetPassword: endpoint({
    method: 'post',
    path: '/api/user/resetPassword',
    summary: 'Mails a new password to each address',
    access: 'public',
    body: z.strictObject({ recipients: z.array(email).min(1, 'REQUIRED').max(5, 'TOO_MANY') }),
    response: 'empty',
    errors: ['UNKNOWN_EMAIL'],
  }),
  setLanguage: endpoint({
    method: 'patch',
    path: '/api/user/language',
    summary: 'The language of the screens and of mails to this user',
    access: 'profile.edit',
    openToExpired: true,
    query: z.strictObject({ language }),
    response: 'empty',
  }),
  logout: endpoint({
    method: 'get',
    path: '/logout',
    summary: 'Ends the session',
    access: 'public',
    response: 'empty',
  }),
};
