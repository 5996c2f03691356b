import { Button } from '@mantine/core';
import { type Order, parseOrderDetails } from '@servicebook/shared/order';
import { IconCreditCard, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { errorText } from '../../lib/error-text.ts';
import { linkTo } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { usePay } from './order.queries.ts';
import { mayPay } from './order-texts.ts';

/** The actions of an order: pay while it is open, otherwise order again. */
export function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('order');
  const { data: config } = useQuery(appConfigQuery);
  const { mutate, isIdle, isError } = usePay();
  const { paymentStatus, orderDetails } = order;
  const open = mayPay(order);
  const isFinal = paymentStatus === 'REJECTED' || paymentStatus === 'AFTER_DEADLINE';
  const users = isFinal ? parseOrderDetails(orderDetails).users.flatMap(({ id }) => id ?? []) : [];
  const look = { variant: 'default', size: 'xs' } as const;
  return (
    <>
      {config?.paymentsEnabled && open && (
        <Button
          {...look}
          loading={!isIdle && !isError}
          leftSection={<IconCreditCard size={18} aria-hidden />}
          onClick={() =>
            mutate(order, {
              onError: (error) => showToast({ id: 'pay', tone: 'error', message: errorText(error) }),
            })
          }
        >
          {t(paymentStatus === 'CREATED' ? 'pay' : 'payAgain')}
        </Button>
      )}
      {config?.paymentsEnabled && users.length > 0 && (
        <Button
          {...look}
          component={Link}
          to={linkTo.order(users)}
          leftSection={<IconRefresh size={18} aria-hidden />}
        >
          {t('orderAgain')}
        </Button>
      )}
    </>
  );
}
