import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './form-actions.module.css';

/** Opens the confirmation of a deletion. It is the first of a form's buttons, on every record. */
export function DeleteButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      color="var(--mantine-color-error)"
      className={classes.iconButton ?? ''}
      leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
      onClick={onClick}
    >
      {t('delete')}
    </Button>
  );
}
