import '@mantine/core/styles/AspectRatio.layer.css';
import '@mantine/core/styles/Center.layer.css';
import '@mantine/core/styles/Image.layer.css';
import {
  AspectRatio,
  Box,
  Button,
  Card,
  Center,
  Group,
  Image,
  SimpleGrid,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { DeviceFile } from '@servicebook/shared/file';
import { IconCamera, IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog } from '../../components/deletion.tsx';
import { EditDeleteButtons } from '../../components/edit-delete-buttons.tsx';
import { FilePreview } from '../../components/file-preview.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { fileUrl } from '../../lib/file-url.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { useIsAway } from '../../lib/stored-answers.ts';
import { useSession } from '../../lib/use-session.ts';
import { DescriptionDialog } from './description-dialog.tsx';
import { filesQuery } from './file.queries.ts';
import { NameplateDialog } from './nameplate-dialog.tsx';
import { useFileDeletion } from './use-file-deletion.ts';

/** Photos of a machine's nameplates. */
export function NameplatesTab({ device }: { device: Device }) {
  const { t } = useTranslation('file');
  const { may } = useSession();
  const query = useQuery(filesQuery(device.id, 'MACHINE_NAMEPLATE'));
  const { data, error, refetch } = query;
  const isAway = useIsAway(query);
  const [adding, setAdding] = useState(false);
  const [previewed, setPreviewed] = useState<DeviceFile | null>(null);
  const [described, setDescribed] = useState<DeviceFile | null>(null);
  const deletion = useFileDeletion();

  const addButton = may('file.edit') && (
    <Button leftSection={<IconCamera size={20} aria-hidden />} onClick={() => setAdding(true)}>
      {t('addNameplate')}
    </Button>
  );
  return (
    <Stack>
      {isAway ? (
        <Text size="sm" c="dimmed">
          {t('nameplatesLater')}
        </Text>
      ) : !data && error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.length === 0 ? (
        <EmptyState
          title={t('noNameplatesTitle')}
          hint={t('noNameplatesHint')}
          icon={<IconCamera size={32} stroke={1.5} />}
          action={addButton}
        />
      ) : (
        <>
          <Group mod="actions">{addButton}</Group>
          <SimpleGrid
            minColWidth="min(15rem, 100%)"
            aria-label={t('nameplates')}
            renderRoot={(props) => <ul {...props} />}
          >
            {data.map((file) => (
              <Nameplate
                key={file.id}
                file={file}
                onOpen={() => setPreviewed(file)}
                onEdit={() => setDescribed(file)}
                onDelete={() => deletion.ask(file)}
              />
            ))}
          </SimpleGrid>
        </>
      )}
      {adding && <NameplateDialog device={device} onClose={() => setAdding(false)} />}
      <FilePreview
        opened={previewed !== null}
        file={
          previewed && { filename: previewed.filename, url: fileUrl(previewed.key), size: previewed.size }
        }
        onClose={() => setPreviewed(null)}
      />
      {described && <DescriptionDialog file={described} onClose={() => setDescribed(null)} />}
      <DeletionDialog {...deletion.dialog} />
    </Stack>
  );
}

interface NameplateProps {
  file: DeviceFile;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function Nameplate({ file, onOpen, onEdit, onDelete }: NameplateProps) {
  const { t } = useTranslation('file');
  const { user, may } = useSession();
  const [unreadable, setUnreadable] = useState(false);
  const name = file.description || file.filename;
  return (
    <Card component="li" padding={0} mod="rows">
      <UnstyledButton
        display="block"
        w="100%"
        style={{ cursor: 'zoom-in' }}
        aria-label={t('preview', { name })}
        onClick={onOpen}
      >
        {/* The whole plate is to be seen, not the middle of it. */}
        <AspectRatio ratio={4 / 3}>
          {unreadable ? (
            <Center c="dimmed">
              <IconPhotoOff size={36} stroke={1.4} aria-hidden />
            </Center>
          ) : (
            <Image
              fit="contain"
              radius="md"
              src={fileUrl(file.key)}
              alt=""
              loading="lazy"
              decoding="async"
              onError={() => setUnreadable(true)}
            />
          )}
        </AspectRatio>
      </UnstyledButton>
      <Group gap={4} align="flex-start" wrap="nowrap" py="xs" ps="sm" pe={6}>
        <Box flex={1} miw={0}>
          {file.description ? (
            <Text fw={550}>{file.description}</Text>
          ) : (
            <Text size="sm" c="dimmed">
              {t('noDescription')}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {momentIn(file.createdAt, user?.timezone ?? 'UTC')}
          </Text>
        </Box>
        <EditDeleteButtons
          edit={may('file.edit') && { label: t('edit', { name }), onClick: onEdit }}
          remove={
            may('file.delete', file.userId === user?.id) && {
              label: t('delete', { name }),
              onClick: onDelete,
            }
          }
        />
      </Group>
    </Card>
  );
}
