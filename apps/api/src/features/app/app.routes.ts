import { appContract } from '@servicebook/shared/app';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readAppConfig } from './app-config.ts';
import { logCrash } from './crash.service.ts';
import { listTimezones } from './timezones.ts';

export const appRoutes = (deps: Deps) => {
  const { clock } = deps;
  return handlers(appContract, {
    config: async () => readAppConfig(deps),
    reportCrash: async ({ ctx, session, body }) => logCrash(deps, ctx, await session.current(), body),
    timezones: async ({ ctx }) => listTimezones(ctx.language, clock()),
  });
};
