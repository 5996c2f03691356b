import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, Group, Text } from '@mantine/core';
import { nameOrDash } from '@servicebook/i18n/names.ts';
import type { Device } from '@servicebook/shared/device';
import { IconArchive } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { useRestoreDevice } from './device.queries.ts';

interface Props {
  id: number;
  archived: NonNullable<Device['archived']>;
}

/** Says that a machine is archived: since when, by whom and why. */
export function ArchivedNotice({ id, archived: { at, by, reason, note } }: Props) {
  const { t } = useTranslation('device');
  const { user, may } = useSession();
  const restore = useRestoreDevice();
  const day = momentIn(at, user?.timezone || 'UTC');
  return (
    <Alert
      color="gray"
      radius="md"
      mb="md"
      role="status"
      icon={<IconArchive aria-hidden />}
      title={t('archive.banner', { day, who: nameOrDash(by), reason: t(`archive.reasons.${reason}`) })}
    >
      <Group gap="sm" justify="space-between">
        <div>
          {note && <Text mod="prose">{note}</Text>}
          <Text size="sm">{t('archive.bannerHint')}</Text>
        </div>
        {may('device.edit') && (
          <Button
            variant="default"
            loading={restore.isPending}
            onClick={() =>
              restore.mutate(
                { body: { id } },
                { onSuccess: () => showToast({ tone: 'success', message: t('archive.restored') }) },
              )
            }
          >
            {t('archive.restore')}
          </Button>
        )}
      </Group>
      <ErrorNotice error={restore.error} mt="sm" />
    </Alert>
  );
}
