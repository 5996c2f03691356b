import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { DeviceFile } from '@servicebook/shared/file';
import { IconCamera, IconPencil, IconPhotoOff, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog } from '../../components/deletion.tsx';
import { FilePreview } from '../../components/file-preview.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { momentIn } from '../../lib/moment-text.ts';
import { useSession } from '../../lib/use-session.ts';
import { DescriptionDialog } from './description-dialog.tsx';
import { filesQuery, fileUrl } from './file.queries.ts';
import { NameplateDialog } from './nameplate-dialog.tsx';
import classes from './nameplates-tab.module.css';
import { useFileDeletion } from './use-file-deletion.ts';

/** Photos of a machine's nameplates. */
export function NameplatesTab({ device }: { device: Device }) {
  const { t } = useTranslation('file');
  const { may } = useSession();
  const { data, error, refetch } = useQuery(filesQuery(device.id, 'MACHINE_NAMEPLATE'));
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<DeviceFile | null>(null);
  const [described, setDescribed] = useState<DeviceFile | null>(null);
  const deletion = useFileDeletion();

  const addButton = may('file.edit') && (
    <Button leftSection={<IconCamera size={20} aria-hidden />} onClick={() => setAdding(true)}>
      {t('addNameplate')}
    </Button>
  );
  return (
    <div className={classes.root}>
      {!data && error ? (
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
          <div className={classes.bar}>{addButton}</div>
          <ul className={classes.gallery} aria-label={t('nameplates')}>
            {data.map((file) => (
              <Nameplate
                key={file.id}
                file={file}
                onOpen={() => setShown(file)}
                onEdit={() => setDescribed(file)}
                onDelete={() => deletion.ask(file)}
              />
            ))}
          </ul>
        </>
      )}
      {adding && <NameplateDialog device={device} onClose={() => setAdding(false)} />}
      <FilePreview
        opened={shown !== null}
        file={shown && { filename: shown.filename, url: fileUrl(shown.key), size: shown.size }}
        onClose={() => setShown(null)}
      />
      {described && <DescriptionDialog file={described} onClose={() => setDescribed(null)} />}
      <DeletionDialog {...deletion.dialog} />
    </div>
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
    <li className={classes.nameplate}>
      <UnstyledButton className={classes.open ?? ''} aria-label={t('preview', { name })} onClick={onOpen}>
        {unreadable ? (
          <IconPhotoOff size={36} stroke={1.4} aria-hidden />
        ) : (
          <img
            className={classes.image}
            src={fileUrl(file.key)}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setUnreadable(true)}
          />
        )}
      </UnstyledButton>
      <div className={classes.foot}>
        <div className={classes.text}>
          <p className={classes.description}>
            {file.description || <span className={classes.dimmed}>{t('noDescription')}</span>}
          </p>
          <p className={classes.dimmed}>{momentIn(file.createdAt, user?.timezone ?? 'UTC')}</p>
        </div>
        {may('file.edit') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('edit', { name })}
            onClick={onEdit}
          >
            <IconPencil size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        {may('file.delete', file.userId === user?.id) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('delete', { name })}
            onClick={onDelete}
          >
            <IconTrash size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}
