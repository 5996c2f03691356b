import { Box, Button, Flex, Group, Stack } from '@mantine/core';
import { toDecimal } from '@servicebook/shared/money';
import type { OrderOffer } from '@servicebook/shared/order';
import { periods } from '@servicebook/shared/plan';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { AdminsOnly } from '../../components/admins-only.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { manyIds } from '../../lib/address.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { paths } from '../../lib/paths.ts';
import { forgetPremiumWish } from '../../lib/premium-wish.ts';
import { useAddress } from '../../lib/use-address.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { offerQuery, useBuy } from './order.queries.ts';
import { OrderLineCard, quantityFieldId } from './order-line-card.tsx';
import { currencyOf, type LineChoice, newLine, type OfferedUser, priceLine, totalOf } from './order-lines.ts';
import { OrderSummary } from './order-summary.tsx';
import { PeriodToggle } from './period-toggle.tsx';

const InvoiceDataDialog = lazy(async () => ({
  default: (await import('../company/invoice-data-dialog.tsx')).InvoiceDataDialog,
}));

const OrderAddress = z.object({ users: manyIds, period: z.enum(periods).default('month') });

export function OrderPage() {
  const { t } = useTranslation('order');
  useEffect(forgetPremiumWish, []);
  return (
    <AdminsOnly permission="order.manage" title={t('title')} backTo={paths.userList} reason={t('adminsOnly')}>
      <Page width="wide">
        <PageHeader title={t('title')} backTo={paths.userList} />
        <LoadedOffer />
      </Page>
    </AdminsOnly>
  );
}

function LoadedOffer() {
  const { t } = useTranslation('order');
  const { values } = useAddress(OrderAddress);
  const { data: offer, error, refetch } = useQuery(offerQuery);
  const { data: config } = useQuery(appConfigQuery);
  if (error && !offer) return <ErrorState error={error} onRetry={refetch} />;
  if (!offer || !config) return <LoadingState />;
  const users = values.users.flatMap((id) => offer.users.find((user) => user.id === id) ?? []);
  if (users.length === 0)
    return (
      <EmptyState
        title={t('nobody')}
        hint={t('nobodyHint')}
        action={
          <Button component={Link} to={paths.userList}>
            {t('toEmployees')}
          </Button>
        }
      />
    );
  return <OrderForm users={users} timezone={offer.timezone} sells={config.paymentsEnabled} />;
}

interface OrderFormProps extends Pick<OrderOffer, 'timezone'> {
  users: OfferedUser[];
  sells: boolean;
}

/** The order form. A refused order keeps its input; the address contains the users. */
function OrderForm({ users, timezone, sells }: OrderFormProps) {
  const { t } = useTranslation('order');
  const { values, change } = useAddress(OrderAddress);
  const initialChoice: LineChoice = { ...newLine, period: values.period };
  const [choices, setChoices] = useState<Record<number, LineChoice>>({});
  const [checked, setChecked] = useState(false);
  const keyFor = useIdempotencyKey();
  const attempt = useRef(0);
  const { mutate, reset, error, isIdle, isError } = useBuy();
  const lacksInvoiceData = error?.code === 'COMPANY_DATA_REQUIRED';

  // The browser restored this page from its cache after a return from the payment page.
  useEffect(() => {
    const resume = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', resume);
    return () => window.removeEventListener('pageshow', resume);
  }, [reset]);

  const now = new Date().toISOString();
  const lines = users.map((user) => priceLine(user, choices[user.id] ?? initialChoice, { timezone, now }));
  const currency = currencyOf(lines);
  const total = totalOf(lines);

  const choose = (chosen: Record<number, LineChoice>) => {
    setChoices((current) => ({ ...current, ...chosen }));
    // The error belonged to another order.
    if (isError) reset();
  };
  const leaveOut = (id: number) =>
    change({ users: users.flatMap((user) => (user.id === id ? [] : user.id)) });
  const [first] = lines;
  const samePeriod = first && lines.every(({ period }) => period === first.period) ? first.period : null;

  const buy = () => {
    const invalidLine = lines.find(({ problem }) => problem);
    setChecked(true);
    if (invalidLine) {
      document.getElementById(quantityFieldId(invalidLine))?.focus();
      return;
    }
    const body = {
      users: lines.map(({ user: { id }, period, quantity }) => ({ id, accountPlan: { period, quantity } })),
      totalGrossPrice: toDecimal(total.gross),
    };
    mutate(
      { body, idempotencyKey: keyFor([body, attempt.current]) },
      {
        onError: ({ code }) => {
          // The order has been paid or has expired: the next one is a new order.
          if (code === 'ORDER_CLOSED') attempt.current += 1;
        },
      },
    );
  };
  return (
    <Flex direction={{ base: 'column', md: 'row' }} gap="lg">
      <Stack flex={1} miw={0}>
        {lines.length > 1 && (
          <Group justify="flex-end" gap="0.5rem 0.75rem" fz="sm" fw={550} mod="actions">
            <span>{t('periodForAll')}</span>
            <PeriodToggle
              label={t('periodForAll')}
              value={samePeriod}
              onChange={(period) =>
                choose(Object.fromEntries(lines.map(({ user, quantity }) => [user.id, { period, quantity }])))
              }
            />
          </Group>
        )}
        <Flex component="ul" direction="column" gap="md">
          {lines.map((line) => (
            <OrderLineCard
              key={line.user.id}
              line={line}
              timezone={timezone}
              checked={checked}
              onChange={(choice) => choose({ [line.user.id]: choice })}
              onRemove={lines.length > 1 ? () => leaveOut(line.user.id) : undefined}
            />
          ))}
        </Flex>
      </Stack>
      <Box flex={{ md: '0 0 20rem' }}>
        <OrderSummary
          total={total}
          several={lines.length > 1}
          currency={currency}
          sells={sells}
          // Also until the browser has left for the payment page.
          buying={!isIdle && !isError}
          failure={lacksInvoiceData ? null : error}
          onBuy={buy}
        />
      </Box>
      {lacksInvoiceData && (
        <Suspense>
          <InvoiceDataDialog onComplete={buy} onClose={reset} />
        </Suspense>
      )}
    </Flex>
  );
}
