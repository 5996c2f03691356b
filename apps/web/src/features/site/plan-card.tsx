import { Button } from '@mantine/core';
import { type AccountPlan, type Period, parseFunctions } from '@servicebook/shared/plan';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { commaAmountText } from '../../lib/money-text.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { wishForPremium } from '../../lib/premium-wish.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { useSession } from '../../lib/use-session.ts';
import { CallToAction } from './call-to-action.tsx';
import classes from './plan-card.module.css';

/** A plan with its net and gross price for a period, and its features. */
export function PlanCard({ plan, period }: { plan: AccountPlan; period: Period }) {
  const { t } = useTranslation('order');
  const free = plan.type === 'FREE';
  const [net, gross] =
    period === 'year' ? [plan.yearNetPrice, plan.yearGrossPrice] : [plan.monthNetPrice, plan.monthGrossPrice];
  return (
    <li className={classes.card} data-paid={!free}>
      <h2 className={classes.name}>{plan.name}</h2>
      <p className={classes.description}>{plan.description}</p>
      <p className={classes.price}>
        <strong>{commaAmountText(net, plan.currency)}</strong> {!free && t('pricing.net')}
      </p>
      <p className={classes.terms}>
        {free ? t('pricing.oneUser') : t(period === 'year' ? 'pricing.perYear' : 'pricing.perMonth')}
      </p>
      {!free && (
        <p className={classes.terms}>
          {t('pricing.gross', { amount: commaAmountText(gross, plan.currency), rate: plan.vatRate })}
        </p>
      )}
      <ul className={classes.functions}>
        {parseFunctions(plan.functions).map((offered) => (
          <li key={offered}>
            <IconCheck size={20} stroke={2.2} aria-hidden />
            <span>{offered}</span>
          </li>
        ))}
      </ul>
      <div className={classes.action}>{free ? <CallToAction /> : <BuyButton period={period} />}</div>
    </li>
  );
}

/** Links to the user's order, for visitors via the registration; nothing if payments are turned off. */
function BuyButton({ period }: { period: Period }) {
  const { t } = useTranslation('order');
  const { user, may } = useSession();
  const { data: config } = useQuery(appConfigQuery);
  if (!config?.paymentsEnabled || (user && !may('order.manage'))) return null;
  return (
    <Button
      component={Link}
      to={user ? linkTo.order([user.id], period) : paths.register}
      size="md"
      onClick={user ? undefined : () => wishForPremium(period)}
    >
      {t('pricing.buy')}
    </Button>
  );
}
