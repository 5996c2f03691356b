import { Button, Divider, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { type Export, type ExportKind, isInProgress } from '@servicebook/shared/export';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { exportsQuery } from './export.queries.ts';
import { ExportState } from './export-state.tsx';

const maxEarlier = 2;

interface Props {
  kind: ExportKind;
  /** Only archives of this machine; null: of no single one. */
  deviceId?: number | null;
  title: string;
  /** What the archive will hold; where there is something to choose, the inputs too. */
  hint: ReactNode;
  /** Said while it is made. */
  leave: string;
  /** Requests the archive; null: it cannot be made. */
  onStart: (() => void) | null;
  asked: { data: Export | undefined; error: ApiError | null; isPending: boolean };
  onClose: () => void;
}

/** Requests an archive, shows its progress and offers the download. Also lists earlier archives until they expire. */
export function ArchiveDialog(props: Props) {
  const { kind, deviceId = null, title, hint, leave, onStart, asked, onClose } = props;
  const { t } = useTranslation(['export', 'common']);
  const { data: exports = [], error } = useQuery(exportsQuery);
  const archives = exports.filter((each) => each.kind === kind && each.deviceId === deviceId);
  const current = archives.find(({ id }) => id === asked.data?.id);
  const before = archives.filter(({ id }) => id !== current?.id).slice(0, maxEarlier);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="32rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        {current ? (
          <>
            <ExportState made={current} />
            {isInProgress(current) && <Text c="dimmed">{leave}</Text>}
          </>
        ) : (
          <>
            {typeof hint === 'string' ? <Text>{hint}</Text> : hint}
            {onStart && (
              <Group mod="actions">
                <Button
                  loading={asked.isPending}
                  leftSection={<IconFileZip size={18} aria-hidden />}
                  onClick={onStart}
                >
                  {t('servicePdfs.start')}
                </Button>
              </Group>
            )}
          </>
        )}
        <ErrorNotice error={asked.error ?? error} />
        {before.length > 0 && (
          <section>
            <Divider mb="md" />
            <Stack>
              <Title order={3} size="h4">
                {t('servicePdfs.earlier')}
              </Title>
              {before.map((made) => (
                <ExportState key={made.id} made={made} />
              ))}
            </Stack>
          </section>
        )}
      </Stack>
    </Modal>
  );
}
