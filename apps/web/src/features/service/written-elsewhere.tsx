import { Button, Group } from '@mantine/core';
import { IconBrowser, IconBrowserCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, LoadingState } from '../../components/states.tsx';
import { refresh } from '../../lib/freshness.ts';
import { useKeptDraft } from './use-kept-draft.ts';

/** Says that another tab writes the protocol, and offers to go on here with what was entered there. */
export function WrittenElsewhere({ onTake }: { onTake: () => void }) {
  const { t } = useTranslation('service');
  // The other tab may have photos to store first.
  const [taking, setTaking] = useState(false);
  const take = () => {
    setTaking(true);
    onTake();
  };
  return (
    <EmptyState
      icon={<IconBrowser size={32} stroke={1.5} />}
      title={t('draft.elsewhere')}
      hint={t('draft.elsewhereHint')}
      action={
        <Button onClick={take} loading={taking} autoFocus>
          {t('draft.take')}
        </Button>
      }
    />
  );
}

interface EndedElsewhereProps {
  draftKey: string;
  onBegin: () => void;
  onClose: () => void;
}

/** Goes on with what another tab has left. If that is nothing, it says so before another protocol is begun. */
export function EndedElsewhere({ draftKey, onBegin, onClose }: EndedElsewhereProps) {
  const { t } = useTranslation('service');
  const queryClient = useQueryClient();
  const { draft } = useKeptDraft(draftKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is read
  useEffect(() => {
    if (draft) onBegin();
    // The list behind this names what was saved there.
    else if (draft === null) void refresh(queryClient, 'service');
  }, [draft]);
  if (draft !== null) return <LoadingState />;
  return (
    <EmptyState
      icon={<IconBrowserCheck size={32} stroke={1.5} />}
      title={t('draft.ended')}
      hint={t('draft.endedHint')}
      action={
        <Group justify="center" gap="sm">
          <Button onClick={onClose} autoFocus>
            {t('draft.toList')}
          </Button>
          <Button variant="default" onClick={onBegin}>
            {t('tab.add')}
          </Button>
        </Group>
      }
    />
  );
}
