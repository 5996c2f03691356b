import { billingContract } from '@servicebook/shared/billing';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { findBilling, findBillings, markInvoiced, markNotInvoiced, saveBilling } from './billing.service.ts';
import { exportBilling } from './billing-table.ts';
import { deletePrices, listPrices, savePrices } from './price-list.service.ts';

export const billingRoutes = (deps: Deps) =>
  handlers(billingContract, {
    prices: ({ ctx }) => listPrices(deps, ctx),
    savePrices: ({ ctx, body }) => savePrices(deps, ctx, body),
    deletePrices: ({ ctx, params }) => deletePrices(deps, ctx, params.id),
    find: ({ ctx, params }) => findBilling(deps, ctx, params.serviceId),
    findSeveral: ({ ctx, body }) =>
      findBillings(
        deps,
        ctx,
        body.services.map(({ id }) => id),
      ),
    save: ({ ctx, body }) => saveBilling(deps, ctx, body),
    markInvoiced: ({ ctx, body }) => markInvoiced(deps, ctx, body),
    markNotInvoiced: ({ ctx, body }) => markNotInvoiced(deps, ctx, body),
    export: ({ ctx, body }) => exportBilling(deps, ctx, body),
  });
