/** The page on which a customer's people see its machines and signed protocols, and how the company opens it to them. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { email, idParams, idText, instant, pageLanguage, reference } from './primitives.ts';

/** A browser that is signed in to the page. */
const CustomerPageSession = z.object({
  id: z.number(),
  email: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
});

/** The page as the company sees it. */
export const CustomerPageState = z.object({
  /** Null: the page is switched off. */
  page: z
    .object({
      address: z.string(),
      since: instant,
      /** The last one; null: nobody has been invited. */
      invitation: z.object({ email: z.string(), at: instant }).nullable(),
    })
    .nullable(),
  /** Who can sign in to it: the addresses of the customer, the main contact first. */
  people: z.array(z.object({ name: z.string(), email: z.string() })),
  /** The last used one first. */
  sessions: z.array(CustomerPageSession),
});
export type CustomerPageState = z.infer<typeof CustomerPageState>;

export const CustomerPageSwitch = z.strictObject({ customer: reference, on: z.boolean('REQUIRED') });
export type CustomerPageSwitch = z.output<typeof CustomerPageSwitch>;

export const CustomerPageInvitation = z.strictObject({ customer: reference, email });
export type CustomerPageInvitation = z.output<typeof CustomerPageInvitation>;

/** The path of a page, below /my. The code starts with the account; it leads to the sign-in and gives no access. */
const code = z.string();
const codeParams = z.strictObject({ code });

/** The language of a page; without one it is the customer's. */
const lang = pageLanguage;
const pageQuery = z.object({ lang });

/** What a visitor typed may be anything; the page says what is wrong with it. */
const typed = z.string().max(1000).default('');

const listQuery = z.object({ lang, q: typed, page: idText.default(1) });
export type CustomerListQuery = z.output<typeof listQuery>;

/** A mailed link's token; one that was cut off is answered as one that is over. */
const token = z.string().max(200).default('');

/** Of all calls of the page. What is unknown, switched off or another customer's is not found. */
const refusals = ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'] as const;

export const customerPageContract = {
  findByCustomer: endpoint({
    method: 'get',
    path: '/api/customerPage/findByCustomer/{customerId}',
    summary: 'Whether a customer has a page, who can sign in to it, and who is signed in',
    access: 'customerPage.manage',
    params: z.strictObject({ customerId: idText }),
    response: CustomerPageState,
  }),
  switch: endpoint({
    method: 'post',
    path: '/api/customerPage/switch',
    summary: 'Switches the page of a customer on or off; switching it on again makes another address',
    access: 'customerPage.manage',
    body: CustomerPageSwitch,
    response: CustomerPageState,
    idempotent: true,
  }),
  invite: endpoint({
    method: 'post',
    path: '/api/customerPage/invite',
    summary: 'Mails the address of the page to one of the customer’s addresses',
    access: 'customerPage.manage',
    body: CustomerPageInvitation,
    response: 'empty',
    idempotent: true,
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
  endSession: endpoint({
    method: 'delete',
    path: '/api/customerPage/session/{id}',
    summary: 'Signs a browser out of a customer’s page',
    access: 'customerPage.manage',
    params: idParams,
    response: 'empty',
  }),
  link: endpoint({
    method: 'get',
    path: '/my/sign-in',
    summary: 'What a mailed link opens: a button that signs in',
    access: 'public',
    query: z.object({ lang, token }),
    response: 'page',
    errors: refusals,
  }),
  signIn: endpoint({
    method: 'post',
    path: '/my/sign-in',
    summary: 'Uses up a mailed link and signs in to a customer’s page',
    access: 'public',
    query: pageQuery,
    body: z.strictObject({ token }),
    response: 'page',
    errors: refusals,
  }),
  machines: endpoint({
    method: 'get',
    path: '/my/{code}',
    summary: 'The page of a customer: its machines; before the sign-in, the question for an e-mail address',
    access: 'public',
    params: codeParams,
    query: listQuery,
    response: 'page',
    errors: refusals,
  }),
  askForLink: endpoint({
    method: 'post',
    path: '/my/{code}',
    summary:
      'Mails a link to sign in, if the address is one of the customer; the answer is the same if it is not',
    access: 'public',
    params: codeParams,
    query: pageQuery,
    body: z.strictObject({ email: typed }),
    response: 'page',
    errors: refusals,
  }),
  protocols: endpoint({
    method: 'get',
    path: '/my/{code}/protocols',
    summary: 'The page of a customer: its signed protocols',
    access: 'public',
    params: codeParams,
    query: listQuery,
    response: 'page',
    errors: refusals,
  }),
  protocol: endpoint({
    method: 'get',
    path: '/my/{code}/protocols/{id}',
    summary: 'The document of a signed protocol, for the customer',
    access: 'public',
    params: z.strictObject({ code, id: idText }),
    response: 'file',
    media: ['application/pdf'],
    plainLink: true,
    errors: [...refusals, 'DOCUMENT_TOO_LARGE', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
  }),
  signOut: endpoint({
    method: 'post',
    path: '/my/{code}/sign-out',
    summary: 'Signs out of a customer’s page',
    access: 'public',
    params: codeParams,
    query: pageQuery,
    response: 'page',
    errors: refusals,
  }),
};
