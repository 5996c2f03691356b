import { paymentContract } from '@servicebook/shared/payment';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { checkPayment, receiveNotification, startPayment } from './payment.service.ts';

export const paymentRoutes = (deps: Deps) =>
  handlers(paymentContract, {
    getUrl: ({ ctx, body }) => startPayment(deps, ctx, body),
    check: ({ ctx, body }) => checkPayment(deps, ctx, body.id),
    notify: ({ body }) => receiveNotification(deps, body),
  });
