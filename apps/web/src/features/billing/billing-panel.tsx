import { Alert, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { formatDay, formatHours, formatNumber } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { Billing } from '@servicebook/shared/billing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { amountText } from '../../lib/money-text.ts';
import { AmountDialog } from './amount-dialog.tsx';
import { billingQuery } from './billing.queries.ts';
import { useUndoInvoiced } from './use-undo-invoiced.ts';

type Line = Billing['lines'][number];

const quantityText = ({ kind, quantity, unit }: Line): string => {
  const language = currentLanguage();
  if (kind === 'WORK' || kind === 'TRAVEL') return formatHours(quantity, language);
  return `${formatNumber(quantity, language)} ${kind === 'KILOMETRES' ? 'km' : unit}`.trim();
};

/** What a protocol costs, line by line, and whether it was invoiced. */
export function BillingPanel({ serviceId }: { serviceId: number }) {
  const { t } = useTranslation('billing');
  const { data, error, refetch } = useQuery(billingQuery(serviceId));
  const [changing, setChanging] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const undo = useUndoInvoiced();
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  const { state, lines, currency, amount, proposed, typed, invoice } = data;
  const withdrawn = state === 'WITHDRAWN';
  const day = invoice ? formatDay(invoice.day, currentLanguage()) : '';
  // Withdrawn work costs nothing. What is on an invoice stays visible: it has to be corrected.
  const shownLines = withdrawn && !invoice ? [] : lines;
  const hoursOf = (line: Line) => {
    const isTime = line.kind === 'WORK' || line.kind === 'TRAVEL';
    const text = quantityText(line);
    return isTime && data.severalPerformers ? t('lines.together', { hours: text }) : text;
  };
  const note = (text: string) => (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
  return (
    <Stack gap="xs">
      {data.changedSince && (
        <Alert color="orange">{t(withdrawn ? 'panel.withdrawnSince' : 'panel.changedSince')}</Alert>
      )}
      <Flex component="ul" direction="column" gap={4}>
        {shownLines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a computed list has no ids
          <Flex key={index} component="li" justify="space-between" gap="md">
            <span>
              {line.kind === 'PART' ? joinPresent([line.name, line.number], ' ') : t(`lines.${line.kind}`)}{' '}
              <Text span inherit size="sm" c="dimmed">
                {/* The flat rate is due once: its price is its amount. */}
                {line.kind !== 'CALL_OUT' &&
                  joinPresent(
                    [hoursOf(line), line.price !== null && `× ${amountText(line.price, currency)}`],
                    ' ',
                  )}
              </Text>
            </span>
            <Text span inherit data-nowrap>
              {line.amount === null ? t('lines.noPrice') : amountText(line.amount, currency)}
            </Text>
          </Flex>
        ))}
        <Flex component="li" justify="space-between" gap="md" fw={600}>
          <span>{t(withdrawn && invoice ? 'panel.invoicedAmount' : 'fields.amount')}</span>
          <Text span inherit data-nowrap>
            {amountText(withdrawn && invoice ? invoice.amount : amount, currency)}
          </Text>
        </Flex>
      </Flex>
      {withdrawn && !invoice && note(t('panel.withdrawn'))}
      {typed !== null &&
        !withdrawn &&
        note(`${t('panel.typed')}. ${t('panel.proposed')}: ${amountText(proposed, currency)}`)}
      {typed === null && !withdrawn && data.missingPrices && note(t('panel.missingPrices'))}
      {state === 'UNSIGNED' && note(t('panel.preview'))}
      {data.free && !withdrawn && note(t('panel.free'))}
      {invoice && (
        <Text fw={600}>
          {invoice.number
            ? t('panel.invoicedNumber', { day, number: invoice.number })
            : t('panel.invoiced', { day })}
        </Text>
      )}
      <Group mod="actions">
        {invoice ? (
          <Button
            variant="default"
            loading={undoing}
            onClick={() => {
              setUndoing(true);
              void undo([data]).finally(() => setUndoing(false));
            }}
          >
            {t('panel.undo')}
          </Button>
        ) : (
          !withdrawn && (
            <Button variant="default" onClick={() => setChanging(true)}>
              {t('panel.change')}
            </Button>
          )
        )}
      </Group>
      {changing && <AmountDialog billing={data} onClose={() => setChanging(false)} />}
    </Stack>
  );
}
