import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../lib/stored-answers.ts';
import { ErrorNotice } from './error-notice.tsx';
import { acceptsFile, acceptsImages } from './file-accept.ts';
import classes from './file-drop.module.css';

interface FilePickerProps {
  onFiles: (files: File[]) => void;
  /** As in HTML: `image/*,.pdf`. Also checked for dropped files. */
  accept?: string | undefined;
  multiple?: boolean;
  /** Offers the camera on phones; by default if images are accepted. */
  capture?: boolean;
  /** A description of the expected files. */
  hint?: string;
  label?: string;
  disabled?: boolean;
  loading?: boolean;
  /** Files are sent at once. */
  needsConnection?: boolean;
  error?: unknown;
}

/** Picks files by button, by drag and drop, and on a phone from the camera. */
export function FilePicker({
  onFiles,
  accept,
  multiple = false,
  capture = acceptsImages(accept),
  hint,
  label,
  disabled: isDisabled = false,
  loading = false,
  needsConnection = false,
  error,
}: FilePickerProps) {
  const { t } = useTranslation('components');
  const touch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setDragOver] = useState(false);
  const [refusal, setRefusal] = useState('');
  const isAway = useOffline() && needsConnection;
  const disabled = isDisabled || isAway;
  const off = disabled || loading;

  const addFiles = (list: FileList | null | undefined) => {
    const chosen = [...(list ?? [])];
    if (chosen.length === 0) return;
    const rejectedFile = chosen.find((file) => !acceptsFile(file, accept));
    if (rejectedFile) return setRefusal(t('files.wrongType', { name: rejectedFile.name }));
    if (!multiple && chosen.length > 1) return setRefusal(t('files.onlyOne'));
    setRefusal('');
    onFiles(chosen);
  };
  const dragOver = (event: DragEvent) => {
    if (off || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDragOver(true);
  };
  const input = (
    ref: typeof files,
    more: { multiple?: boolean; capture?: 'environment'; accept?: string },
  ) => (
    <input
      ref={ref}
      type="file"
      hidden
      tabIndex={-1}
      {...more}
      onChange={(event) => {
        addFiles(event.currentTarget.files);
        // Allows choosing the same file again after a failure.
        event.currentTarget.value = '';
      }}
    />
  );

  return (
    <div data-not-printed>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra, the buttons do the same */}
      <div
        className={classes.zone}
        data-over={over || undefined}
        onDragEnter={dragOver}
        onDragOver={dragOver}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setDragOver(false);
          if (!off) addFiles(event.dataTransfer.files);
        }}
      >
        <div className={classes.buttons}>
          {touch && capture && (
            <Button
              disabled={disabled}
              loading={loading}
              leftSection={<IconCamera size={20} aria-hidden />}
              onClick={() => camera.current?.click()}
            >
              {t('files.takePhoto')}
            </Button>
          )}
          <Button
            variant="default"
            disabled={disabled}
            loading={loading && !(touch && capture)}
            leftSection={<IconUpload size={20} aria-hidden />}
            onClick={() => files.current?.click()}
          >
            {label ?? t(multiple ? 'files.chooseMany' : 'files.choose')}
          </Button>
          {!touch && (
            <Text span size="sm" c="dimmed">
              {t(multiple ? 'files.dropMany' : 'files.drop')}
            </Text>
          )}
        </div>
        {(isAway || hint) && (
          <Text size="sm" c="dimmed" mt="xs">
            {isAway ? t('files.needsConnection') : hint}
          </Text>
        )}
        {input(files, { multiple, ...(accept ? { accept } : {}) })}
        {input(camera, { accept: 'image/*', capture: 'environment' })}
      </div>
      <ErrorNotice error={refusal || error} mt="xs" />
    </div>
  );
}
