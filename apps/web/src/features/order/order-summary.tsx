import { Anchor, Button } from '@mantine/core';
import { toDecimal } from '@servicebook/shared/money';
import type { Amounts } from '@servicebook/shared/plan';
import { IconCreditCard } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { fieldText } from '../../lib/error-text.ts';
import { amountText } from '../../lib/money-text.ts';
import { paths } from '../../lib/paths.ts';
import classes from './order-summary.module.css';

const paymentsDisabled = new ApiError({ status: 403, code: 'PAYMENTS_DISABLED' });

interface OrderSummaryProps {
  total: Amounts;
  /** There are several lines, so that their sums are on no line. */
  several: boolean;
  /** Null: the lines have different currencies and cannot be ordered together. */
  currency: string | null;
  /** Whether payments are turned on in this installation. */
  sells: boolean;
  buying: boolean;
  failure: ApiError | null;
  onBuy: () => void;
}

/** The total of all lines, and the button to buy; on a phone it stays within reach of the thumb. */
export function OrderSummary({ total, several, currency, sells, buying, failure, onBuy }: OrderSummaryProps) {
  const { t } = useTranslation('order');
  const amount = (minor: number) => (currency ? amountText(toDecimal(minor), currency) : '–');
  const unavailable = failure?.code === 'PAYMENT_UNAVAILABLE';
  return (
    <section className={classes.card} aria-label={t('summary')}>
      {several && (
        <dl className={classes.parts}>
          <div>
            <dt>{t('net')}</dt>
            <dd>{amount(total.net)}</dd>
          </div>
          <div>
            <dt>{t('vat')}</dt>
            <dd>{amount(total.vat)}</dd>
          </div>
        </dl>
      )}
      {currency === null && <ErrorNotice error={fieldText('ONE_CURRENCY')} />}
      <ErrorNotice error={sells ? failure : paymentsDisabled} />
      <p className={classes.legal}>
        <Trans
          t={t}
          i18nKey="legal"
          components={{ terms: <Anchor component={Link} to={paths.conditions} inherit underline="always" /> }}
        />
      </p>
      <div className={classes.pay} data-form-actions>
        <p className={classes.total}>
          <span>{t('toPay')}</span>
          <strong>{amount(total.gross)}</strong>
        </p>
        {sells && (
          <Button
            size="md"
            className={classes.buy ?? ''}
            leftSection={<IconCreditCard size={20} aria-hidden />}
            loading={buying}
            disabled={currency === null}
            onClick={onBuy}
          >
            {t(unavailable ? 'retry' : 'buyNow')}
          </Button>
        )}
      </div>
      <p className={classes.leaving} role="status">
        {buying ? t('leaving') : ''}
      </p>
    </section>
  );
}
