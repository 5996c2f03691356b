/** Employees of an account, as its admins manage them. */
import type { Employee, EmployeeInsert, EmployeeUpdate } from '@servicebook/shared/employee';
import { openVisitStates } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { isExpired } from '../../platform/paid-access.ts';
import {
  type AccountTransaction,
  foundReference,
  inTransaction,
  oneAtATime,
  refusing,
  rowKey,
} from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { lockNames } from '../name-lock/name-lock.ts';
import { forgetUser } from '../order/order-state.ts';
import { forgetOwnSignature } from '../own-signature/own-signature.service.ts';
import { readPlanTexts } from '../plan/plan.service.ts';
import { hashChosenPassword } from '../user/chosen-password.ts';
import { sendInvitation } from '../user/invitation.jobs.ts';
import { noMailedPassword } from '../user/mailed-password.ts';
import { tellOfLeaving } from '../visit-news/visit-news.ts';

const withPlan = { accountPlan: true, identity: { select: { claimedAt: true } } } as const;
type UserRow = Omit<
  Prisma.UserGetPayload<{ include: typeof withPlan }>,
  'passwordHash' | 'pendingPasswordHash'
>;

const exists = () => new AppError('USER_EXISTS', { fields: { email: 'EMAIL_TAKEN' } });
const emailTaken = { login_identity_pkey: exists };

/** Each invitation mails somebody who may never have heard of us. */
const invitationsPerAccount: Limit = { points: 50, seconds: 3600 };
/** Of all accounts together. Apart from mails that the owner of the address asks for: strangers must not use those up. */
const invitationsPerAddress: Limit = { points: 5, seconds: 3600 };
/** A second press of the button within it means the same mail. */
const sameInvitation: Limit = { points: 1, seconds: 60 };

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
 * Adds an employee and mails a generated password. The address is claimed when it is used, so it may have an account
 * elsewhere, which nobody here learns. On a paid plan the access starts expired, until an order extends it.
 * @throws AppError USER_EXISTS within the account, FREE_PLAN_USER_LIMIT, TOO_MANY_INVITATIONS
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
        data: { email: own.email, accountId, invited: true },
      });
      const row = await tx.user.create({
        data: {
          ...own,
          accountId,
          isAdmin: roles.includes('ROLE_ADMIN'),
          accountPlanId: plan.id,
          language: ctx.language,
        },
        include: withPlan,
      });
      await record(tx, ctx, { kind: 'CREATED', entity: 'user', entityId: row.id, what: row.email });
      // Last, so that refused and repeated calls send no mail and do not count.
      await throttleInvitations(deps, ctx, own.email);
      await deps.jobs.enqueue(tx, sendInvitation, { accountId, userId: row.id });
      return present(row);
    }),
  );
}

/**
 * Changes an employee. Deactivating ends the sessions at once; so does a new password.
 * @throws AppError LAST_ADMIN, FREE_PLAN_USER_LIMIT, VALIDATION_FAILED when the e-mail differs or a password is set for somebody invited
 */
export async function updateEmployee(deps: Deps, ctx: Ctx, input: EmployeeUpdate): Promise<Employee> {
  const { id, email, password, roles, ...own } = input;
  const passwordHash = password ? await hashGivenPassword(deps, ctx, password, input) : undefined;
  const present = await presenter(deps, ctx);
  return changeUsers(deps, ctx, async (tx) => {
    const before = await tx.user.findUniqueOrThrow({ where: rowKey(ctx, id), include: withPlan });
    if (before.email !== email) throw refuseFields({ email: 'INVALID' });
    const isInvited = before.identity.claimedAt === null;
    // It would claim the address without its owner.
    if (isInvited && passwordHash) throw refuseFields({ password: 'INVITATION_OPEN' });
    const data = { ...own, isAdmin: roles.includes('ROLE_ADMIN') };
    if (before.firstName !== own.firstName || before.lastName !== own.lastName) await lockNames(tx, ctx);
    if (data.active && !before.active) await requirePlace(tx, ctx);
    const row = await tx.user.update({
      where: rowKey(ctx, id),
      data: {
        ...data,
        ...(passwordHash && { passwordHash }),
        // A deactivated user keeps no mailed password; an invitation ends.
        ...((passwordHash || !data.active) && noMailedPassword),
      },
      include: withPlan,
    });
    await requireAdmin(tx);
    if (!row.active || passwordHash) await tx.session.deleteMany({ where: { userId: id } });
    // Who left does not sign, and nobody signs in somebody else's name. Who comes back with an archive has not left.
    if ((before.active && !row.active) || passwordHash) await forgetOwnSignature(tx, id);
    const entry = { entity: 'user', entityId: id, what: row.email } as const;
    if (before.active && !row.active) await tellOfLeaving(deps, tx, ctx, row);
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

/** What the screen says before an employee is deleted or deactivated. */
export async function readEmployeeLinks(
  deps: Deps,
  ctx: Ctx,
  id: number,
): Promise<{ deletable: boolean; openVisits: number }> {
  const openVisits = await deps.db.of(ctx).visit.count({
    where: {
      state: { in: [...openVisitStates] },
      technicians: { some: { accountId: ctx.accountId, userId: id } },
    },
  });
  return { deletable: await isDeletable(deps, ctx, id), openVisits };
}

/** Tries the deletion and takes it back, because only the database knows everything that can refer to a user. */
async function isDeletable(deps: Deps, ctx: Ctx, id: number): Promise<boolean> {
  const takenBack = new Error('taken back');
  try {
    await inTransaction(deps, ctx, async (tx) => {
      await forgetUser(tx, id);
      await tx.user.delete({ where: rowKey(ctx, id) });
      throw takenBack;
    });
  } catch (error) {
    if (error === takenBack) return true;
    if (!foundReference(error)) throw error;
  }
  return false;
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

/**
 * Mails another password to who has not signed in yet; the earlier one is void then. Pressed twice, it mails once.
 * @throws AppError INVITATION_USED, ACCOUNT_INACTIVE, TOO_MANY_INVITATIONS
 */
export async function inviteAgain(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  const user = await deps.db
    .of(ctx)
    .user.findUniqueOrThrow({ where: rowKey(ctx, id), include: { identity: true } });
  if (user.identity.claimedAt) throw new AppError('INVITATION_USED');
  if (!user.active) throw new AppError('ACCOUNT_INACTIVE');
  try {
    await deps.throttle.take('invitation-again', `${ctx.accountId}/${id}`, sameInvitation);
  } catch (error) {
    if (isThrottled(error)) return;
    throw error;
  }
  await throttleInvitations(deps, ctx, user.email);
  await inTransaction(deps, ctx, (tx) =>
    deps.jobs.enqueue(tx, sendInvitation, { accountId: ctx.accountId, userId: id }),
  );
}

/** @throws AppError TOO_MANY_INVITATIONS */
async function throttleInvitations(deps: Deps, { accountId }: Ctx, email: string): Promise<void> {
  try {
    await deps.throttle.take('invitation-account', String(accountId), invitationsPerAccount);
    await deps.throttle.take('invitation-address', email, invitationsPerAddress);
  } catch (error) {
    throw isThrottled(error) ? new AppError('TOO_MANY_INVITATIONS', error.details) : error;
  }
}

const isThrottled = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS';

/**
 * Former employees who came back with an archive are more than a free plan allows, until they are active.
 * @throws AppError FREE_PLAN_USER_LIMIT
 */
async function requirePlace(tx: AccountTransaction, ctx: Ctx): Promise<void> {
  const { accountPlan } = await tx.user.findUniqueOrThrow({
    where: rowKey(ctx, ctx.userId),
    select: { accountPlan: { select: { maxUsers: true } } },
  });
  const active = await tx.user.count({ where: { active: true } });
  if (accountPlan.maxUsers !== null && active >= accountPlan.maxUsers)
    throw new AppError('FREE_PLAN_USER_LIMIT');
}

/** Asked after the change and before the commit, under the lock: somebody must be left who can manage the account. */
async function requireAdmin(tx: AccountTransaction): Promise<void> {
  // Invited users who have not signed in cannot manage anything, and may never do so.
  const admins = await tx.user.count({
    where: { isAdmin: true, active: true, identity: { claimedAt: { not: null } } },
  });
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
  invited: row.identity.claimedAt === null,
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
