import { ActionIcon, Button, Modal, VisuallyHidden } from '@mantine/core';
import { formatPercent, formatSize } from '@servicebook/i18n/format.ts';
import { isProgram, previewKind } from '@servicebook/shared/storage';
import {
  IconAlertTriangle,
  IconDownload,
  IconFile,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import classes from './file-preview.module.css';
import { ImagePreview } from './image-preview.tsx';
import { loadPdfPreview } from './load-pdf-preview.ts';
import { EmptyState, LoadingState } from './states.tsx';
import { useBoxSize } from './use-box-size.ts';
import { useFirstOpening } from './use-first-opening.ts';
import { useZoom } from './use-zoom.ts';

export { formatSize };

const PdfPreview = lazy(loadPdfPreview);

export interface PreviewedFile {
  filename: string;
  contentType?: string;
  url: string;
  /** In bytes. */
  size?: number | undefined;
}

interface FilePreviewProps {
  /** Null while none is selected. */
  file: PreviewedFile | null;
  opened: boolean;
  onClose: () => void;
}

/** A full-screen file preview for images and PDFs; other files can be downloaded. */
export function FilePreview({ file, opened, onClose }: FilePreviewProps) {
  const { t } = useTranslation('components');
  const { mounted, open } = useFirstOpening(opened && file !== null);
  if (!mounted) return null;
  return (
    <Modal.Root opened={open} onClose={onClose} fullScreen transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content className={classes.content ?? ''}>
        {file && (
          <Viewer
            key={file.url}
            file={file}
            closeButton={
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('files.close')}
                title={t('files.close')}
                onClick={onClose}
              >
                <IconX size={22} aria-hidden />
              </ActionIcon>
            }
          />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

function Viewer({ file, closeButton }: { file: PreviewedFile; closeButton: ReactNode }) {
  const { t } = useTranslation(['components', 'common']);
  const box = useRef<HTMLDivElement>(null);
  const zoom = useZoom(box);
  const room = useBoxSize(box);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const kind = previewKind(file.filename);
  const percent = formatPercent(zoom.zoom, currentLanguage());
  const program = isProgram(file);
  const zoomable = kind !== 'none' && !failed;

  const download = (look: { variant: 'filled' | 'subtle' }) => (
    <Button
      component="a"
      href={file.url}
      download={file.filename}
      leftSection={<IconDownload size={18} aria-hidden />}
      {...look}
    >
      {t('files.download')}
    </Button>
  );
  const common = { onFailed: () => setFailed(true), box, room, zoom };

  return (
    <>
      <div className={classes.bar}>
        <Modal.Title className={classes.name ?? ''} title={file.filename}>
          {file.filename}
        </Modal.Title>
        {file.size !== undefined && (
          <span className={classes.size}>{formatSize(file.size, currentLanguage())}</span>
        )}
        {zoomable && (
          <div className={classes.zoom}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('files.zoomOut')}
              title={t('files.zoomOut')}
              aria-disabled={!zoom.canZoomOut}
              onClick={zoom.zoomOut}
            >
              <IconZoomOut size={22} aria-hidden />
            </ActionIcon>
            <Button
              variant="subtle"
              color="gray"
              className={classes.percent ?? ''}
              title={t('files.zoomFit')}
              onClick={() => zoom.zoomTo(1)}
            >
              {percent}
              <VisuallyHidden>{t('files.zoomFit')}</VisuallyHidden>
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('files.zoomIn')}
              title={t('files.zoomIn')}
              aria-disabled={!zoom.canZoomIn}
              onClick={zoom.zoomIn}
            >
              <IconZoomIn size={22} aria-hidden />
            </ActionIcon>
          </div>
        )}
        <ActionIcon
          component="a"
          href={file.url}
          download={file.filename}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('files.download')}
          title={t('files.download')}
        >
          <IconDownload size={22} aria-hidden />
        </ActionIcon>
        {closeButton}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard */}
      <section ref={box} className={classes.box} tabIndex={0} aria-label={file.filename}>
        {failed ? (
          <EmptyState
            title={t('files.failed')}
            hint={t('files.failedHint')}
            icon={<IconFile size={32} stroke={1.5} />}
            action={
              <div className={classes.ways}>
                <Button
                  variant="default"
                  onClick={() => {
                    setAttempt(attempt + 1);
                    setFailed(false);
                  }}
                >
                  {t('common:states.retry')}
                </Button>
                {download({ variant: 'filled' })}
              </div>
            }
          />
        ) : kind === 'image' ? (
          <ImagePreview key={attempt} file={file} {...common} />
        ) : kind === 'pdf' ? (
          <Suspense fallback={<LoadingState />}>
            <PdfPreview key={attempt} file={file} {...common} />
          </Suspense>
        ) : (
          <EmptyState
            title={t(program ? 'files.programTitle' : 'files.noPreview')}
            hint={t(program ? 'files.program' : 'files.noPreviewHint')}
            icon={
              program ? <IconAlertTriangle size={32} stroke={1.5} /> : <IconFile size={32} stroke={1.5} />
            }
            action={download({ variant: 'filled' })}
          />
        )}
      </section>
    </>
  );
}
