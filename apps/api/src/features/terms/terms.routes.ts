import { termsContract } from '@servicebook/shared/terms';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { putTermsNoteAway } from './terms.service.ts';

export const termsRoutes = (deps: Deps) =>
  handlers(termsContract, { seen: ({ ctx }) => putTermsNoteAway(deps, ctx) });
