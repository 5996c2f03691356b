/** Every call that needs no sign-in, including future ones: what it tells of a company, its customers and its people. */
import { createHash } from 'node:crypto';
import { contracts } from '@servicebook/shared';
import { type Contract, fillPath } from '@servicebook/shared/contract';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useTestApp } from './app.ts';
import { buildAdmin, buildCustomer, buildDevice, buildUser } from './builders.ts';
import { protocolOf, signProtocol } from './protocols.ts';

const app = useTestApp();

/** Words that stand for what is known of somebody. */
const secrets = {
  company: ['Undisclosed-Company', 'Undisclosed-Company-Street'],
  machine: ['Undisclosed-Machine', 'Undisclosed-Serial'],
  customer: [
    'Short-Customer',
    'Full-Customer',
    'Customer-Street',
    'Customer-City',
    'customer@private.example',
    '+48777',
  ],
  people: [
    'Admin-First',
    'Admin-Last',
    'Technician-First',
    'Technician-Last',
    '@people.example',
    'Signer-Name',
    'Signer-Role',
  ],
  content: ['Fault-Text', 'Remark-Text', 'Withdraw-Reason', 'Action-Name', 'Machine-Street'],
} as const;
type Topic = keyof typeof secrets;

interface Known {
  email: string;
  calendarToken: string;
  signToken: string;
  /** The path below /my of the page of the customer. */
  pageCode: string;
  customerEmail: string;
  current: { id: number; code: string; sha256: string };
  withdrawn: { code: string };
}

interface Call {
  requests: (known: Known) => Partial<Record<'params' | 'query' | 'body' | 'headers', object>>[];
  /** What the answer may tell to whoever has the link or the password. */
  tells: readonly Topic[];
}

const nobody = 'nobody@elsewhere.example';
const basic = (email: string, password: string) => ({
  headers: { Authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
});
const distanceSignature = {
  token: '1.nonsense',
  signerName: 'Nobody',
  strokes: [
    {
      points: [
        { x: 1, y: 1 },
        { x: 90, y: 1 },
      ],
    },
  ],
  path: 'M1 1 L90 1',
};
const byEmail: Call = {
  requests: ({ email }) => [{ query: { email } }, { query: { email: nobody } }],
  tells: [],
};
const byToken: Call = { requests: () => [{ query: { token: '1.nonsense' } }], tells: [] };
const plain: Call = { requests: () => [{}], tells: [] };

const calls: Record<string, Call> = {
  'account.register': {
    requests: ({ email }) => [
      {
        body: {
          companyName: 'Other',
          superUser: { email, firstName: 'O', lastName: 'O', password: 'short' },
        },
      },
    ],
    tells: [],
  },
  'account.sendActivationLink': byEmail,
  'account.checkActiveAccount': byEmail,
  'account.activate': byToken,
  'app.config': plain,
  'app.reportCrash': plain,
  // Whoever has the address of a calendar reads the plans of its user.
  'calendar.read': {
    requests: ({ calendarToken }) => [
      { query: { token: calendarToken } },
      { query: { token: `${calendarToken}x` } },
    ],
    tells: ['company', 'machine', 'customer', 'people', 'content'],
  },
  // Without a session: the sign-in form of the company. Who is a customer, it does not tell.
  'customerPage.link': byToken,
  'customerPage.signIn': { requests: () => [{ body: { token: '1.nonsense' } }], tells: [] },
  'customerPage.machines': {
    requests: ({ pageCode }) => [{ params: { code: pageCode } }],
    tells: ['company'],
  },
  'customerPage.askForLink': {
    requests: ({ pageCode, customerEmail }) =>
      [customerEmail, nobody].map((email) => ({ params: { code: pageCode }, body: { email } })),
    tells: ['company'],
  },
  'customerPage.protocols': {
    requests: ({ pageCode }) => [{ params: { code: pageCode } }],
    tells: ['company'],
  },
  'customerPage.protocol': {
    requests: ({ pageCode, current }) => [{ params: { code: pageCode, id: current.id } }],
    tells: [],
  },
  'customerPage.signOut': {
    requests: ({ pageCode }) => [{ params: { code: pageCode } }],
    tells: ['company'],
  },
  'payment.notify': plain,
  'plan.findAllActive': plain,
  // Whoever has the link reads the protocol, and signs it.
  'signRequest.page': {
    requests: ({ signToken }) => [{ params: { token: signToken } }],
    tells: ['company', 'machine', 'customer', 'people', 'content'],
  },
  'signRequest.shown': { requests: ({ signToken }) => [{ body: { token: signToken } }], tells: [] },
  'signRequest.sign': {
    requests: ({ signToken }) => [{ body: { token: signToken } }, { body: distanceSignature }],
    tells: [],
  },
  'signRequest.document': {
    requests: ({ signToken }) => [{ query: { token: signToken } }, { query: { token: `${signToken}x` } }],
    tells: ['company', 'machine', 'customer', 'people', 'content'],
  },
  'user.auth': { requests: ({ email }) => [basic(email, 'wrong'), basic(nobody, 'wrong')], tells: [] },
  'user.googleLogin': plain,
  'user.googleRegister': plain,
  'user.resetPassword': {
    requests: ({ email }) => [{ body: { recipients: email } }, { body: { recipients: nobody } }],
    tells: [],
  },
  'user.unlockSignIn': { requests: () => [{ body: { token: '1.nonsense' } }], tells: [] },
  'user.logout': plain,
  'verify.document': {
    requests: ({ current, withdrawn }) =>
      [current, withdrawn].map(({ code }) => ({ params: { code }, query: { lang: 'en' } })),
    tells: ['company', 'machine'],
  },
  'verify.start': { requests: ({ current }) => [{}, { query: { code: current.code } }], tells: [] },
  'verify.file': {
    requests: ({ current: { code, sha256 } }) => [
      { body: { sha256 } },
      { body: { sha256: '0'.repeat(64), code } },
    ],
    tells: [],
  },
  'verify.certificate': { requests: () => [{ params: { sha256: '0'.repeat(64) } }], tells: [] },
};

let known: Known;
beforeAll(async () => {
  const owner = await buildAdmin(app, {
    firstName: 'Admin-First',
    lastName: 'Admin-Last',
    email: 'admin@people.example',
  });
  const { accountId } = owner;
  const db = app.deps.db.of({ accountId });
  await db.account.update({
    where: { id: accountId },
    data: { companyName: 'Undisclosed-Company', street: 'Undisclosed-Company-Street' },
  });
  const admin = await app.as(owner);
  const technician = await app.as(
    await buildUser(app, { accountId, firstName: 'Technician-First', lastName: 'Technician-Last' }),
  );
  const { id: customerId } = await buildCustomer(app, {
    accountId,
    shortName: 'Short-Customer',
    fullName: 'Full-Customer',
    streetAddress: 'Customer-Street',
    city: 'Customer-City',
    email: 'customer@private.example',
    phoneNumber: '+48777',
  });
  const device = await buildDevice(app, {
    accountId,
    customerId,
    name: 'Undisclosed-Machine',
    serialNumber: 'Undisclosed-Serial',
    streetAddress: 'Machine-Street',
  });
  const add = () =>
    technician.service.add({
      body: protocolOf(device, {
        faultDescription: 'Fault-Text',
        remarks: 'Remark-Text',
        actions: [{ device: { id: device.id }, name: 'Action-Name', quantity: 1, fields: [] }],
      }),
    });
  const sign = async () => {
    const { id } = await add();
    await signProtocol(technician, id, { signerName: 'Signer-Name', signerRole: 'Signer-Role' });
    const [version] = await technician.service.versions({ params: { id } });
    return { id, code: version?.verifyUrl?.split('/').at(-1) ?? '' };
  };
  const current = await sign();
  const withdrawn = await sign();
  const { revision } = await admin.service.findById({ params: { id: withdrawn.id } });
  await admin.service.withdraw({ params: withdrawn, body: { reason: 'Withdraw-Reason', revision } });
  const sha256 = createHash('sha256').update('sealed').digest('hex');
  const { id: documentId } = await db.sealedDocument.findFirstOrThrow({
    where: { token: current.code.split('-')[1] ?? '' },
  });
  await app.deps.db.global.documentHash.create({ data: { sha256, accountId, documentId } });
  const { address } = await admin.calendar.renew();
  const calendarToken = new URL(address).searchParams.get('token') ?? '';
  const { id } = await add();
  const { revision: unsigned } = await technician.service.findById({ params: { id } });
  const made = await technician.signRequest.send({
    params: { id },
    body: { email: null, language: 'en', revision: unsigned },
  });
  const signToken = made.address?.split('/').at(-1) ?? '';
  const { page } = await admin.customerPage.switch({ body: { customer: { id: customerId }, on: true } });
  const pageCode = page?.address.split('/').at(-1) ?? '';
  const customerEmail = 'customer@private.example';
  known = {
    email: owner.email,
    calendarToken,
    signToken,
    pageCode,
    customerEmail,
    current: { ...current, sha256 },
    withdrawn,
  };
});
beforeEach(() => app.forgetAttempts());

const publicCalls = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract as Contract).flatMap(([name, endpoint]) =>
    endpoint.access === 'public' ? [{ title: `${feature}.${name}`, endpoint }] : [],
  ),
);

it.each(publicCalls)('$title tells nothing but what it is for', async ({ title, endpoint }) => {
  const call = calls[title];
  if (!call) throw new Error(`${title} needs a sample request here, and what its answer may tell`);
  for (const { params, query, body, headers } of call.requests(known)) {
    const {
      status,
      data,
      headers: sent,
    } = await app.anonymous.http.request({
      method: endpoint.method,
      url: fillPath(endpoint.path, params as Record<string, unknown>),
      params: query,
      data: body,
      headers: { ...headers },
      maxRedirects: 0,
      responseType: 'text',
      validateStatus: () => true,
    });
    expect(status, title).toBeLessThan(500);
    // What the caller has typed may be repeated.
    const typed = Object.values({ ...body }).filter((value) => typeof value === 'string');
    const answer = typed
      .reduce((text, value) => text.replaceAll(value, ''), `${data} ${JSON.stringify(sent)}`)
      .toLowerCase();
    const told = (Object.keys(secrets) as Topic[]).filter(
      (topic) =>
        !call.tells.includes(topic) && secrets[topic].some((word) => answer.includes(word.toLowerCase())),
    );
    expect(told, answer.slice(0, 500)).toEqual([]);
  }
});

it('tells with the words that are looked for', async () => {
  const read = async (title: string) => {
    const { endpoint } = publicCalls.find((one) => one.title === title) ?? {};
    const [request = {}] = calls[title]?.requests(known) ?? [];
    const { data } = await app.anonymous.http.request({
      url: fillPath(endpoint?.path ?? '', request.params as Record<string, unknown>),
      params: request.query,
    });
    return String(data);
  };
  for (const word of [...secrets.company.slice(0, 1), ...secrets.machine])
    expect(await read('verify.document')).toContain(word);
});
