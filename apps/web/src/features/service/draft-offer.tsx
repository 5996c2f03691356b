import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/states.tsx';
import { useSession } from '../../lib/use-session.ts';
import classes from './service-dialog.module.css';
import type { ServiceDraft } from './service-draft.ts';
import { momentIn } from './service-texts.ts';

interface DraftOfferProps {
  draft: ServiceDraft;
  onResume: () => void;
  onDiscard: () => void;
}

/** Something was typed here before and never saved: go on with it, or start anew. */
export function DraftOffer({ draft, onResume, onDiscard }: DraftOfferProps) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const when = momentIn(new Date(draft.keptAt), user?.timezone || 'UTC');
  return (
    <EmptyState
      icon={<IconHistory size={32} stroke={1.5} />}
      title={t('draft.title')}
      hint={t('draft.hint', { when })}
      action={
        <div className={classes.ways}>
          <Button variant="default" onClick={onDiscard}>
            {t('draft.discard')}
          </Button>
          <Button onClick={onResume} autoFocus>
            {t('draft.resume')}
          </Button>
        </div>
      }
    />
  );
}
