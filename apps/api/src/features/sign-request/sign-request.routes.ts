import { signRequestContract } from '@servicebook/shared/sign-request';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { noteShown, readLinkedDocument, signByLink } from './sign-link.service.ts';
import { drawSignPage } from './sign-page.ts';
import {
  findSignRequests,
  listEvidence,
  remindOfSignature,
  requestSignature,
  revokeSignRequest,
} from './sign-request.service.ts';

export const signRequestRoutes = (deps: Deps) =>
  handlers(signRequestContract, {
    findByService: ({ ctx, params }) => findSignRequests(deps, ctx, params.id),
    send: ({ ctx, params, body }) => requestSignature(deps, ctx, params.id, body),
    remind: ({ ctx, params }) => remindOfSignature(deps, ctx, params.id),
    revoke: ({ ctx, params }) => revokeSignRequest(deps, ctx, params.id),
    evidence: ({ ctx, params }) => listEvidence(deps, ctx, params.id),
    page: ({ ctx, params, query }) => drawSignPage(deps, ctx, params.token, query.lang),
    shown: ({ ctx, body }) => noteShown(deps, ctx, body.token),
    sign: ({ ctx, body }) => signByLink(deps, ctx, body),
    document: ({ ctx, query }) => readLinkedDocument(deps, ctx, query.token),
  });
