import { Button, Group, Modal, Text } from '@mantine/core';
import { formatList } from '@servicebook/i18n/format.ts';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFirstOpening } from '../../components/use-first-opening.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { employeesQuery, isAdmin } from '../../lib/employees.ts';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/paths.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { useSession } from '../../lib/use-session.ts';

/**
 * Says that the plan's limit of signed protocols is reached, in a dialog that cannot be overlooked. No input is lost.
 */
export function LimitDialog({ refusals }: { refusals: readonly (ApiError | null)[] }) {
  const { t } = useTranslation(['service', 'common']);
  const [read, setRead] = useState<ApiError | null>(null);
  const refusal = refusals.find((each) => each?.code === 'SIGNED_PROTOCOL_LIMIT' && each !== read) ?? null;
  const close = () => setRead(refusal);
  const { mounted, open } = useFirstOpening(refusal !== null);
  if (!mounted) return null;
  return (
    <Modal
      opened={open}
      onClose={close}
      title={t('limit.title')}
      size="28rem"
      // No fade-out, because without the error there is no text to show.
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text mb="md">{errorText(refusal)}</Text>
      <Text mb="md">{t('limit.hint')}</Text>
      <WayOn onClose={close} />
    </Modal>
  );
}

/** Links admins to Premium, and tells other users whom to ask. */
function WayOn({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['service', 'order']);
  const { user, may } = useSession();
  const { data: config } = useQuery(appConfigQuery);
  const mayBuy = may('order.manage');
  const { data: employees } = useQuery({ ...employeesQuery, enabled: !mayBuy });
  const admins = employees?.filter((employee) => employee.active && isAdmin(employee)).map(nameOrEmail) ?? [];
  const premium = config?.paymentsEnabled && mayBuy && user;
  return (
    <>
      {premium && <Text mb="md">{t('limit.premium')}</Text>}
      {admins.length > 0 && (
        <Text mb="md">
          {t('limit.ask', {
            names: formatList(admins, currentLanguage(), 'disjunction'),
          })}
        </Text>
      )}
      <Group justify="center" gap="sm">
        <Button variant={premium ? 'default' : 'filled'} onClick={onClose} data-autofocus>
          {t('limit.understood')}
        </Button>
        {premium && (
          <Button component={Link} to={linkTo.order([user.id])}>
            {t('order:access.goToPremium')}
          </Button>
        )}
      </Group>
    </>
  );
}
