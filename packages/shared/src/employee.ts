/** The employees of an account, managed by its admins. */
import { z } from 'zod';
import { roles } from './access.ts';
import { endpoint } from './contract.ts';
import {
  email,
  id,
  idParams,
  idText,
  optionalCount,
  optionalCountry,
  optionalLine,
  requiredName,
} from './primitives.ts';
import { password, UserSession } from './user.ts';

export const Employee = z.object({
  id: z.number(),
  position: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  active: z.boolean(),
  /** Has not signed in yet, so the address is not verified. */
  invited: z.boolean(),
  expired: z.boolean(),
  planExpired: z.string().nullable(),
  accountPlan: z.object({ type: z.string(), name: z.string() }),
  roles: z.array(z.object({ id: z.number(), role: z.enum(roles) })),
  vacationDays: z.number(),
  /** UTC if the employee has not set one. */
  timezone: z.string(),
});
export type Employee = z.infer<typeof Employee>;

/**
 * Roles as sent: by id, by name or both; the name wins. As specified, the ids differ between insert (2 admin, 3 user)
 * and update (1 admin, 2 user).
 */
const rolesSent = (adminId: number, userId: number) =>
  z
    .array(
      z.object({ id: z.number().optional(), role: z.enum(roles).optional() }).transform((sent, context) => {
        const byId = sent.id === adminId ? 'ROLE_ADMIN' : sent.id === userId ? 'ROLE_USER' : undefined;
        const role = sent.role ?? byId;
        if (!role) context.addIssue({ code: 'custom', message: 'INVALID' });
        return role ?? 'ROLE_USER';
      }),
    )
    .min(1, 'REQUIRED')
    .max(2, 'TOO_MANY');

const fields = {
  email,
  firstName: requiredName(100),
  lastName: requiredName(100),
  position: optionalLine(100),
  country: optionalCountry,
  active: z.boolean().default(true),
  vacationDays: optionalCount.transform((days) => days ?? 0),
};

export const EmployeeInsert = z.strictObject({
  ...fields,
  id: z.null().optional(),
  /** Not used: the password is generated and mailed. */
  password: z.string().max(200, 'MAX_200_CHARACTERS').nullish(),
  roles: rolesSent(2, 3),
});
export type EmployeeInsert = z.output<typeof EmployeeInsert>;

export const EmployeeUpdate = z.strictObject({
  ...fields,
  id,
  /** A new password for the employee; missing or empty keeps the old one. */
  password: z
    .union([z.literal(''), password])
    .nullish()
    .transform((value) => value || null),
  roles: rolesSent(1, 2),
});
export type EmployeeUpdate = z.output<typeof EmployeeUpdate>;

export const employeeContract = {
  findAllFlatRoles: endpoint({
    method: 'get',
    path: '/api/user/findAllFlatRoles',
    summary: 'All employees of the account',
    access: 'account.read',
    openToExpired: true,
    response: z.array(Employee),
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/user/findById/{id}',
    summary: 'One employee',
    access: 'account.read',
    openToExpired: true,
    params: idParams,
    response: Employee,
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/user/insert',
    summary: 'Adds an employee and mails a generated password',
    access: 'user.manage',
    body: EmployeeInsert,
    response: Employee,
    idempotent: true,
    errors: ['USER_EXISTS', 'FREE_PLAN_USER_LIMIT', 'TOO_MANY_INVITATIONS'],
  }),
  invite: endpoint({
    method: 'post',
    path: '/api/user/invite/{id}',
    summary: 'Mails another password to an employee who has not signed in yet',
    access: 'user.manage',
    params: idParams,
    response: 'empty',
    errors: ['INVITATION_USED', 'ACCOUNT_INACTIVE', 'TOO_MANY_INVITATIONS'],
  }),
  update: endpoint({
    method: 'put',
    path: '/api/user/update',
    summary: 'Changes an employee; the e-mail stays',
    access: 'user.manage',
    body: EmployeeUpdate,
    response: Employee,
    errors: ['LAST_ADMIN', 'FREE_PLAN_USER_LIMIT'],
  }),
  sessions: endpoint({
    method: 'get',
    path: '/api/user/sessionsOf/{id}',
    summary: 'Where an employee is signed in',
    access: 'user.manage',
    params: idParams,
    response: z.array(UserSession),
  }),
  endSessions: endpoint({
    method: 'delete',
    path: '/api/user/sessionsOf/{id}',
    summary: 'Signs an employee out everywhere',
    access: 'user.manage',
    params: idParams,
    response: 'empty',
  }),
  endSession: endpoint({
    method: 'delete',
    path: '/api/user/sessionsOf/{id}/{sessionId}',
    summary: 'Signs an employee out in one browser',
    access: 'user.manage',
    params: z.strictObject({ id: idText, sessionId: idText }),
    response: 'empty',
  }),
  links: endpoint({
    method: 'get',
    path: '/api/user/links/{id}',
    summary: 'What is linked to an employee: whether it forbids the deletion, and the open visits',
    access: 'user.manage',
    params: idParams,
    response: z.object({ deletable: z.boolean(), openVisits: z.number() }),
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/user/delete/{id}',
    summary: 'Deletes an employee nothing refers to',
    access: 'user.manage',
    params: idParams,
    response: 'empty',
    errors: ['USER_IN_USE', 'LAST_ADMIN'],
  }),
};
