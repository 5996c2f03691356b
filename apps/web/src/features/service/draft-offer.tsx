import { Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/states.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { useSession } from '../../lib/use-session.ts';
import { DiscardDraft } from './discard-draft.tsx';
import type { ServiceDraft } from './service-draft.ts';

interface DraftOfferProps {
  draft: ServiceDraft;
  onResume: () => void;
  onDiscarded: () => void;
}

/** Says that there is unsaved input from an earlier visit, and offers to continue it or to start over. */
export function DraftOffer({ draft, onResume, onDiscarded }: DraftOfferProps) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const when = momentIn(new Date(draft.keptAt), user?.timezone || 'UTC');
  return (
    <EmptyState
      icon={<IconHistory size={32} stroke={1.5} />}
      title={t('draft.title')}
      hint={t('draft.hint', { when })}
      action={
        <Group justify="center" gap="sm">
          <Button onClick={onResume} autoFocus>
            {t('draft.resume')}
          </Button>
          <DiscardDraft variant="default" draft={draft} onDiscarded={onDiscarded} />
        </Group>
      }
    />
  );
}
