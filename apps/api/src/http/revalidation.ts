/** Lists the caller has already: while the account's revision stands, so does the copy in the browser. */
import { createHash } from 'node:crypto';
import type { Endpoint } from '@servicebook/shared/contract';
import type { Request } from 'express';
import { z } from 'zod';
import type { Ctx, Deps } from '../context.ts';
import { Prisma } from '../generated/prisma/client.ts';

/**
 * Reads the ETag an answer of this endpoint would bear now: the account's revision, which triggers renew with every
 * change of a row; who asks, in which language and timezone; and the answer's form, which a new version may change.
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

/** Whether the caller names this very tag. Express's `fresh` asks a response that does not stand yet. */
export const isKnown = (request: Request, tag: string): boolean =>
  (request.get('If-None-Match') ?? '').split(',').some((known) => known.trim() === tag);
