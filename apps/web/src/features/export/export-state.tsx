import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatSize } from '@servicebook/i18n/format.ts';
import { type Export, isInProgress } from '@servicebook/shared/export';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { useSession } from '../../lib/use-session.ts';
import { downloadAddress, useCancelExport } from './export.queries.ts';

/** The progress of an archive, and its download link when it is ready. */
export function ExportState({ made }: { made: Export }) {
  const { t } = useTranslation('export');
  const { user } = useSession();
  const cancel = useCancelExport();
  const { status, errorCode, done, total, size, expiresAt, filename } = made;
  if (status === 'FAILED') {
    const isUnsealed = errorCode === 'SEAL_UNAVAILABLE';
    const reason = isUnsealed
      ? t('state.unsealed')
      : new ApiError({ status: 0, code: errorCode ?? 'INTERNAL' });
    return <ErrorNotice title={t('state.failed')} error={reason} />;
  }
  if (isInProgress(made)) {
    const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
    const text = status === 'WAITING' ? t('state.waiting') : t('state.running', { percent });
    return (
      <Stack gap="sm">
        <Text role="status">{text}</Text>
        <Progress value={percent} size="lg" aria-label={t('state.progress')} />
        <Group mod="actions">
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(made)}>
            {t('state.cancel')}
          </Button>
        </Group>
        <ErrorNotice error={cancel.error} />
      </Stack>
    );
  }
  return (
    <Stack>
      <Text role="status">
        {t('state.ready', { size: formatSize(size ?? 0, currentLanguage()) })}
        {expiresAt && (
          <Text span size="sm" c="dimmed" display="block">
            {t('state.until', { moment: momentIn(expiresAt, user?.timezone ?? 'UTC') })}
          </Text>
        )}
      </Text>
      <Group mod="actions">
        <Button
          component="a"
          href={downloadAddress(made)}
          download={filename}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('state.download')}
        </Button>
      </Group>
    </Stack>
  );
}
