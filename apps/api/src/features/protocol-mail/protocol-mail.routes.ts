import { protocolMailContract } from '@servicebook/shared/protocol-mail';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  findProtocolMails,
  markHandedOver,
  previewMail,
  readMailSettings,
  saveMailSettings,
  sendProtocol,
} from './protocol-mail.service.ts';
import { checkSeveralMails, sendSeveralMails } from './several-mails.ts';

export const protocolMailRoutes = (deps: Deps) =>
  handlers(protocolMailContract, {
    findByService: ({ ctx, params }) => findProtocolMails(deps, ctx, params.id),
    preview: ({ ctx, body }) => previewMail(deps, ctx, body),
    send: ({ ctx, body }) => sendProtocol(deps, ctx, body),
    handedOver: ({ ctx, params, body }) => markHandedOver(deps, ctx, params.id, body.version),
    checkSeveral: ({ ctx, body }) => checkSeveralMails(deps, ctx, body.ids),
    sendSeveral: ({ ctx, body }) => sendSeveralMails(deps, ctx, body.ids),
    settings: ({ ctx }) => readMailSettings(deps, ctx),
    saveSettings: ({ ctx, body }) => saveMailSettings(deps, ctx, body),
  });
