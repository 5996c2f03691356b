import { verifyContract } from '@servicebook/shared/verify';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { checkFile, readCertificate } from './verify.service.ts';
import { showDocument, showStart } from './verify-pages.ts';

export const verifyRoutes = (deps: Deps) =>
  handlers(verifyContract, {
    document: ({ ctx, params, query }) => showDocument(deps, ctx, params.code, query.lang ?? ctx.language),
    start: async ({ ctx, query }) => showStart(query.lang ?? ctx.language, query.code),
    file: ({ ctx, body }) => checkFile(deps, ctx, body),
    certificate: ({ ctx, params }) => readCertificate(deps, ctx, params.sha256),
  });
