import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Przelewy24 } from '../../platform/przelewy24.ts';

/** Whether this installation sells: switched on, and with a provider to pay at. */
export const isSelling = ({ config, payments }: Pick<Deps, 'config' | 'payments'>): boolean =>
  config.paymentsEnabled && payments !== null;

/** The provider for new payments. Payments in progress are settled even if selling has been switched off. */
export function requireSelling(deps: Deps): Przelewy24 {
  if (!deps.payments || !isSelling(deps)) throw new AppError('PAYMENTS_DISABLED');
  return deps.payments;
}
