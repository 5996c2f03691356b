import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type ImportSummary, isAtWork } from '@servicebook/shared/import';
import { IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useCancel } from './import.queries.ts';

const percentOf = ({ done, total }: ImportSummary) => (total === 0 ? 0 : Math.floor((done / total) * 100));

/** How far a job is; nothing if none works on the import. */
export function WorkProgress({ made }: { made: ImportSummary }) {
  const { t } = useTranslation('import');
  if (!isAtWork(made)) return null;
  return <Progress value={percentOf(made)} size="lg" aria-label={t('screen.work.progress')} />;
}

/** What a job is doing, how far it is, and a button that stops it. */
export function WorkUnderWay({ made }: { made: ImportSummary }) {
  const { t } = useTranslation('import');
  const cancel = useCancel();
  const { state } = made;
  if (state !== 'CHECKING' && state !== 'RUNNING' && state !== 'UNDOING') return null;
  return (
    <Stack>
      <Text role="status">{t(`screen.work.${state}`, { percent: percentOf(made) })}</Text>
      <WorkProgress made={made} />
      <Text size="sm" c="dimmed">
        {t('screen.work.leave')}
      </Text>
      {state !== 'UNDOING' && (
        <Group mod="actions">
          <Button
            variant="default"
            loading={cancel.isPending}
            leftSection={<IconPlayerStop size={18} aria-hidden />}
            onClick={() => cancel.mutate(made.id)}
          >
            {t('screen.work.cancel')}
          </Button>
        </Group>
      )}
      <ErrorNotice error={cancel.error} />
    </Stack>
  );
}
