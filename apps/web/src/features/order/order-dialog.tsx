import { Modal } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { type Order, parseOrderDetails } from '@servicebook/shared/order';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { amountText } from '../../lib/money-text.ts';
import { fullName } from '../../lib/person-name.ts';
import { DocumentButton } from './document-button.tsx';
import { OrderActions } from './order-actions.tsx';
import classes from './order-dialog.module.css';
import { OrderStatusBadge } from './order-status-badge.tsx';
import { dayText } from './order-texts.ts';

interface OrderDialogProps {
  order: Order;
  timezone: string;
  onClose: () => void;
}

/** One order in full: for whom, on which plan, until when, for how much, and how it was paid. */
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
    [t('list.date'), dayText(order.date, timezone)],
    [t('list.orderedBy'), fullName(order.user)],
    [t('list.paidOn'), order.paymentDate && dayText(order.paymentDate, timezone)],
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
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <h3 className={classes.heading}>{t('list.extended')}</h3>
      <ul className={classes.users}>
        {users.map(({ email, planExpired, accountPlan, ...person }) => {
          const { name, period, quantity, vatRate, totalNetAmount, totalGrossAmount } = accountPlan;
          return (
            <li key={email} className={classes.user}>
              <div className={classes.person}>
                <strong>{fullName({ email, ...person })}</strong>
                <span>{email}</span>
                <span>
                  {joinPresent([
                    name,
                    t(`span.${period}`, { count: quantity }),
                    planExpired && t('list.until', { date: dayText(planExpired, timezone) }),
                  ])}
                </span>
              </div>
              <div className={classes.amounts}>
                <strong>{money(totalGrossAmount)}</strong>
                <span>{`${t('net')} ${money(totalNetAmount)}`}</span>
                <span>{`${t('vat')} ${t('percent', { rate: vatRate })}`}</span>
              </div>
            </li>
          );
        })}
      </ul>
      <dl className={classes.totals}>
        <div>
          <dt>{t('net')}</dt>
          <dd>{money(order.totalNetAmount)}</dd>
        </div>
        <div>
          <dt>{t('vat')}</dt>
          <dd>{money(order.totalVatAmount)}</dd>
        </div>
        <div className={classes.total}>
          <dt>{t('list.total')}</dt>
          <dd>{money(order.totalAmount)}</dd>
        </div>
      </dl>
      {documents.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('list.documents')}</h3>
          <div className={classes.documents}>
            {documents.map((document) => (
              <DocumentButton key={document.fileName} document={document} />
            ))}
          </div>
        </>
      )}
      <div className={classes.actions}>
        <OrderActions order={order} />
      </div>
    </Modal>
  );
}
