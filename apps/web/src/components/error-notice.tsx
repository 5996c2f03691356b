import { Box, type BoxProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorText } from '../lib/error-text.ts';
import classes from './error-notice.module.css';
import { showInForm } from './show-in-form.ts';

interface ErrorNoticeProps extends Pick<BoxProps, 'mt' | 'mb'> {
  /** A text, or the error of a call; nothing is shown without one. */
  error: unknown;
  title?: string | undefined;
  /** A next step, such as a retry. */
  action?: ReactNode;
  className?: string | undefined;
}

/** A failure, shown where it happened and announced by screen readers at once. */
export function ErrorNotice({ error, title, action, className, ...margins }: ErrorNoticeProps) {
  if (error === undefined || error === null || error === '' || error === false) return null;
  return (
    <Box ref={showInForm} role="alert" className={`${classes.root} ${className ?? ''}`} {...margins}>
      <IconAlertTriangle aria-hidden size={20} className={classes.icon ?? ''} />
      <div className={classes.body}>
        {title && <p className={classes.title}>{title}</p>}
        <p className={classes.text}>{typeof error === 'string' ? error : errorText(error)}</p>
        {action}
      </div>
    </Box>
  );
}
