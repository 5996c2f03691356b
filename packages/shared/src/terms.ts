/** The terms (/conditions): their versions, and the note that tells administrators of a new one. */
import { z } from 'zod';
import { endpoint } from './contract.ts';

/**
 * The days on which the terms were published, the newest last. Who changes what they say adds one here, and says in
 * `versions` of terms.json what has changed: every company is told by mail, and the new terms apply to it
 * `termsNoticeDays` later.
 */
export const termsVersions = ['2026-11-24'] as const;
export type TermsVersion = (typeof termsVersions)[number];

/** What companies agree to that register now. */
export const currentTerms: TermsVersion = termsVersions[termsVersions.length - 1] ?? termsVersions[0];

/** How long before they apply a company is told of changed terms, as the terms say. */
export const termsNoticeDays = 30;

export const termsContract = {
  seen: endpoint({
    method: 'post',
    path: '/api/account/terms/seen',
    summary: 'Puts the note about changed terms away, for the caller',
    access: 'account.manage',
    openToExpired: true,
    response: z.object({ termsFrom: z.null() }),
  }),
};
