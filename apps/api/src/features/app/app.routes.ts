import { appContract } from '@servicebook/shared/app';
import type { Deps } from '../../context.ts';
import { handlers } from '../../http/handlers.ts';

export const appRoutes = ({ config }: Deps) =>
  handlers(appContract, {
    config: async () => ({
      unlockRequired: config.unlockRequired,
      paymentsEnabled: config.paymentsEnabled,
      siteUrl: config.siteUrl,
      tileUrl: config.tileUrl,
      tileAttribution: config.tileAttribution,
    }),
  });
