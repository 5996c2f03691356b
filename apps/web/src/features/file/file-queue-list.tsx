import { Button, Card, CloseButton, Flex, Group } from '@mantine/core';
import { formatPercent, formatSize } from '@servicebook/i18n/format.ts';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileIcon } from '../../components/file-icon.tsx';
import { FileLine } from '../../components/file-line.tsx';
import { isRetryable, type QueuedFile, type UploadQueue } from '../../components/use-upload-queue.ts';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';

/** Files being uploaded, each with its progress or error. */
export function FileQueueList({ queue }: { queue: UploadQueue }) {
  const { t } = useTranslation('file');
  if (queue.files.length === 0) return null;
  return (
    <Flex component="ul" direction="column" gap="xs" aria-label={t('queue')}>
      {queue.files.map((item) => (
        <QueuedItem key={item.key} item={item} queue={queue} />
      ))}
    </Flex>
  );
}

function QueuedItem({ item, queue }: { item: QueuedFile; queue: UploadQueue }) {
  const { t } = useTranslation('file');
  const { key, file, state, share, error } = item;
  const size = formatSize(file.size, currentLanguage());
  const percent = formatPercent(share, currentLanguage());
  const notes = {
    preparing: `${size} · ${t('preparing')}`,
    waiting: `${size} · ${t('waiting')}`,
    // The upload has not started, or the server has asked to wait.
    sending: `${size} · ${share > 0 ? t('sending', { percent }) : t('waiting')}`,
    failed: typeof error === 'string' ? error : errorText(error),
  };
  const retryable = isRetryable(item);
  return (
    <Card
      component="li"
      padding="xs"
      radius="sm"
      {...(state === 'failed' ? { bd: '1px solid var(--mantine-color-error)' } : {})}
    >
      <Group gap="xs" justify="flex-end">
        <FileLine
          picture={<FileIcon filename={file.name} />}
          filename={file.name}
          note={notes[state]}
          failed={state === 'failed'}
          warns={state !== 'preparing'}
          share={state === 'sending' ? share : undefined}
        />
        {retryable && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            aria-label={`${t('retry')}: ${file.name}`}
            onClick={() => queue.retry(key)}
          >
            {t('retry')}
          </Button>
        )}
        <CloseButton
          size="lg"
          iconSize={18}
          aria-label={t('remove', { name: file.name })}
          onClick={() => queue.remove(key)}
        />
      </Group>
    </Card>
  );
}
