/** Signing in and registering with a Google account. The user is linked by Google's subject id, which never changes. */
import { email as Email, type Language } from '@servicebook/shared/primitives';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { User } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/ctx.ts';
import { networkSource } from '../../platform/network-source.ts';
import { refusing } from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { recordAs } from '../audit/audit.service.ts';
import { openAccount, registrationsPerNetwork } from './account-opening.ts';
import { findInvited, findUserOf, type Keeping, openSession } from './user.service.ts';

/** Separate from passwords: wrong passwords must not block Google sign-in for colleagues in the same network. */
const failuresPerSource: Limit = { points: 60, seconds: 900 };

interface FirstSettings {
  timezone: string;
  country?: string | undefined;
  language?: Language | undefined;
}

type AskGoogle = () => Promise<unknown>;

const name = z
  .string()
  .catch('')
  .transform((text) => text.trim().slice(0, 100));

/** The user confirmed by Google. An address that Google has not verified could be anyone's, and counts as none. */
const Person = z
  .object({
    sub: z.string().min(1).max(255),
    email: Email,
    email_verified: z.literal(true),
    given_name: name,
    family_name: name,
  })
  .transform((claims) => ({
    subject: claims.sub,
    email: claims.email,
    firstName: claims.given_name,
    lastName: claims.family_name,
  }));
type Person = z.output<typeof Person>;

/**
 * Signs in the user of a Google account. The first time the user is found by the e-mail, and linked.
 * @throws AppError GOOGLE_SIGN_IN_FAILED when nobody is found, GOOGLE_AFTER_INVITATION for somebody invited, ACCOUNT_INACTIVE, GOOGLE_UNAVAILABLE, TOO_MANY_ATTEMPTS
 */
export async function signInWithGoogle(deps: Deps, caller: Caller, askGoogle: AskGoogle, keeping: Keeping) {
  await deps.throttle.take('google-sign-in', networkSource(caller.ip), failuresPerSource);
  const { data: person } = Person.safeParse(await askGoogle());
  const identity = person && (await findIdentity(deps, person));
  const user = identity && (await findUserOf(deps, identity));
  if (!user) {
    const invited = person ? await findInvited(deps, person.email) : [];
    throw new AppError(invited.length > 0 ? 'GOOGLE_AFTER_INVITATION' : 'GOOGLE_SIGN_IN_FAILED');
  }
  await deps.throttle.giveBack('google-sign-in', networkSource(caller.ip), failuresPerSource);
  if (!user.active) throw new AppError('ACCOUNT_INACTIVE', { email: user.email });
  if (!identity.googleSubject) await link(deps, user, person);
  return openSession(deps, caller, user, keeping, 'Google');
}

/**
 * The identity linked to the Google account, or the one of its address that is not linked yet. One that is linked to
 * another Google account, which held the address before, is somebody else's. So is one that nobody has claimed: a
 * stranger may have registered or invited the address.
 */
async function findIdentity(deps: Deps, { subject, email }: Person) {
  return deps.db.global.loginIdentity.findFirst({
    // In one look: between two, another window may have linked it.
    where: { OR: [{ googleSubject: subject }, { email, googleSubject: null, claimedAt: { not: null } }] },
    orderBy: { googleSubject: { sort: 'asc', nulls: 'last' } },
  });
}

async function link(deps: Deps, { accountId, id: userId, email }: User, { subject }: Person): Promise<void> {
  await deps.db.global.$transaction(async (tx) => {
    const { count } = await tx.loginIdentity.updateMany({
      where: { accountId, email, googleSubject: null },
      data: { googleSubject: subject },
    });
    // The same person was linked in another window in the meantime.
    if (count === 0) return;
    await recordAs(
      tx,
      { accountId, userId, who: email },
      { kind: 'CHANGED', entity: 'user', entityId: userId, what: email, changes: { google: [null, email] } },
    );
  });
}

/**
 * Opens an account for a Google account, active at once, since the e-mail is proven. The company's name and
 * address are entered later.
 * @throws AppError USER_EXISTS, GOOGLE_REGISTRATION_FAILED, GOOGLE_UNAVAILABLE, TOO_MANY_ATTEMPTS
 */
export async function registerWithGoogle(
  deps: Deps,
  caller: Caller,
  { former, ...company }: FirstSettings & Pick<Keeping, 'former'>,
  askGoogle: AskGoogle,
) {
  await deps.throttle.take('register-ip', networkSource(caller.ip), registrationsPerNetwork);
  const { data: person } = Person.safeParse(await askGoogle());
  if (!person) throw new AppError('GOOGLE_REGISTRATION_FAILED');
  const { subject: googleSubject, email, firstName, lastName } = person;
  const user = await refusing(refusals, () =>
    deps.db.global.$transaction((tx) =>
      openAccount(tx, caller, {
        company,
        identity: { email, googleSubject, claimedAt: deps.clock() },
        admin: { firstName, lastName, active: true, activatedAt: deps.clock() },
      }),
    ),
  );
  return openSession(deps, caller, user, { sharedComputer: false, former }, 'Google');
}

const exists = () => new AppError('USER_EXISTS');
const refusals = { login_identity_claimed_key: exists, login_identity_google_subject_key: exists };
