import { closureContract } from '@servicebook/shared/closure';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { giveNotice, readClosure, reopen, takeBackNotice } from './closure.service.ts';

export const closureRoutes = (deps: Deps) =>
  handlers(closureContract, {
    get: ({ ctx }) => readClosure(deps, ctx),
    giveNotice: ({ ctx, body }) => giveNotice(deps, ctx, body.endsOn),
    takeBack: ({ ctx }) => takeBackNotice(deps, ctx),
    reopen: ({ ctx }) => reopen(deps, ctx),
  });
