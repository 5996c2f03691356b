import { id, optionalDate } from '@servicebook/shared/primitives';
import { z } from 'zod';
import { everybody } from '../../lib/paths.ts';

/** In a saved view or a shared address: whoever opens it, on the day they do. */
export const me = 'me';
export const todayWord = 'today';

const Assignee = z.union([id, z.literal(everybody), z.literal(me)]);

/**
 * The list's filters, stored in the page's address.
 * @param standard the default assignee
 */
export const todoFilter = (standard: typeof everybody | typeof me) =>
  z.object({
    completed: z.boolean().default(false),
    assigneeId: Assignee.default(standard),
    /** Only to-dos due on or before this day. */
    dueUntil: z.union([z.literal(todayWord), optionalDate]),
  });

/** The assignee's id; null: everybody. */
export const idOfAssignee = (assignee: z.output<typeof Assignee>, own: number | null): number | null =>
  assignee === everybody ? null : assignee === me ? own : assignee;

/** The open dialog in the address (`todo=new`, `todo=12`). Links in mails and calendars open it. */
export const TodoTarget = z.object({ todo: z.union([z.literal('new'), id]).nullish() });
