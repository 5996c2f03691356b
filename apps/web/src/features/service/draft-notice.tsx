import { Button } from '@mantine/core';
import { documentNumber } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/use-session.ts';
import { type DraftHead, dropDraft } from './service-draft.ts';
import classes from './service-tab.module.css';
import { momentIn } from './service-texts.ts';

interface DraftNoticeProps {
  draft: DraftHead;
  onResume: () => void;
}

/** An unfinished protocol is still here, after a closed tab or an empty battery. */
export function DraftNotice({ draft, onResume }: DraftNoticeProps) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const when = momentIn(new Date(draft.keptAt), user?.timezone || 'UTC');
  return (
    <div className={classes.draft} role="status">
      <p className={classes.draftText}>
        {draft.base
          ? t('draft.noticeOf', { number: documentNumber(draft.base), when })
          : t('draft.notice', { when })}
      </p>
      <div className={classes.draftWays}>
        <Button variant="subtle" color="gray" size="xs" onClick={() => dropDraft(draft.key)}>
          {t('draft.discard')}
        </Button>
        <Button size="xs" onClick={onResume}>
          {t('draft.resume')}
        </Button>
      </div>
    </div>
  );
}
