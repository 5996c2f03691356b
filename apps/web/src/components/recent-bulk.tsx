import { Button, CloseButton, Group, Text } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import type { BulkKind } from '@servicebook/shared/bulk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkSubject, partsOf, recentBulksQuery, textsOf, undoBulk } from '../lib/bulk.ts';
import { momentIn } from '../lib/moment-text.ts';
import { useSession } from '../lib/use-session.ts';

/**
 * Offers to take back one's last action on several records, for who has missed the toast or reloaded the page. What was
 * done since the list was opened has its toast, until taking
 * it back has left something as it is: that may be tried again. Its texts: `bulk`, `components`.
 */
export function RecentBulk({ subject }: { subject: BulkSubject }) {
  const { t } = useTranslation(['bulk', 'components']);
  const client = useQueryClient();
  const { user } = useSession();
  const [opened] = useState(() => Date.now());
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const [undoing, setUndoing] = useState<number | null>(null);
  const { data = [] } = useQuery(recentBulksQuery());
  const last = data.find(
    ({ id, action, at, isTried }) =>
      partsOf(action as BulkKind).subject === subject &&
      (isTried || Date.parse(at) < opened) &&
      !hidden.includes(id),
  );
  if (!last) return null;
  const { id, changed } = last;
  const action = last.action as BulkKind;
  return (
    <Group gap="xs" mb="sm" wrap="nowrap" data-not-printed>
      <Text size="sm" c="dimmed">
        {momentIn(last.at, user?.timezone ?? 'UTC')} · {t(textsOf(action).done, { count: changed })}
      </Text>
      <Button
        variant="subtle"
        flex="none"
        loading={undoing === id}
        onClick={async () => {
          setUndoing(id);
          await undoBulk(client, { id, action });
          setUndoing(null);
        }}
      >
        {t('components:deletion.undo')}
      </Button>
      <CloseButton aria-label={t('hideLast')} onClick={() => setHidden([...hidden, id])} />
    </Group>
  );
}
