import '@mantine/core/styles/Progress.layer.css';
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useFirstOpening } from '../../components/use-first-opening.ts';
import { goesOn } from '../../components/use-upload-queue.ts';
import { useSession } from '../../lib/use-session.ts';
import { isReadableHere } from './readable-here.ts';
import type { Uploads } from './use-uploads.ts';

interface FilesFirstDialogProps {
  opened: boolean;
  /** The protocol, if it can be read and signed on this screen while its attachments wait. */
  protocol: ServiceProtocol | null;
  uploads: Uploads;
  /** Signs without the unsent files. */
  onWithout: () => void;
  onClose: () => void;
}

/** Before signing, waits for attachments that are still on the phone, because they are part of the signed content. */
export function FilesFirstDialog({ opened, protocol, uploads, onWithout, onClose }: FilesFirstDialogProps) {
  const { t } = useTranslation(['service', 'common']);
  const { may, user } = useSession();
  const { unsent, busy, retryable, sendLater } = uploads;
  const { data: isReadable } = useQuery({
    queryKey: ['service', 'readable-here', protocol?.id],
    queryFn: () => protocol !== null && user !== null && isReadableHere(protocol, user),
    enabled: opened,
    networkMode: 'always',
    gcTime: 0,
  });
  const later = useMutation({ mutationFn: async () => sendLater?.(), networkMode: 'always' });
  const mayWait = isReadable && sendLater && unsent.every(goesOn);
  const uploadError = unsent.find(({ state }) => state === 'failed')?.error;
  const share = unsent.reduce((sum, each) => sum + each.share, 0) / Math.max(1, unsent.length);
  const { mounted, open } = useFirstOpening(opened);
  if (!mounted) return null;
  return (
    <Modal
      opened={open}
      // What is being handed over is decided about.
      onClose={later.isPending ? () => {} : onClose}
      title={t('filesFirst.title')}
      size="44rem"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <Text role="status">
          {t(busy ? 'filesFirst.sending' : 'filesFirst.stuck', { count: unsent.length })}
        </Text>
        {busy ? (
          <Progress value={share * 100} aria-label={t('filesFirst.title')} />
        ) : (
          <ErrorNotice error={uploadError} />
        )}
        {mayWait && <Text>{t('filesFirst.later')}</Text>}
        {(later.data === false || later.isError) && <ErrorNotice error={t('filesFirst.notTaken')} />}
        <Text size="sm" c="dimmed">
          {t(may('service.changeSigned') ? 'filesFirst.withoutAdmin' : 'filesFirst.without')}
        </Text>
        <Group justify="flex-end" gap="sm" mod="actions">
          <Button variant="default" disabled={later.isPending} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="default" disabled={later.isPending} onClick={onWithout}>
            {t('filesFirst.signWithout')}
          </Button>
          {retryable && (
            <Button
              data-autofocus
              variant={mayWait ? 'default' : 'filled'}
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={() => uploads.retry()}
            >
              {t('files.retry')}
            </Button>
          )}
          {mayWait && (
            <Button loading={later.isPending} onClick={() => later.mutate()}>
              {t('filesFirst.signNow')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
