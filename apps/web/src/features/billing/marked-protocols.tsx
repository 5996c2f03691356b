import { Alert, Button, Flex, Text } from '@mantine/core';
import { formatList } from '@servicebook/i18n/format.ts';
import type { Billing } from '@servicebook/shared/billing';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { amountText } from '../../lib/money-text.ts';
import { useShortList } from './short-list.ts';

interface Props {
  /** Those that will be marked. */
  open: readonly Billing[];
  /** Those that cannot be marked. */
  leftOut: readonly Billing[];
}

/** As many fit on a phone, above the fields. */
const shownAtFirst = 5;

/** One sum for each currency. */
export function sumText(billings: readonly Billing[]): string {
  const cents = new Map<string, number>();
  for (const { currency, amount } of billings)
    cents.set(currency, (cents.get(currency) ?? 0) + Math.round(amount * 100));
  return formatList(
    [...cents].map(([currency, sum]) => amountText(sum / 100, currency)),
    currentLanguage(),
  );
}

/** What is about to be marked, with its sum, and what to look at before. */
export function MarkedProtocols({ open, leftOut }: Props) {
  const { t } = useTranslation('billing');
  const shortList = useShortList();
  const forNothing = open.filter((each) => each.amount === 0 && each.typed === null && !each.free);
  const unpriced = open.filter(
    (each) => each.missingPrices && each.typed === null && !forNothing.includes(each),
  );
  return (
    <>
      <Text fw={600}>
        {open.length > 0 ? t('mark.sum', { count: open.length, sum: sumText(open) }) : t('mark.none')}
      </Text>
      <Amounts billings={open} />
      {leftOut.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('mark.leftOut', {
            protocols: shortList(
              leftOut.map(({ service, state }) => `${service.number} (${t(`states.${state}`)})`),
            ),
          })}
        </Text>
      )}
      {forNothing.length > 0 && (
        <Alert color="orange" role="status">
          {t('mark.zero', {
            count: forNothing.length,
            amount: amountText(0, forNothing[0]?.currency ?? ''),
            protocols: shortList(forNothing.map(({ service }) => service.number)),
          })}
        </Alert>
      )}
      {unpriced.length > 0 && (
        <Alert color="orange" role="status">
          {t('mark.missingPrices', {
            protocols: shortList(unpriced.map(({ service }) => service.number)),
          })}
        </Alert>
      )}
    </>
  );
}

/** The first of them; all on request, so that the fields stay near. */
function Amounts({ billings }: { billings: readonly Billing[] }) {
  const { t } = useTranslation('billing');
  const list = useRef<HTMLElement>(null);
  const [all, setAll] = useState(false);
  const several = billings.some(({ customer }) => customer.id !== billings[0]?.customer.id);
  // One more row takes no more room than the button.
  const folded = !all && billings.length > shownAtFirst + 1;
  if (billings.length === 0) return null;
  return (
    <div>
      <Flex
        component="ul"
        ref={(element: HTMLElement | null) => {
          list.current = element;
        }}
        tabIndex={-1}
        direction="column"
        gap={4}
        aria-label={t('mark.protocols')}
      >
        {(folded ? billings.slice(0, shownAtFirst) : billings).map(
          ({ service, customer, amount, currency }) => (
            <Flex key={service.id} component="li" justify="space-between" gap="md">
              <span>{several ? `${service.number} · ${customer.shortName}` : service.number}</span>
              <Text span inherit data-nowrap>
                {amountText(amount, currency)}
              </Text>
            </Flex>
          ),
        )}
      </Flex>
      {folded && (
        <Button
          variant="subtle"
          mt={4}
          ms="-1rem"
          onClick={() => {
            // The button goes; reading goes on in the list.
            list.current?.focus();
            setAll(true);
          }}
        >
          {t('mark.showAll', { count: billings.length })}
        </Button>
      )}
    </div>
  );
}
