import { appContract, type Operator } from '@servicebook/shared/app';
import type { Seller } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { isSelling } from '../order/selling.ts';
import { logCrash } from './crash.service.ts';
import { listTimezones } from './timezones.ts';

/** Public data of the seller. */
const operatorOf = ({ bankAccount: _, timezone: __, ...operator }: Seller): Operator => operator;

export const appRoutes = (deps: Deps) => {
  const { config, clock, payments } = deps;
  return handlers(appContract, {
    config: async () => ({
      unlockRequired: config.unlockRequired,
      paymentsEnabled: isSelling({ config, payments }),
      siteUrl: config.siteUrl,
      tileUrl: config.tileUrl,
      tileAttribution: config.tileAttribution,
      publicUrl: config.publicUrl,
      operator: operatorOf(config.seller),
      dataCountries: config.dataCountries,
      googleClientId: config.google?.clientId ?? '',
      storeUrl: config.storeUrl,
      socialUrls: config.socialUrls,
    }),
    reportCrash: async ({ ctx, session, body }) => logCrash(deps, ctx, await session.current(), body),
    timezones: async ({ ctx }) => listTimezones(ctx.language, clock()),
  });
};
