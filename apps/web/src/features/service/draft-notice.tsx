import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { momentIn } from '../../lib/moment-text.ts';
import { useNumberInText } from '../../lib/protocol-number.ts';
import { useSession } from '../../lib/use-session.ts';
import { DiscardDraft } from './discard-draft.tsx';
import type { DraftHead } from './service-draft.ts';

interface DraftNoticeProps {
  draft: DraftHead;
  onResume: () => void;
}

/** Says that an unfinished protocol was restored, for example after a closed tab or an empty battery. */
export function DraftNotice({ draft, onResume }: DraftNoticeProps) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const numberOf = useNumberInText();
  const when = momentIn(new Date(draft.keptAt), user?.timezone || 'UTC');
  const number = draft.base && numberOf(draft.base);
  const notice = !number
    ? t('draft.notice', { when })
    : draft.dirty
      ? t('draft.noticeOf', { number, when })
      : t('draft.filesOf', { number });
  return (
    <Alert color="yellow" radius="md" mb="sm" py="xs" role="status">
      <Group gap="xs">
        <Text size="sm" flex="1 1 14rem">
          {notice}
        </Text>
        <Button size="xs" onClick={onResume}>
          {t(draft.dirty || !draft.base ? 'draft.resume' : 'draft.sendFiles')}
        </Button>
        <DiscardDraft variant="subtle" color="gray" size="xs" draft={draft} />
      </Group>
    </Alert>
  );
}
