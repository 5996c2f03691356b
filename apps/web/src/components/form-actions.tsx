import { Button } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../lib/stored-answers.ts';
import classes from './form-actions.module.css';

interface FormActionsProps {
  onCancel: () => void;
  saving: boolean;
  /** There are unsaved changes; a text says so. */
  dirty: boolean;
  saveLabel?: string;
  cancelLabel?: string;
  /** The button is red. */
  danger?: boolean;
  /** An additional button, such as delete. */
  extra?: ReactNode;
  /** At the end of a long form on a card: the buttons stay in sight on a wide screen as well. */
  inSight?: boolean;
  /** Without a connection, what it saves waits on this device. */
  waits?: boolean;
}

interface FormBarProps {
  inSight?: boolean;
  children: ReactNode;
}

/** The row of buttons at the end of a form. On a phone it stays at the bottom of the screen. */
export function FormBar({ inSight = false, children }: FormBarProps) {
  return (
    <div className={classes.root} data-in-sight={inSight || undefined} data-form-actions data-not-printed>
      {children}
    </div>
  );
}

/**
 * Save and cancel at the end of a form; on a phone they stay at the bottom of the screen, within reach of the thumb.
 * Without a connection, they say before anything is typed that saving needs one.
 */
export function FormActions({
  onCancel,
  saving,
  dirty,
  saveLabel,
  cancelLabel,
  danger = false,
  extra,
  inSight = false,
  waits = false,
}: FormActionsProps) {
  const { t } = useTranslation('components');
  const offline = useOffline();
  return (
    <FormBar inSight={inSight}>
      {offline && !waits && (
        <p className={classes.offline} role="status">
          <IconWifiOff size={18} aria-hidden />
          {t('form.needsConnection')}
        </p>
      )}
      {extra && <div className={classes.extra}>{extra}</div>}
      <p className={classes.note} role="status">
        {dirty && !saving ? t('form.unsaved') : ''}
      </p>
      <Button variant="default" className={classes.cancel ?? ''} onClick={onCancel} disabled={saving}>
        {cancelLabel ?? t('form.cancel')}
      </Button>
      <Button type="submit" className={classes.save ?? ''} loading={saving} {...(danger && { color: 'red' })}>
        {saveLabel ?? t('form.save')}
      </Button>
    </FormBar>
  );
}
