import '@mantine/core/styles/Radio.layer.css';
import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type ArchiveReason, archiveReasons, type Device } from '@servicebook/shared/device';
import { machineName } from '@servicebook/shared/machine-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { offerUndo } from '../../lib/undo-deletion.ts';
import { useLinkedText } from '../../lib/use-linked-text.ts';
import { deviceOverviewQuery, useArchiveDevice, useDeleteDevice } from './device.queries.ts';

interface Props {
  device: Device;
  /** Asked to delete. A machine with a history cannot be deleted, so archiving is offered instead. */
  deletes: boolean;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes or archives a machine after a confirmation. Its texts: `device`, `linked`. */
export function RetireDialog({ device, deletes, opened, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['device', 'common']);
  const { data: overview } = useQuery(deviceOverviewQuery(device.id));
  const records = useLinkedText()(overview?.counts);
  const visits = overview?.openVisits.count ?? 0;
  const client = useQueryClient();
  const remove = useDeleteDevice();
  const archive = useArchiveDevice();
  const [reason, setReason] = useState<ArchiveReason>('SCRAPPED');
  const [note, setNote] = useState('');
  const name = machineName(device);
  const refused = remove.error?.code === 'DEVICE_IN_USE' ? remove.error : null;
  const archives = !device.archived && (!deletes || records !== '' || refused !== null);
  const close = () => {
    remove.reset();
    archive.reset();
    onClose();
  };
  const confirm = () => {
    if (archives)
      archive.mutate(
        { body: { id: device.id, reason, note } },
        {
          onSuccess: () => {
            close();
            showToast({ tone: 'success', message: t('archive.done') });
          },
        },
      );
    else
      remove.mutate(device.id, {
        onSuccess: () => {
          close();
          void offerUndo(client, { kind: 'device', id: device.id, name });
          onDeleted();
        },
      });
  };
  const message = !deletes
    ? t('archive.message', { name })
    : records !== '' && !device.archived
      ? t('archive.instead', { name, list: records })
      : refused && archives
        ? errorText(refused)
        : t('deleteMessage', { name });
  return (
    <ConfirmDialog
      opened={opened}
      danger={!archives}
      toBin={!archives}
      title={t(deletes ? 'deleteTitle' : 'archive.title')}
      message={
        <Stack gap="sm">
          <Text>{message}</Text>
          {archives && visits > 0 && <Text>{t('archive.visits', { count: visits })}</Text>}
          {!archives && !device.archived && (
            <Text size="sm" c="dimmed">
              {t('archive.hint')}
            </Text>
          )}
          {archives && (
            <>
              <Radio.Group
                label={t('archive.reason')}
                value={reason}
                onChange={(value) => setReason(value as ArchiveReason)}
              >
                <Group gap="0 1.25rem">
                  {archiveReasons.map((each) => (
                    <Radio key={each} value={each} label={t(`archive.reasons.${each}`)} mod="touch" />
                  ))}
                </Group>
              </Radio.Group>
              <TextInput
                label={t('archive.note')}
                maxLength={255}
                autoComplete="off"
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            </>
          )}
        </Stack>
      }
      confirmLabel={archives ? t('archive.action') : t('common:delete')}
      loading={remove.isPending || archive.isPending}
      error={archives ? archive.error : remove.error}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
