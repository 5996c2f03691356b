import { dossierContract } from '@servicebook/shared/dossier';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { previewDossier } from './dossier.ts';

export const dossierRoutes = (deps: Deps) =>
  handlers(dossierContract, {
    preview: ({ ctx, params }) => previewDossier(deps, ctx, params.id),
  });
