import { id, optionalDate } from '@servicebook/shared/primitives';
import { z } from 'zod';
import { everybody } from '../../lib/paths.ts';

/**
 * The list's filters, stored in the page's address.
 * @param standard the default assignee; null: everybody
 */
export const todoFilter = (standard: number | null) =>
  z.object({
    completed: z.boolean().default(false),
    assigneeId: z.union([id, z.literal(everybody)]).default(standard ?? everybody),
    /** Only to-dos due on or before this day. */
    dueUntil: optionalDate,
  });

/** The open dialog in the address (`todo=new`, `todo=12`). Links in mails and calendars open it. */
export const TodoTarget = z.object({ todo: z.union([z.literal('new'), id]).nullish() });
