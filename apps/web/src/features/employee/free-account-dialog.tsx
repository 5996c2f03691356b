import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './free-account-dialog.module.css';

/** Why a free account takes no employees, and what would. */
export function FreeAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['employee', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('free.title')}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={classes.text}>{t('free.message')}</p>
      <p className={classes.text}>{t('free.premium')}</p>
      <div className={classes.buttons}>
        <Button onClick={onClose} data-autofocus>
          {t('free.understood')}
        </Button>
      </div>
    </Modal>
  );
}
