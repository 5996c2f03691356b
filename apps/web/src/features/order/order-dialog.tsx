import { Flex, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { joinPresent, nameOrEmail } from '@servicebook/i18n/names.ts';
import { type Order, parseOrderDetails } from '@servicebook/shared/order';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../components/fact-list.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { dayIn } from '../../lib/moment-text.ts';
import { amountText } from '../../lib/money-text.ts';
import { DocumentButton } from './document-button.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';

interface OrderDialogProps {
  order: Order;
  timezone: string;
  onClose: () => void;
}

/** The details of an order: users, plan, period, prices and payment. */
export function OrderDialog({ order, timezone, onClose }: OrderDialogProps) {
  const { t } = useTranslation(['order', 'common']);
  const narrow = useNarrowScreen();
  const { users } = parseOrderDetails(order.orderDetails);
  const money = (amount: number) => amountText(amount, order.currency);
  const { invoicePdf, invoiceXml, corrections } = order;
  const documents = [
    invoicePdf,
    invoiceXml,
    ...corrections.flatMap((each) => [each.invoicePdf, each.invoiceXml]),
  ].filter((document) => document !== null);
  const facts: [label: string, value: string | null][] = [
    [t('list.date'), dayIn(order.date, timezone)],
    [t('list.orderedBy'), nameOrEmail(order.user)],
    [t('list.paidOn'), order.paymentDate && dayIn(order.paymentDate, timezone)],
    [t('list.paidBy'), order.paymentMethod],
    [t('list.reference'), order.p24OrderId === null ? null : String(order.p24OrderId)],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('list.numbered', { id: order.id })}
      size="40rem"
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <OrderStatusBadge status={order.paymentStatus} />
      <FactList cols={2} verticalSpacing="sm" mt="md" facts={facts.filter(([, value]) => value)} />
      <Title order={3} size="h4" mt={24}>
        {t('list.extended')}
      </Title>
      <Flex component="ul" direction="column" mod="rows" mt="xs">
        {users.map(({ email, planExpired, accountPlan, ...person }) => {
          const { name, period, quantity, vatRate, totalNetAmount, totalGrossAmount } = accountPlan;
          return (
            <Group
              renderRoot={(props) => <li {...props} />}
              justify="space-between"
              align="flex-start"
              gap="0.25rem 1rem"
              py="sm"
              key={email}
            >
              <Stack gap={0} flex="1 1 12rem">
                <strong>{nameOrEmail({ email, ...person })}</strong>
                <Text span size="sm" c="dimmed">
                  {email}
                </Text>
                <Text span size="sm" c="dimmed">
                  {joinPresent([
                    name,
                    t(`span.${period}`, { count: quantity }),
                    planExpired && t('list.until', { date: dayIn(planExpired, timezone) }),
                  ])}
                </Text>
              </Stack>
              <Stack gap={0} ta="end">
                <strong>{money(totalGrossAmount)}</strong>
                <Text span size="sm" c="dimmed">{`${t('net')} ${money(totalNetAmount)}`}</Text>
                <Text span size="sm" c="dimmed">{`${t('vat')} ${t('percent', { rate: vatRate })}`}</Text>
              </Stack>
            </Group>
          );
        })}
      </Flex>
      <Stack
        renderRoot={(props) => <dl {...props} />}
        gap={4}
        pt="sm"
        style={{ borderTop: '2px solid var(--app-border)' }}
      >
        <Group justify="space-between">
          <dt>{t('net')}</dt>
          <dd>{money(order.totalNetAmount)}</dd>
        </Group>
        <Group justify="space-between">
          <dt>{t('vat')}</dt>
          <dd>{money(order.totalVatAmount)}</dd>
        </Group>
        <Group justify="space-between" fz="lg" fw={700}>
          <dt>{t('list.total')}</dt>
          <dd>{money(order.totalAmount)}</dd>
        </Group>
      </Stack>
      {documents.length > 0 && (
        <>
          <Title order={3} size="h4" mt={24}>
            {t('list.documents')}
          </Title>
          <Group gap="xs" mt="xs">
            {documents.map((document) => (
              <DocumentButton key={document.fileName} document={document} />
            ))}
          </Group>
        </>
      )}
      <Group gap="xs" justify="flex-end" mt="lg">
        <OrderActions order={order} />
      </Group>
    </Modal>
  );
}
