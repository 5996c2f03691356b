/** After a deletion: the offer to take it back, and what to refetch when a record is back. */
import { type BinKind, binContract, type Restored } from '@servicebook/shared/bin';
import type { QueryClient } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';
import { errorText } from './error-text.ts';
import { type Entity, refresh } from './freshness.ts';
import { i18n } from './i18n.ts';
import { showToast } from './toast.ts';

const binApi = apiOf(binContract);

/** What the screens call these records. A file belongs to a machine, a protocol or a visit. */
const entities: Record<BinKind, readonly Entity[]> = {
  absence: ['absence'],
  branch: ['branch'],
  category: ['category'],
  contact: ['customer'],
  customer: ['customer'],
  device: ['device'],
  file: ['file', 'service', 'visit'],
  hotel: ['hotel'],
  incident: ['incident'],
  note: ['note'],
  part: ['part'],
  pastService: ['past-service'],
  priceList: ['billing'],
  service: ['service'],
  todo: ['todo'],
  visit: ['visit'],
  visitNote: ['visit'],
};

/** Says that a record is back, and refetches everything that shows it. */
export function showRestored(client: QueryClient, { kind, title, isRenumbered }: Restored): void {
  const t = i18n.getFixedT(null, 'components');
  const message = isRenumbered ? t('deletion.renumbered', { number: title }) : t('deletion.restored');
  showToast({ tone: 'success', message });
  for (const entity of entities[kind]) void refresh(client, entity);
}

/** Says that a record was deleted, and offers to take it back. */
export async function offerUndo(
  client: QueryClient,
  { kind, id, name }: { kind: BinKind; id: number; name?: string | undefined },
): Promise<void> {
  await i18n.loadNamespaces('components');
  const t = i18n.getFixedT(null, 'components');
  const undo = async () => {
    try {
      showRestored(client, await binApi.undo({ body: { kind, id } }));
    } catch (error) {
      showToast({ tone: 'error', message: errorText(error) });
    }
  };
  showToast({
    tone: 'success',
    // Each deletion has its own, also of two records with the same name.
    id: `deleted ${kind} ${id}`,
    message: name ? t('deletion.deleted', { name }) : i18n.t('deleted'),
    action: { label: t('deletion.undo'), run: () => void undo(), undoes: true },
  });
}
