import { accountContract } from '@servicebook/shared/account';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { activate, isActive, registerAccount, resendActivation } from './account.service.ts';
import { deleteAccount } from './account-deletion.service.ts';

export const accountRoutes = (deps: Deps) =>
  handlers(accountContract, {
    register: ({ ctx, body }) => registerAccount(deps, ctx, body),
    sendActivationLink: ({ ctx, query }) => resendActivation(deps, ctx, query.email),
    checkActiveAccount: ({ ctx, query }) => isActive(deps, ctx, query.email),
    activate: async ({ query }) =>
      `${deps.config.publicUrl}/login?message=${await activate(deps, query.token)}`,
    delete: ({ ctx }) => deleteAccount(deps, ctx),
  });
