import { may } from '@servicebook/shared/access';
import type { VisitNote } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { type Ctx, doneAt } from '../../platform/ctx.ts';
import { cutText } from '../../platform/cut-text.ts';
import { type AccountTransaction, inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { excerpt, moveToBin } from '../deletion/move-to-bin.ts';
import { tellOfNote } from '../visit-news/visit-news.ts';
import { readVisit } from '../visit-news/visit-rows.ts';
import { visitTitle, withCustomerName } from './visit-title.ts';

const withAuthor = { userCreated: { select: { id: true, firstName: true, lastName: true } } } as const;

const toNote = ({
  id,
  text,
  userCreated,
  createdAt,
}: Omit<VisitNote, 'createdAt'> & { createdAt: Date }) => ({
  id,
  text,
  userCreated,
  createdAt: createdAt.toISOString(),
});

/** Newest first. @throws when the visit is not the account's */
export async function listVisitNotes(deps: Deps, ctx: Ctx, visitId: number): Promise<VisitNote[]> {
  const { notes } = await deps.db.of(ctx).visit.findUniqueOrThrow({
    where: rowKey(ctx, visitId),
    select: { notes: { include: withAuthor, orderBy: { id: 'desc' } } },
  });
  return notes.map(toNote);
}

/** The notes of those of these visits that have some. */
export async function readNotesOfVisits(
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  visitIds: readonly number[],
): Promise<Map<number, VisitNote[]>> {
  const rows = await deps.db.of(ctx).visitNote.findMany({
    where: { visitId: { in: [...visitIds] } },
    include: withAuthor,
    orderBy: { id: 'desc' },
  });
  const byVisit = Map.groupBy(rows, ({ visitId }) => visitId);
  return new Map([...byVisit].map(([visitId, notes]) => [visitId, notes.map(toNote)]));
}

/** Writes a note of the user on a visit. */
export const keepNote = (deps: Deps, tx: AccountTransaction, ctx: Ctx, visitId: number, text: string) => {
  const { accountId, userId: userCreatedId } = ctx;
  return tx.visitNote.create({
    data: { accountId, visitId, text, userCreatedId, createdAt: doneAt(deps, ctx) },
    include: withAuthor,
  });
};

export async function addVisitNote(
  deps: Deps,
  ctx: Ctx,
  { visit, text }: { visit: { id: number }; text: string },
): Promise<VisitNote> {
  return refusing({ visit_note_account_id_visit_id_fkey: () => refuseFields({ visit: 'INVALID' }) }, () =>
    inTransaction(deps, ctx, async (tx) => {
      const note = await keepNote(deps, tx, ctx, visit.id, text);
      await tellOfNote(deps, tx, ctx, await readVisit(tx, ctx, visit.id), text);
      return toNote(note);
    }),
  );
}

/** @throws AppError NO_PERMISSION */
export async function deleteVisitNote(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'visitNote',
      id,
      remove: () => tx.visitNote.delete({ where: rowKey(ctx, id), include: { visit: withCustomerName } }),
      called: ({ text, visit }) => ({ title: excerpt(text), parent: visitTitle(visit) }),
    });
    if (!may(ctx.roles, 'visit.delete', row.userCreatedId === ctx.userId))
      throw new AppError('NO_PERMISSION');
    await record(tx, ctx, { kind: 'DELETED', entity: 'note', entityId: id, what: cutText(row.text, 80) });
  });
}
