import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Box, Button, Flex, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Absence, VacationBalance } from '@servicebook/shared/absence';
import { workingDays } from '@servicebook/shared/calendar';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditDeleteButtons } from '../../components/edit-delete-buttons.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { useSession } from '../../lib/use-session.ts';
import { useToday } from '../../lib/use-today.ts';
import { absencesQuery, vacationQuery } from './absence.queries.ts';
import { daysText } from './days-text.ts';

const AbsenceDialog = lazy(async () => ({ default: (await import('./absence-dialog.tsx')).AbsenceDialog }));

/** The absences of one employee by year, with the vacation that is left. Its texts: `absence`. */
export function AbsenceSection({ userId }: { userId: number }) {
  const { t } = useTranslation('absence');
  const { user, may } = useSession();
  const thisYear = Number(useToday().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const { data, error, refetch } = useQuery(absencesQuery(`${year}-01-01`, `${year}-12-31`));
  const { data: balances } = useQuery(vacationQuery(year));
  const [edited, setEdited] = useState<Absence | 'new' | null>(null);
  const mayEdit = may('absence.edit', userId === user?.id);
  const balance = balances?.find((each) => each.userId === userId);
  return (
    <SectionCard title={t('title')} hint={t('hint')}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <SegmentedControl
            aria-label={t('year')}
            data={[thisYear - 1, thisYear, thisYear + 1].map(String)}
            value={String(year)}
            onChange={(next) => setYear(Number(next))}
          />
          {mayEdit && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setEdited('new')}
            >
              {t('add')}
            </Button>
          )}
        </Group>
        {balance && <Balance {...balance} />}
        {data ? (
          <Flex component="ul" direction="column" mod="rows" aria-label={t('title')}>
            {data
              .filter((absence) => absence.user.id === userId)
              .map((absence) => (
                <Row key={absence.id} absence={absence} onEdit={mayEdit ? () => setEdited(absence) : null} />
              ))}
            {!data.some((absence) => absence.user.id === userId) && (
              <Text renderRoot={(props) => <li {...props} />} size="sm" c="dimmed">
                {t('none', { year })}
              </Text>
            )}
          </Flex>
        ) : error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <LoadingState />
        )}
      </Stack>
      {edited && (
        <Suspense>
          <AbsenceDialog
            absence={edited === 'new' ? { userId } : edited}
            ofOne
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </SectionCard>
  );
}

/** The days of vacation left; taken ones include those planned. */
function Balance({ allowed, taken }: VacationBalance) {
  const { t } = useTranslation('absence');
  const left = allowed - taken;
  return (
    <div>
      {allowed > 0 && (
        <Text fw={600} c={left < 0 ? 'var(--mantine-color-error)' : undefined}>
          {left < 0 ? t('over', { count: -left, allowed }) : t('left', { count: left, allowed })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('taken', { count: taken })}
      </Text>
    </div>
  );
}

function Row({ absence, onEdit }: { absence: Absence; onEdit: (() => void) | null }) {
  const { t } = useTranslation('absence');
  const { kind, from, to, note } = absence;
  const days = daysText(absence);
  return (
    <Group renderRoot={(props) => <li {...props} />} gap="sm" py={6} wrap="nowrap">
      <Box flex={1} miw={0}>
        <Group gap="0 0.75rem">
          <Text fw={550} data-nowrap>
            {days}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`kind.${kind}`)}, {t('workingDays', { count: workingDays(from, to).length })}
          </Text>
        </Group>
        {note && (
          <Text size="sm" c="dimmed" mod="prose">
            {note}
          </Text>
        )}
      </Box>
      <EditDeleteButtons edit={onEdit && { label: t('edit', { days }), onClick: onEdit }} />
    </Group>
  );
}
