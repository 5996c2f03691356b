/** The demo company and its users. */
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { hashPassword } from '../../platform/password.ts';
import { day } from './chance.ts';
import { drawLogo } from './drawings.ts';
import { storePicture } from './stored-picture.ts';

export const demoUsers = [
  { email: 'admin@demo.servicebook.app', password: 'demo-admin' },
  { email: 'technician@demo.servicebook.app', password: 'demo-technician' },
] as const;
const secondTechnician = { email: 'technician2@demo.servicebook.app', password: 'demo-technician' };

export const timezone = 'Europe/Warsaw';

export interface Team {
  admin: Ctx;
  technicians: Ctx[];
}

/** The company with its users, who cannot sign in yet. */
export async function insertTeam(deps: Deps): Promise<Team> {
  const db = deps.db.global;
  const plan = await db.accountPlan.findUniqueOrThrow({
    where: { code_language: { code: 'PREMIUM', language: 'en' } },
  });
  const data = {
    companyName: 'Technika Demo Service',
    street: 'ul. Przykładowa 1',
    postalCode: '90-002',
    city: 'Łódź',
    country: 'PL',
    nip: '222-222-22-22',
    phone: '+48 000 000 000',
    language: 'en',
    timezone,
    // A company that has worked with it for years.
    firstStepsHidden: true,
  };
  const emails = [...demoUsers, secondTechnician].map(({ email }) => email);
  // In one transaction, because an interrupted demo is known by its users.
  const accountId = await db.$transaction(async (tx) => {
    const { id } = await tx.account.create({ data });
    await tx.loginIdentity.createMany({ data: emails.map((email) => ({ email, accountId: id })) });
    return id;
  });
  const people = [
    { ...demoUsers[0], firstName: 'Ewa', lastName: 'Przykład', position: 'Service manager', isAdmin: true },
    {
      ...demoUsers[1],
      firstName: 'Jan',
      lastName: 'Wzorcowy',
      position: 'Service technician',
      isAdmin: false,
    },
    {
      ...secondTechnician,
      firstName: 'Max',
      lastName: 'Beispiel',
      position: 'Service technician',
      isAdmin: false,
    },
  ];
  const contexts: Ctx[] = [];
  for (const { password, ...person } of people) {
    const user = await db.user.create({
      data: {
        ...person,
        accountId,
        passwordHash: await hashPassword(password),
        accountPlanId: plan.id,
        planExpired: new Date(deps.clock().getTime() + 365 * day),
        country: 'PL',
        timezone,
        vacationDays: 26,
      },
    });
    contexts.push({
      accountId,
      userId: user.id,
      roles: person.isAdmin ? ['ROLE_ADMIN', 'ROLE_USER'] : ['ROLE_USER'],
      language: 'en',
      timezone,
      requestId: 'demo',
      ip: '',
      userAgent: '',
      sessionId: 0,
      expired: false,
      closedUntil: null,
      mustChoosePassword: false,
    });
  }
  const [admin, ...technicians] = contexts as [Ctx, ...Ctx[]];
  const logo = await storePicture(deps, admin, await drawLogo('TECHNIKA', 'demo service'), {
    kind: 'LOGO',
    filename: 'logo.png',
  });
  await db.account.update({ where: { id: accountId }, data: { logoFileId: logo } });
  return { admin, technicians };
}
