/** Revalidation of lists: while the account's revision is unchanged, the browser's copy is valid. */
import { createHash } from 'node:crypto';
import type { Endpoint } from '@servicebook/shared/contract';
import type { Request } from 'express';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Ctx } from '../platform/ctx.ts';

/**
 * Reads the current ETag of an endpoint's answer: the account's revision, which triggers renew with every change of a
 * row; the caller, language and timezone; and the form of the answer, which a new version may change.
 */
export function tagsOf({ response }: Endpoint): (deps: Deps, ctx: Ctx) => Promise<string> {
  const form = createHash('sha256')
    .update(JSON.stringify(z.toJSONSchema(response as z.ZodType)))
    .digest('base64url')
    .slice(0, 8);
  return async (deps, ctx) => {
    const { accountId, userId, language, timezone } = ctx;
    const [account] = await deps.db.read<{ revision: string }>(
      ctx,
      Prisma.sql`SELECT revision FROM account WHERE id = ${accountId}`,
      'revision',
    );
    return `W/"${[account?.revision, userId, language, timezone, form].join('-')}"`;
  };
}

/** Whether the caller sent this tag. Express's `fresh` needs a finished response. */
export const isKnown = (request: Request, tag: string): boolean =>
  (request.get('If-None-Match') ?? '').split(',').some((known) => known.trim() === tag);
