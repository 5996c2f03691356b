import { ActionIcon, Button, Input, Text } from '@mantine/core';
import { toDecimal } from '@servicebook/shared/money';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../lib/error-text.ts';
import { amountText } from '../../lib/money-text.ts';
import { fullName } from '../../lib/person-name.ts';
import classes from './order-line-card.module.css';
import type { LineChoice, OfferedUser, OrderLine } from './order-lines.ts';
import { dayText } from './order-texts.ts';
import { PeriodToggle } from './period-toggle.tsx';
import { QuantityField } from './quantity-field.tsx';

const PlanDetailsDialog = lazy(async () => ({
  default: (await import('./plan-details-dialog.tsx')).PlanDetailsDialog,
}));

/** The id of a line's quantity field, which is focused when it is wrong. */
export const quantityFieldId = ({ user }: OrderLine): string => `quantity-${user.id}`;

interface OrderLineCardProps {
  line: OrderLine;
  timezone: string;
  /** An attempt to buy was made, so an empty quantity is said to be wrong. */
  checked: boolean;
  onChange: (choice: LineChoice) => void;
  /** Not offered for the only one. */
  onRemove: (() => void) | undefined;
}

/** One user of an order: what they have, what is being bought for how long, and what it costs. */
export function OrderLineCard({ line, timezone, checked, onChange, onRemove }: OrderLineCardProps) {
  const { t } = useTranslation('order');
  const [explaining, setExplaining] = useState(false);
  const { user, period, quantity, amounts, until, problem } = line;
  const plan = user.accountPlan;
  const name = fullName(user);
  const amount = (minor: number) => amountText(toDecimal(minor), plan.currency);
  const showsProblem = problem !== null && (checked || problem === 'TOO_LARGE');
  const facts = [
    [t('newUntil'), until ? dayText(until, timezone) : '–'],
    [t('net'), amount(amounts.net)],
    [t('vatRate'), t('percent', { rate: plan.vatRate })],
    [t('gross'), amount(amounts.gross)],
  ] as const;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.plan}>
          <h2 className={classes.planName}>{plan.name}</h2>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.details ?? ''}
            leftSection={<IconInfoCircle size={16} aria-hidden />}
            onClick={() => setExplaining(true)}
          >
            {t('details')}
          </Button>
        </div>
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('remove', { name })}
            title={t('remove', { name })}
            onClick={onRemove}
          >
            <IconX size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <dl className={classes.who}>
        <div>
          <dt>{t('licence')}</dt>
          <dd>
            <span className={classes.name}>{name}</span>
            {name !== user.email && <span className={classes.email}>{user.email}</span>}
            {user.invited && (
              <Text span size="sm" c="dimmed" display="block">
                {t('notSignedInYet')}
              </Text>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('currentPlan')}</dt>
          <dd>
            <CurrentPlan user={user} timezone={timezone} />
          </dd>
        </div>
      </dl>
      <div className={classes.choice}>
        <Input.Wrapper label={t('period')} labelElement="div">
          <PeriodToggle
            label={t('periodOf', { name })}
            value={period}
            onChange={(chosen) => onChange({ period: chosen, quantity })}
          />
        </Input.Wrapper>
        <QuantityField
          id={quantityFieldId(line)}
          quantity={quantity}
          period={period}
          error={showsProblem ? fieldText(problem) : undefined}
          onChange={(typed) => onChange({ period, quantity: typed })}
        />
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {explaining && (
        <Suspense>
          <PlanDetailsDialog plan={plan} onClose={() => setExplaining(false)} />
        </Suspense>
      )}
    </li>
  );
}

function CurrentPlan({ user, timezone }: { user: OfferedUser; timezone: string }) {
  const { t } = useTranslation('order');
  const { currentPlan, planExpired, expired } = user;
  const plan = currentPlan.name;
  if (currentPlan.type === 'FREE') return plan;
  if (planExpired === null) return t('neverPaid', { plan });
  return t(expired ? 'expiredOn' : 'validUntil', { plan, date: dayText(planExpired, timezone) });
}
