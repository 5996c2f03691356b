import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import classes from './service-dialog.module.css';

/** The plan's signed protocols are used up: said where it cannot be missed. Nothing typed is lost by it. */
export function LimitDialog({ refusals }: { refusals: readonly (ApiError | null)[] }) {
  const { t } = useTranslation(['service', 'common']);
  const [read, setRead] = useState<ApiError | null>(null);
  const refusal = refusals.find((each) => each?.code === 'SIGNED_PROTOCOL_LIMIT' && each !== read) ?? null;
  const close = () => setRead(refusal);
  return (
    <Modal
      opened={refusal !== null}
      onClose={close}
      title={t('limit.title')}
      size="28rem"
      // Gone at once: without the refusal there are no words to fade out.
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={classes.limit}>{errorText(refusal)}</p>
      <p className={classes.limit}>{t('limit.hint')}</p>
      <div className={classes.ways}>
        <Button onClick={close} data-autofocus>
          {t('limit.understood')}
        </Button>
      </div>
    </Modal>
  );
}
