import { ownSignatureContract } from '@servicebook/shared/own-signature';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readOwnSignature, setOwnSignature } from './own-signature.service.ts';

export const ownSignatureRoutes = (deps: Deps) =>
  handlers(ownSignatureContract, {
    get: ({ ctx }) => readOwnSignature(deps.db.of(ctx), ctx),
    set: ({ ctx, body }) => setOwnSignature(deps, ctx, body),
  });
