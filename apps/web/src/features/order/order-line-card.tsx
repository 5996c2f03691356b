import { ActionIcon, Button, Card, Divider, Group, Input, Stack, Text, Title } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import { toDecimal } from '@servicebook/shared/money';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../components/fact-list.tsx';
import { fieldText } from '../../lib/error-text.ts';
import { dayIn } from '../../lib/moment-text.ts';
import { amountText } from '../../lib/money-text.ts';
import type { LineChoice, OfferedUser, OrderLine } from './order-lines.ts';
import { PeriodToggle } from './period-toggle.tsx';
import { QuantityField } from './quantity-field.tsx';

const PlanDetailsDialog = lazy(async () => ({
  default: (await import('./plan-details-dialog.tsx')).PlanDetailsDialog,
}));

/** The id of a line's quantity field, which is focused if it is invalid. */
export const quantityFieldId = ({ user }: OrderLine): string => `quantity-${user.id}`;

interface OrderLineCardProps {
  line: OrderLine;
  timezone: string;
  /** The user has tried to buy, so an empty quantity is now an error. */
  checked: boolean;
  onChange: (choice: LineChoice) => void;
  /** Undefined if there is only one line. */
  onRemove: (() => void) | undefined;
}

/** One user of an order: their current plan, the ordered period, and its price. */
export function OrderLineCard({ line, timezone, checked, onChange, onRemove }: OrderLineCardProps) {
  const { t } = useTranslation('order');
  const [showsDetails, setShowsDetails] = useState(false);
  const { user, period, quantity, amounts, until, problem } = line;
  const plan = user.accountPlan;
  const name = nameOrEmail(user);
  const amount = (minor: number) => amountText(toDecimal(minor), plan.currency);
  const showsProblem = problem !== null && (checked || problem === 'TOO_LARGE');
  const facts = [
    [t('newUntil'), until ? dayIn(until, timezone) : '–'],
    [t('net'), amount(amounts.net)],
    [t('vatRate'), t('percent', { rate: plan.vatRate })],
    [t('gross'), amount(amounts.gross)],
  ] as const;
  return (
    <Card component="li" padding="lg">
      <Stack>
        <Group justify="space-between" gap="xs" wrap="nowrap" mih="2.125rem">
          <Group gap="0.25rem 0.5rem">
            <Title order={2} size="h3">
              {plan.name}
            </Title>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconInfoCircle size={16} aria-hidden />}
              onClick={() => setShowsDetails(true)}
            >
              {t('details')}
            </Button>
          </Group>
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
        </Group>
        <FactList
          facts={[
            [
              t('licence'),
              <Fragment key="licence">
                {name}
                {name !== user.email && (
                  <Text span size="sm" c="dimmed" display="block">
                    {user.email}
                  </Text>
                )}
                {user.invited && (
                  <Text span size="sm" c="dimmed" display="block">
                    {t('notSignedInYet')}
                  </Text>
                )}
              </Fragment>,
            ],
            [t('currentPlan'), <CurrentPlan key="plan" user={user} timezone={timezone} />],
          ]}
        />
        <Group align="flex-start" gap="1rem 1.25rem" mod="actions">
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
        </Group>
        <Divider />
        <FactList cols={{ base: 2, sm: 4 }} verticalSpacing="xs" facts={facts} />
        {showsDetails && (
          <Suspense>
            <PlanDetailsDialog plan={plan} onClose={() => setShowsDetails(false)} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}

function CurrentPlan({ user, timezone }: { user: OfferedUser; timezone: string }) {
  const { t } = useTranslation('order');
  const { currentPlan, planExpired, expired } = user;
  const plan = currentPlan.name;
  if (currentPlan.type === 'FREE') return plan;
  if (planExpired === null) return t('neverPaid', { plan });
  return t(expired ? 'expiredOn' : 'validUntil', { plan, date: dayIn(planExpired, timezone) });
}
