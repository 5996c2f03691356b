/** Actions on several records: asking what one would do, doing it, and taking it back. */
import { joinPresent } from '@servicebook/i18n/names.ts';
import {
  type BulkKind,
  type BulkRequest,
  type BulkUndone,
  bulkContract,
  bulkUndoMinutes,
  type TakenNumber,
} from '@servicebook/shared/bulk';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';
import { keepChoice, readChoice } from './browser-storage.ts';
import { errorText } from './error-text.ts';
import { type Entity, refresh } from './freshness.ts';
import { i18n } from './i18n.ts';
import { mutationOf } from './mutation.ts';
import { showToast } from './toast.ts';

const api = apiOf(bulkContract);

/** What an action is about: the first word of its name. */
export type BulkSubject = BulkKind extends `${infer Subject}.${string}` ? Subject : never;
/** What is done, as texts say it. */
export type BulkVerb = 'change' | 'archive' | 'restore' | 'cancel' | 'delete';

/** What the screens call these records. */
const entities: Record<BulkSubject, Entity> = {
  machine: 'device',
  customer: 'customer',
  service: 'service',
  visit: 'visit',
  todo: 'todo',
};

const verbs: Partial<Record<string, BulkVerb>> = {
  archive: 'archive',
  restore: 'restore',
  cancel: 'cancel',
  delete: 'delete',
};

/** Any action that is not named so is a change. */
export function partsOf(action: BulkKind): { subject: BulkSubject; verb: BulkVerb } {
  const [subject, name = ''] = action.split('.');
  return { subject: subject as BulkSubject, verb: verbs[name] ?? 'change' };
}

/** What an action will do, or has done, to how many. A test holds that each action has these texts. */
export function textsOf(action: BulkKind) {
  const { subject, verb } = partsOf(action);
  // After a change, “4 machines changed” would not say what.
  const done = verb === 'change' ? `${action}.done` : `${subject}.done.${verb}`;
  return { will: `${subject}.will.${verb}`, done } as {
    will: 'machine.will.change';
    done: 'machine.status.done';
  };
}

/** After these, rows leave the list, so they are no longer chosen. Others may follow on the same rows. */
export const endsChoice = (action: BulkKind): boolean =>
  partsOf(action).verb !== 'change' || action === 'todo.complete' || action === 'todo.reopen';

/** What the action would do now. Never from the cache: others work, too. */
export const bulkCheckQuery = (body: BulkRequest) =>
  queryOptions({
    queryKey: ['bulk', 'check', body],
    queryFn: ({ signal }) => api.check({ body, signal }),
    staleTime: 0,
    gcTime: 0,
  });

const ranChoice = 'bulk.ran';
const minute = 60_000;

/** Whether this browser has run an action that may still be taken back. */
const hasRun = (): boolean => {
  const at = readChoice(ranChoice);
  return typeof at === 'number' && Date.now() - at < bulkUndoMinutes * minute;
};

/** One's last actions that can be taken back; asked for only where there may be one. */
export const recentBulksQuery = () =>
  queryOptions({
    queryKey: ['bulk', 'recent'],
    queryFn: ({ signal }) => api.recent({ signal }),
    enabled: hasRun(),
    staleTime: minute,
  });

const refreshed = (client: QueryClient, action: BulkKind) => {
  void client.invalidateQueries({ queryKey: ['bulk', 'recent'] });
  void refresh(client, entities[partsOf(action).subject]);
};

export const useRunBulk = mutationOf(api.run, {
  onSuccess: (client, { id }, { body }) => {
    if (id !== null) keepChoice(ranChoice, Date.now());
    refreshed(client, body.change.action);
  },
});

/** Says what was done, and offers to take it back. */
export async function offerBulkUndo(
  client: QueryClient,
  { id, action, message }: { id: number; action: BulkKind; message: string },
): Promise<void> {
  await i18n.loadNamespaces('components');
  showToast({
    tone: 'success',
    id: `bulk ${id}`,
    message,
    action: {
      label: i18n.getFixedT(null, 'components')('deletion.undo'),
      run: () => void undoBulk(client, { id, action }),
      undoes: true,
    },
  });
}

/** Takes an action back, and says what could not be. Asks before protocols get other numbers than they had. */
export async function undoBulk(
  client: QueryClient,
  { id, action, isAsked = false }: { id: number; action: BulkKind; isAsked?: boolean },
): Promise<void> {
  try {
    await i18n.loadNamespaces('bulk');
    if (action === 'service.delete' && !isAsked) {
      const { taken } = await api.undoCheck({ params: { id } });
      if (taken.length > 0)
        return askToRenumber(taken, () => void undoBulk(client, { id, action, isAsked: true }));
    }
    const undone = await api.undo({ params: { id } });
    const renumbered = renumberedText(undone);
    showToast(
      undone.kept.length === 0
        ? {
            tone: renumbered ? 'info' : 'success',
            message: joinPresent([i18n.getFixedT(null, 'bulk')('undone.all'), renumbered], ' '),
          }
        : { tone: 'error', message: joinPresent([keptText(undone), renumbered], ' ') },
    );
  } catch (error) {
    showToast({ tone: 'error', message: errorText(error) });
  }
  refreshed(client, action);
}

/** Says by what the numbers were taken, and what follows. */
function askToRenumber(taken: readonly TakenNumber[], run: () => void): void {
  const t = i18n.getFixedT(null, 'bulk');
  const lines = taken
    .slice(0, mostNamed)
    .map(({ name, by: { customer, who } }) => `${name}: ${joinPresent([customer, who])}`);
  const more = taken.length - lines.length;
  if (more > 0) lines.push(t('andMore', { count: more }));
  showToast({
    message: [t('renumber.taken', { count: taken.length }), ...lines, '', t('renumber.then')].join('\n'),
    question: { title: t('renumber.title'), confirmLabel: t('renumber.confirm'), run },
  });
}

function renumberedText({ renumbered }: BulkUndone): string {
  if (renumbered.length === 0) return '';
  const t = i18n.getFixedT(null, 'bulk');
  const named = renumbered.slice(0, mostNamed).map(({ name, next }) => `${name} → ${next}`);
  const more = renumbered.length - named.length;
  const list = named.join(', ') + (more > 0 ? ` ${t('andMore', { count: more })}` : '');
  return t('renumber.done', { list });
}

/** More of them would fill the screen. */
const mostNamed = 5;

function keptText({ reversed, kept }: BulkUndone): string {
  const t = i18n.getFixedT(null, 'bulk');
  const named = kept.slice(0, mostNamed).map(({ name, ...why }) => `${name} (${hindranceText(why)})`);
  const more = kept.length - named.length;
  const list = named.join(', ') + (more > 0 ? ` ${t('andMore', { count: more })}` : '');
  return t('undone.some', { reversed, count: kept.length, list });
}

function hindranceText({ reason, who, missing }: Omit<BulkUndone['kept'][number], 'id' | 'name'>): string {
  const t = i18n.getFixedT(null, 'bulk');
  if (reason === 'CHANGED' && who) return t('kept.CHANGED_BY', { who });
  if (reason === 'MISSING' && missing) return t('kept.MISSING_NAMED', { missing });
  return t(`kept.${reason}`);
}
