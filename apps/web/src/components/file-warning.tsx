import { endingOf, isProgram } from '@servicebook/shared/storage';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './file-warning.module.css';

interface FileWarningProps {
  filename: string;
  /** Only for stored files. */
  contentType?: string | undefined;
  /** A short form for narrow places. */
  short?: boolean;
}

/** A warning before a file is added or opened; most files have none. */
export function FileWarning({ short = false, ...file }: FileWarningProps) {
  const { t } = useTranslation('components');
  const text = isProgram(file)
    ? t(short ? 'files.programShort' : 'files.program')
    : /^hei[cf]$/.test(endingOf(file.filename)) && !short
      ? t('files.heicKept')
      : null;
  return (
    text && (
      <span className={classes.warning}>
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden className={classes.icon ?? ''} />
        <span>{text}</span>
      </span>
    )
  );
}
