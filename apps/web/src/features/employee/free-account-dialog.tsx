import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { useSession } from '../../lib/use-session.ts';

/** Explains why a free account cannot have employees, which plan can, and how to order it. */
export function FreeAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['employee', 'order', 'common']);
  const { user, may } = useSession();
  const { data: config } = useQuery(appConfigQuery);
  const buys = config?.paymentsEnabled && may('order.manage') && user;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('free.title')}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text mb="sm">{t('free.message')}</Text>
      <Text mb="sm">{t('free.premium')}</Text>
      <Group justify="flex-end" gap="sm" mt="lg" mod="actions">
        <Button variant={buys ? 'default' : 'filled'} onClick={onClose} data-autofocus>
          {t('free.understood')}
        </Button>
        {buys && (
          <Button component={Link} to={linkTo.order([user.id])}>
            {t('order:access.goToPremium')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
