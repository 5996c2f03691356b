import { Box, Card, Group, Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { useSession } from '../../lib/use-session.ts';
import { ChangeRows } from './change-rows.tsx';
import { type Audited, changesQuery } from './history.queries.ts';

/**
 * The changes of a machine, customer or protocol: user, field, old and new value, newest first. Its texts: `history`,
 * `device`, `customer`, `service`.
 */
export function ChangeList({ entity, id }: { entity: Audited; id: number }) {
  const { t, i18n } = useTranslation(['history', 'device', 'customer', 'service', 'notification']);
  const { user } = useSession();
  const { data, error, refetch } = useQuery(changesQuery(entity, id));
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  if (data.length === 0)
    return (
      <EmptyState
        title={t('changes.emptyTitle')}
        hint={t('changes.emptyHint')}
        icon={<IconHistory size={32} stroke={1.5} />}
      />
    );
  const kindText = (kind: string) => {
    const key = `history:changes.kinds.${kind}`;
    return i18n.exists(key) ? (t as unknown as (key: string) => string)(key) : kind;
  };
  return (
    <Card component="ol" padding={0} mod="rows" aria-label={t('changes.label')}>
      {data.map(({ id: entryId, at, who, kind, file, changes }) => (
        <Box component="li" px="md" py="sm" key={entryId}>
          <Group justify="space-between" align="baseline" gap="0 1rem">
            <strong>{kindText(kind)}</strong>
            <Text span size="sm" c="dimmed">
              {joinPresent([momentIn(at, user?.timezone || 'UTC'), who], ' · ')}
            </Text>
          </Group>
          {file && <Text mod="prose">{file}</Text>}
          {changes.length > 0 && <ChangeRows entity={entity} changes={changes} />}
        </Box>
      ))}
    </Card>
  );
}
