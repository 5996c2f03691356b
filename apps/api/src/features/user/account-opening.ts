/** An account begins with its first user, however that one registers. */
import type { Language } from '@servicebook/shared/primitives';
import { currentTerms } from '@servicebook/shared/terms';
import type { Prisma, User } from '../../generated/prisma/client.ts';
import type { Caller } from '../../platform/ctx.ts';
import type { Limit } from '../../platform/throttle.ts';
import { recordAs } from '../audit/audit.service.ts';

export const registrationsPerNetwork: Limit = { points: 20, seconds: 3600 };

interface Opening {
  /** The language of documents is that of the screen, unless another one was chosen. */
  company: Omit<Prisma.AccountCreateInput, 'language'> & { language?: Language | undefined };
  identity: { email: string; googleSubject?: string; claimedAt?: Date };
  admin: Pick<Prisma.UserUncheckedCreateInput, 'firstName' | 'lastName'> &
    Partial<Pick<User, 'passwordHash' | 'active' | 'activatedAt'>>;
}

/** An account on the free plan with its first admin; the database refuses to claim an address twice. */
export async function openAccount(
  tx: Prisma.TransactionClient,
  { language }: Caller,
  { company, identity, admin }: Opening,
): Promise<Pick<User, 'accountId' | 'id' | 'email'>> {
  const plan = await tx.accountPlan.findUniqueOrThrow({
    where: { code_language: { code: 'FREE', language } },
  });
  const { id: accountId, companyName } = await tx.account.create({
    data: { ...company, language: company.language ?? language, termsVersion: new Date(currentTerms) },
  });
  const { email } = identity;
  await tx.loginIdentity.create({ data: { ...identity, accountId } });
  const user = await tx.user.create({
    data: {
      ...admin,
      ...{ accountId, email, language, isAdmin: true, accountPlanId: plan.id },
      // Nobody should miss an inspection because they have not found a setting.
      weeklyDigest: true,
    },
  });
  await recordAs(
    tx,
    { accountId, userId: user.id, who: email },
    { kind: 'ACCOUNT_REGISTERED', entity: 'account', entityId: accountId, what: companyName || email },
  );
  return user;
}
