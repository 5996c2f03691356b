import { Button, Group, Stack, Text } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { type StoredSummary, takeAlong } from '../../../offline/summary.ts';

interface Props {
  user: SessionUser;
  stored: StoredSummary;
}

/** What the user of a large company takes along besides what comes by itself. */
export function TakenAlongSection({ user, stored }: Props) {
  const { t } = useTranslation('offline');
  const leave = useMutation({
    mutationFn: (thing: StoredSummary['takenAlong'][number]) => takeAlong(user, thing, false),
    networkMode: 'always',
  });
  return (
    <SectionCard title={t('along.title')} hint={t('along.hint')}>
      <Stack gap="xs">
        {stored.takenAlong.length === 0 && <Text c="dimmed">{t('along.none')}</Text>}
        {stored.takenAlong.map((thing) => {
          const name = thing.name ?? t('along.waiting');
          return (
            <Group key={`${thing.kind} ${thing.id}`} justify="space-between" wrap="nowrap">
              <Text miw={0}>{name}</Text>
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconX size={18} aria-hidden />}
                aria-label={t('along.removeNamed', { name })}
                onClick={() => leave.mutate(thing)}
              >
                {t('along.remove')}
              </Button>
            </Group>
          );
        })}
        {leave.error && <ErrorNotice error={leave.error} title={t('refreshFailed')} />}
      </Stack>
    </SectionCard>
  );
}
