import { Alert, Anchor } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { oneOf } from '../../lib/address.ts';
import { ApiError } from '../../lib/api-error.ts';
import { linkTo } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useSession } from '../../lib/use-session.ts';

const PaidAddress = z.object({ payment: oneOf(['success']) });

const inactive = new ApiError({ status: 402, code: 'NOT_ACTIVE_SUBSCRIPTION' });

/** Banners above the list of employees: access has expired, or a payment has arrived (`payment=success`). */
export function AccessBanners() {
  const { t } = useTranslation('order');
  const { values, change } = useAddress(PaidAddress);
  const { user, may } = useSession();
  const buys = may('order.manage');
  return (
    <>
      {user?.expired && <ErrorNotice error={buys ? inactive : t('access.inactiveForUser')} mb="sm" />}
      {values.payment && (
        <Alert
          mb="sm"
          color="green"
          role="status"
          icon={<IconCircleCheck aria-hidden />}
          withCloseButton
          closeButtonLabel={t('access.dismiss')}
          onClose={() => change({ payment: null })}
        >
          {t('access.success')}{' '}
          {buys && (
            <Anchor component={Link} to={linkTo.myAccount({ tab: 'orders' })} inherit underline="always">
              {t('access.toOrders')}
            </Anchor>
          )}
        </Alert>
      )}
    </>
  );
}
