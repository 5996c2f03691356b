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
  title: string;
  /** What the archive will hold. */
  hint: ReactNode;
  /** Said while it is made. */
  leave: string;
  /** Requests the archive; null: it cannot be made. */
  onStart: (() => void) | null;
  asked: { data: Export | undefined; error: ApiError | null; isPending: boolean };
  onClose: () => void;
}

/** Requests an archive, shows its progress and offers the download. Also lists earlier archives until they expire. */
export function ArchiveDialog({ kind, title, hint, leave, onStart, asked, onClose }: Props) {
  const { t } = useTranslation(['export', 'common']);
  const { data: exports = [], error } = useQuery(exportsQuery);
  const archives = exports.filter((each) => each.kind === kind);
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
            <Text>{hint}</Text>
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
