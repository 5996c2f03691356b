import { z } from 'zod';
import { endpoint } from './contract.ts';

/** What the browser must know before anybody signs in. */
export const AppConfig = z.object({
  unlockRequired: z.boolean(),
  paymentsEnabled: z.boolean(),
  /** Where a signed-out user is sent. */
  siteUrl: z.string(),
  /** Map tiles with {z}, {x} and {y}; empty: maps without tiles. */
  tileUrl: z.string(),
  tileAttribution: z.string(),
});
export type AppConfig = z.infer<typeof AppConfig>;

export const appContract = {
  config: endpoint({
    method: 'get',
    path: '/api/app/config',
    summary: 'Public settings of this installation',
    access: 'public',
    response: AppConfig,
  }),
};
