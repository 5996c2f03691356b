import { z } from 'zod';
import { roles } from './access.ts';
import { endpoint } from './contract.ts';
import type { FieldCode } from './error-codes.ts';
import {
  countryCodes,
  email,
  idParams,
  language,
  queryBoolean,
  timezone,
  timezoneOrUtc,
} from './primitives.ts';

/** The signed-in user, as known to every screen. */
export const SessionUser = z.object({
  id: z.number(),
  position: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  vacationDays: z.number(),
  expired: z.boolean(),
  /** Signed in with a mailed password: only choosing a new password is allowed. */
  mustChoosePassword: z.boolean(),
  timezone: z.string(),
  roles: z.array(z.object({ role: z.enum(roles) })),
  language: language,
  account: z.object({
    id: z.number(),
    companyName: z.string(),
    /** Nobody works in it any more: its admins can only fetch the data, reopen it or erase it. */
    closed: z.boolean(),
    /** For admins: the last day of work, after one of them gave notice. */
    endsOn: z.string().nullable(),
    /** For admins: the day from which changed terms apply, until the note about it is put away. */
    termsFrom: z.string().nullable(),
  }),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** Minimum length of a chosen password. Passwords chosen under an earlier rule keep working. */
export const minPasswordLength = 10;

/** A password chosen by the user. The maximum limits the cost of hashing. */
export const password = z
  .string('REQUIRED')
  .min(minPasswordLength, 'MIN_10_CHARACTERS')
  .max(200, 'MAX_200_CHARACTERS');

export const PasswordChange = z.strictObject({
  oldPassword: z.string('REQUIRED').min(1, 'REQUIRED').max(200, 'MAX_200_CHARACTERS'),
  newPassword: z
    .string('REQUIRED')
    .min(minPasswordLength, 'MIN_LENGTH_PASSWORD')
    .max(200, 'MAX_200_CHARACTERS'),
  /** Also ends the calendar address, because a person who knew the password may know it too. */
  endCalendarFeed: z.boolean().optional(),
});
export type PasswordChange = z.output<typeof PasswordChange>;

/** For `.refine(...sameTwice)`. For a password that is too short and mistyped, only the length is reported. */
const sameTwice = [
  ({ newPassword, newPassword2 }: { newPassword: string; newPassword2: string }) =>
    newPassword.length < minPasswordLength || newPassword === newPassword2,
  { message: 'PASSWORDS_ARE_NOT_THE_SAME', path: ['newPassword2'] },
] satisfies [unknown, { message: FieldCode; path: string[] }];

/** The form, with the new password typed twice. */
export const TypedPasswordChange = PasswordChange.extend({ newPassword2: z.string() }).refine(...sameTwice);

/** The password chosen after signing in with a mailed one. */
export const PasswordChoice = PasswordChange.pick({ newPassword: true });

/** The form, with the password typed twice. */
export const TypedPasswordChoice = PasswordChoice.extend({ newPassword2: z.string() }).refine(...sameTwice);

/** A browser the user is signed in with. */
export const UserSession = z.object({
  id: z.number(),
  device: z.enum(['desktop', 'phone', 'tablet', 'other']),
  /** Name and major version; empty if unknown. */
  browser: z.string(),
  system: z.string(),
  ip: z.string(),
  /** The browser's timezone at sign-in; empty if unknown. */
  timezone: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The session of this request. */
  current: z.boolean(),
});
export type UserSession = z.output<typeof UserSession>;

/** The lifetime of a session: on a shared computer it ends after 12 hours without use, otherwise after 30 days. */
const SignInQuery = z.strictObject({ sharedComputer: queryBoolean.default(false) });

export const userContract = {
  checkAuth: endpoint({
    method: 'get',
    path: '/api/user/check-auth',
    summary: 'Who is signed in',
    access: 'account.read',
    openToExpired: true,
    openToClosed: true,
    passwordChoice: 'open',
    response: SessionUser,
  }),
  auth: endpoint({
    method: 'get',
    path: '/api/user/auth',
    summary: 'Signs in with HTTP Basic; without credentials answers from the session',
    access: 'public',
    basicAuth: true,
    query: SignInQuery,
    response: SessionUser,
    errors: [
      'WRONG_CREDENTIALS',
      'ACCOUNT_INACTIVE',
      'ACCOUNT_CLOSED',
      'ADDRESS_OF_ANOTHER_COMPANY',
      'SIGN_IN_LOCKED',
    ],
  }),
  googleLogin: endpoint({
    method: 'get',
    path: '/api/user/oauth2-google-login',
    summary: 'Signs in with a Google account',
    access: 'public',
    googleCode: true,
    query: SignInQuery,
    response: SessionUser,
    errors: [
      'GOOGLE_SIGN_IN_FAILED',
      'GOOGLE_AFTER_INVITATION',
      'ACCOUNT_INACTIVE',
      'ACCOUNT_CLOSED',
      'GOOGLE_UNAVAILABLE',
      'NOT_FOUND',
    ],
  }),
  googleRegister: endpoint({
    method: 'get',
    path: '/api/user/oauth2-google-register',
    summary: 'Opens an account for a Google account, and signs in',
    access: 'public',
    googleCode: true,
    query: z.strictObject({
      timezone: timezoneOrUtc,
      country: z.enum(countryCodes).optional(),
      /** Of documents; by default that of the screen. */
      language: language.optional(),
    }),
    response: SessionUser,
    errors: ['GOOGLE_REGISTRATION_FAILED', 'USER_EXISTS', 'GOOGLE_UNAVAILABLE', 'NOT_FOUND'],
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
  unlockSignIn: endpoint({
    method: 'post',
    path: '/api/user/unlockSignIn',
    summary: "Uses up the mailed link of a locked address: the caller's network may try to sign in again",
    access: 'public',
    body: z.strictObject({ token: z.string().max(200) }),
    response: 'empty',
    errors: ['UNLOCK_LINK_INVALID'],
  }),
  setLanguage: endpoint({
    method: 'patch',
    path: '/api/user/language',
    summary: 'The language of the screens and of mails to this user',
    access: 'profile.edit',
    openToExpired: true,
    openToClosed: true,
    passwordChoice: 'open',
    query: z.strictObject({ language }),
    response: 'empty',
  }),
  setTimezone: endpoint({
    method: 'patch',
    path: '/api/user/timezone',
    summary: 'The timezone in which the user reads and enters times',
    access: 'profile.edit',
    openToExpired: true,
    query: z.strictObject({ timezone }),
    response: 'empty',
  }),
  setNewPassword: endpoint({
    method: 'patch',
    path: '/api/user/setNewPassword',
    summary: "Changes the user's password and ends the user's other sessions",
    access: 'profile.edit',
    openToExpired: true,
    body: PasswordChange,
    response: 'empty',
    errors: ['WRONG_PASSWORD'],
  }),
  choosePassword: endpoint({
    method: 'post',
    path: '/api/user/choosePassword',
    summary: 'Chooses a password after a sign-in with a mailed one',
    access: 'profile.edit',
    openToExpired: true,
    openToClosed: true,
    passwordChoice: 'only',
    body: PasswordChoice,
    response: 'empty',
    errors: ['PASSWORD_ALREADY_CHOSEN'],
  }),
  signInMethods: endpoint({
    method: 'get',
    path: '/api/user/signInMethods',
    summary: 'By which ways the user can sign in',
    access: 'profile.edit',
    openToExpired: true,
    response: z.object({ password: z.boolean(), google: z.boolean() }),
  }),
  sessions: endpoint({
    method: 'get',
    path: '/api/user/sessions',
    summary: 'Where the user is signed in',
    access: 'profile.edit',
    openToExpired: true,
    response: z.array(UserSession),
  }),
  endOtherSessions: endpoint({
    method: 'delete',
    path: '/api/user/sessions',
    summary: 'Signs the user out everywhere but here',
    access: 'profile.edit',
    openToExpired: true,
    response: 'empty',
  }),
  endSession: endpoint({
    method: 'delete',
    path: '/api/user/sessions/{id}',
    summary: 'Signs the user out in one browser',
    access: 'profile.edit',
    openToExpired: true,
    params: idParams,
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
