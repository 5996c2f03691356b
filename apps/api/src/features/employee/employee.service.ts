/** Employees of an account, as its admins manage them. */
import type { Employee, EmployeeInsert, EmployeeUpdate } from '@servicebook/shared/employee';
import type { Ctx, Deps } from '../../context.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { isExpired } from '../../http/session.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import {
  type AccountTransaction,
  foundReference,
  oneAtATime,
  refusing,
  rowKey,
} from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { forgetUser } from '../order/order-state.ts';
import { readPlanTexts } from '../plan/plan.service.ts';
import { hashChosenPassword } from '../user/chosen-password.ts';
import { sendInvitation } from './employee.jobs.ts';

const withPlan = { accountPlan: true } as const;
type UserRow = Omit<
  Prisma.UserGetPayload<{ include: typeof withPlan }>,
  'passwordHash' | 'pendingPasswordHash'
>;

const exists = () => new AppError('USER_EXISTS', { fields: { email: 'EMAIL_TAKEN' } });
const emailTaken = { login_identity_pkey: exists, login_identity_claimed_key: exists };

export async function listEmployees(deps: Deps, ctx: Ctx): Promise<Employee[]> {
  const [rows, present] = await Promise.all([
    deps.db.of(ctx).user.findMany({ where: {}, include: withPlan, orderBy: { id: 'desc' } }),
    presenter(deps, ctx),
  ]);
  return rows.map(present);
}

export async function findEmployee(deps: Deps, ctx: Ctx, id: number): Promise<Employee> {
  const [row, present] = await Promise.all([
    deps.db.of(ctx).user.findUniqueOrThrow({ where: rowKey(ctx, id), include: withPlan }),
    presenter(deps, ctx),
  ]);
  return present(row);
}

/** Changes the account's users, one change at a time: so the limit and the last admin can be counted. */
const changeUsers = <Result>(
  deps: Deps,
  ctx: Ctx,
  work: (tx: AccountTransaction) => Promise<Result>,
): Promise<Result> =>
  oneAtATime(deps, ctx, async (tx) => {
    const open = await tx.account.count({ where: { id: ctx.accountId, deletedAt: null } });
    // The account was deleted while this request was on its way.
    if (open === 0) throw new AppError('NOT_SIGNED_IN');
    return work(tx);
  });

/**
 * Adds an employee and mails a generated password. On a paid plan the access starts expired, until an order extends it.
 * @throws AppError USER_EXISTS, FREE_PLAN_USER_LIMIT
 */
export async function insertEmployee(deps: Deps, ctx: Ctx, input: EmployeeInsert): Promise<Employee> {
  const { id: _, password: __, roles, ...own } = input;
  const { accountId } = ctx;
  const present = await presenter(deps, ctx);
  return refusing(emailTaken, () =>
    changeUsers(deps, ctx, async (tx) => {
      const { accountPlan: plan } = await tx.user.findUniqueOrThrow({
        where: rowKey(ctx, ctx.userId),
        select: { accountPlan: true },
      });
      const count = await tx.user.count({ where: {} });
      if (plan.maxUsers !== null && count >= plan.maxUsers) throw new AppError('FREE_PLAN_USER_LIMIT');
      await tx.loginIdentity.create({
        data: { email: own.email, accountId, invited: true, claimedAt: deps.clock() },
      });
      const row = await tx.user.create({
        data: {
          ...own,
          accountId,
          isAdmin: roles.includes('ROLE_ADMIN'),
          activatedAt: deps.clock(),
          accountPlanId: plan.id,
          language: ctx.language,
        },
        include: withPlan,
      });
      await record(tx, ctx, { kind: 'CREATED', entity: 'user', entityId: row.id, what: row.email });
      await deps.jobs.enqueue(tx, sendInvitation, { accountId, userId: row.id });
      return present(row);
    }),
  );
}

/**
 * Changes an employee. Deactivating ends the sessions at once; so does a new password.
 * @throws AppError LAST_ADMIN, VALIDATION_FAILED when the e-mail differs
 */
export async function updateEmployee(deps: Deps, ctx: Ctx, input: EmployeeUpdate): Promise<Employee> {
  const { id, email, password, roles, ...own } = input;
  const passwordHash = password ? await hashGivenPassword(deps, ctx, password, input) : undefined;
  const present = await presenter(deps, ctx);
  return changeUsers(deps, ctx, async (tx) => {
    const before = await tx.user.findUniqueOrThrow({ where: rowKey(ctx, id) });
    if (before.email !== email) throw refuseFields({ email: 'INVALID' });
    const data = { ...own, isAdmin: roles.includes('ROLE_ADMIN') };
    const row = await tx.user.update({
      where: rowKey(ctx, id),
      data: {
        ...data,
        ...(passwordHash && { passwordHash, pendingPasswordHash: null, pendingPasswordExpiresAt: null }),
      },
      include: withPlan,
    });
    await requireAdmin(tx);
    if (!row.active || passwordHash) await tx.session.deleteMany({ where: { userId: id } });
    const entry = { entity: 'user', entityId: id, what: row.email } as const;
    const { isAdmin, ...changes } = changesBetween(before, data);
    await record(tx, ctx, { ...entry, kind: 'CHANGED', changes });
    if (isAdmin) await record(tx, ctx, { ...entry, kind: 'ROLES_CHANGED', changes: { isAdmin } });
    if (passwordHash) await record(tx, ctx, { ...entry, kind: 'PASSWORD_CHANGED' });
    return present(row);
  });
}

async function hashGivenPassword(
  deps: Deps,
  { accountId }: Ctx,
  password: string,
  employee: EmployeeUpdate,
): Promise<string> {
  const { companyName } = await deps.db
    .of({ accountId })
    .account.findUniqueOrThrow({ where: { id: accountId }, select: { companyName: true } });
  return hashChosenPassword('password', password, { ...employee, companyName });
}

/** @throws AppError USER_IN_USE when something refers to the employee, LAST_ADMIN */
export async function deleteEmployee(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  try {
    await changeUsers(deps, ctx, async (tx) => {
      await forgetUser(tx, id);
      const row = await tx.user.delete({ where: rowKey(ctx, id) });
      await tx.loginIdentity.delete({
        where: { accountId_email: { accountId: ctx.accountId, email: row.email } },
      });
      await requireAdmin(tx);
      await record(tx, ctx, { kind: 'DELETED', entity: 'user', entityId: id, what: row.email });
    });
  } catch (error) {
    throw foundReference(error) ? new AppError('USER_IN_USE') : error;
  }
}

/** Asked after the change and before the commit, under the lock: somebody must be left who can manage the account. */
async function requireAdmin(tx: AccountTransaction): Promise<void> {
  const admins = await tx.user.count({ where: { isAdmin: true, active: true } });
  if (admins === 0) throw new AppError('LAST_ADMIN');
}

/** Plans are named in the reader's language, whichever they were bought in. */
async function presenter(deps: Deps, { language }: Ctx): Promise<(row: UserRow) => Employee> {
  const textsOf = await readPlanTexts(deps, language);
  return (row) => toEmployee(row, textsOf(row.accountPlan).name, deps.clock());
}

const toEmployee = (row: UserRow, planName: string, now: Date): Employee => ({
  id: row.id,
  position: row.position,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  country: row.country,
  active: row.active,
  expired: isExpired({ paid: row.accountPlan.type !== 'FREE', planExpired: row.planExpired }, now),
  planExpired: row.planExpired?.toISOString() ?? null,
  accountPlan: { type: row.accountPlan.type, name: planName },
  // Ids as on update, whose form shows them.
  roles: row.isAdmin
    ? [
        { id: 1, role: 'ROLE_ADMIN' },
        { id: 2, role: 'ROLE_USER' },
      ]
    : [{ id: 2, role: 'ROLE_USER' }],
  vacationDays: row.vacationDays,
  timezone: row.timezone ?? 'UTC',
});
