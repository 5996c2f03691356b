import { dateIn } from '@servicebook/shared/calendar';
import { customerPageContract } from '@servicebook/shared/customer-page';
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/ctx.ts';
import type { Cookies } from '../../platform/page.ts';
import {
  askForLink,
  consumeLink,
  countCall,
  findPage,
  findVisitor,
  readLink,
  sessionSeconds,
  signOut,
} from './customer-access.ts';
import { listMachines, listProtocols, readCustomerProtocol } from './customer-lists.ts';
import {
  askPage,
  homePath,
  linkPage,
  machinesPage,
  overPage,
  protocolsPage,
  sentPage,
} from './customer-page.pages.ts';
import {
  endCustomerSession,
  inviteCustomer,
  readCustomerPage,
  switchCustomerPage,
} from './customer-page.service.ts';

/** Each page has a cookie of its own: one person may be a customer of several companies. */
const cookieOf = (code: string): string => `my-${code}`;

interface Visit {
  ctx: Caller;
  params: { code: string };
  query?: { lang?: Language | undefined };
  cookies: Cookies;
}

export function customerPageRoutes(deps: Deps) {
  const visit = async ({ ctx, params: { code }, query, cookies }: Visit) => {
    await countCall(deps, ctx);
    const page = await findPage(deps, code);
    const visitor = await findVisitor(deps, page, cookies.get(cookieOf(code)));
    const today = dateIn(deps.clock().toISOString(), page.timezone);
    return { page, lang: query?.lang, today, visitor };
  };
  return handlers(customerPageContract, {
    findByCustomer: ({ ctx, params }) => readCustomerPage(deps, ctx, params.customerId),
    switch: ({ ctx, body }) => switchCustomerPage(deps, ctx, body),
    invite: ({ ctx, body }) => inviteCustomer(deps, ctx, body),
    endSession: ({ ctx, params }) => endCustomerSession(deps, ctx, params.id),

    link: async ({ ctx, query: { lang, token } }) => {
      await countCall(deps, ctx);
      const { page, isOpen } = await readLink(deps, token);
      return isOpen ? linkPage({ page, lang }, token) : overPage({ page, lang });
    },
    signIn: async ({ ctx, query: { lang }, body: { token }, cookies }) => {
      await countCall(deps, ctx);
      const { page, session } = await consumeLink(deps, token);
      if (session === null) return overPage({ page, lang });
      cookies.set(cookieOf(page.code), session, sessionSeconds);
      return { location: homePath({ page, lang }) };
    },
    machines: async (request) => {
      const { visitor, ...drawn } = await visit(request);
      if (!visitor) return askPage(drawn);
      const { q } = request.query;
      const machines = await listMachines(deps, drawn.page, request.query);
      return machinesPage({ ...drawn, ...visitor, q }, machines);
    },
    askForLink: async (request) => {
      const drawn = await visit(request);
      const lang = drawn.lang ?? drawn.page.language;
      const typed = request.body.email;
      const email = await askForLink(deps, request.ctx, drawn.page, { email: typed, language: lang });
      return email === null ? askPage(drawn, typed) : sentPage(drawn, email);
    },
    protocols: async (request) => {
      const { visitor, ...drawn } = await visit(request);
      if (!visitor) return { location: homePath(drawn) };
      const { q } = request.query;
      const protocols = await listProtocols(deps, drawn.page, request.query);
      return protocolsPage({ ...drawn, ...visitor, q }, protocols);
    },
    protocol: async (request) => {
      const { page, visitor } = await visit(request);
      if (!visitor) throw new AppError('NOT_FOUND');
      return readCustomerProtocol(deps, request.ctx, page, request.params.id);
    },
    signOut: async (request) => {
      const { visitor, ...drawn } = await visit(request);
      if (visitor) await signOut(deps, drawn.page, visitor);
      request.cookies.set(cookieOf(drawn.page.code), null, 0);
      return { location: homePath(drawn) };
    },
  });
}
