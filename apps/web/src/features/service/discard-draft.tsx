import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type DraftHead, dropDraft } from './service-draft.ts';
import { isWrittenElsewhere } from './use-draft-lock.ts';

interface DiscardDraftProps extends ButtonProps {
  draft: DraftHead;
  onDiscarded?: () => void;
}

/** Deletes a draft from the phone, after a confirmation that lists its content. */
export function DiscardDraft({ draft, onDiscarded, ...look }: DiscardDraftProps) {
  const { t } = useTranslation('service');
  const [confirming, setConfirming] = useState(false);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const count = draft.files.length;
  const losses = [
    draft.dirty && t('draft.discardMessage'),
    count > 0 && t('draft.discardFiles', { count }),
  ].filter(Boolean);
  return (
    <>
      <Button {...look} onClick={() => setConfirming(true)}>
        {t('draft.discard')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        danger
        title={t('draft.discardTitle')}
        message={losses.join(' ')}
        confirmLabel={t('draft.discard')}
        error={isElsewhere ? t('draft.elsewhere') : undefined}
        onConfirm={async () => {
          const elsewhere = await isWrittenElsewhere(draft.key);
          setIsElsewhere(elsewhere);
          if (elsewhere) return;
          await dropDraft(draft.key);
          setConfirming(false);
          onDiscarded?.();
        }}
        onClose={() => {
          setConfirming(false);
          setIsElsewhere(false);
        }}
      />
    </>
  );
}
