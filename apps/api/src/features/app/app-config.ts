import type { AppConfig, Operator } from '@servicebook/shared/app';
import type { Seller } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { isSelling } from '../order/selling.ts';

/** Public data of the seller. */
const operatorOf = ({ bankAccount: _, timezone: __, ...operator }: Seller): Operator => operator;

/** The installation's public settings. */
export const readAppConfig = ({ config, payments }: Pick<Deps, 'config' | 'payments'>): AppConfig => ({
  unlockRequired: config.unlockRequired,
  paymentsEnabled: isSelling({ config, payments }),
  siteUrl: config.siteUrl,
  tileUrl: config.tileUrl,
  tileAttribution: config.tileAttribution,
  publicUrl: config.publicUrl,
  operator: operatorOf(config.seller),
  dataCountries: config.dataCountries,
  googleClientId: config.google?.clientId ?? '',
  storeUrl: config.storeUrl,
  socialUrls: config.socialUrls,
});
