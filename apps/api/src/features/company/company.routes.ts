import { companyContract } from '@servicebook/shared/company';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readCompany, updateCompany } from './company.service.ts';

export const companyRoutes = (deps: Deps) =>
  handlers(companyContract, {
    getAccount: ({ ctx }) => readCompany(deps, ctx),
    updateGeneralData: ({ ctx, body }) => updateCompany(deps, ctx, body),
  });
