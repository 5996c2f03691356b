import { Flex, Loader, Text, TextInput } from '@mantine/core';
import { formatList } from '@servicebook/i18n/format.ts';
import { type Billing, InvoicedInput, type PriceList } from '@servicebook/shared/billing';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { amountText } from '../../lib/money-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useToday } from '../../lib/use-today.ts';
import { billingsQuery, useMarkInvoiced } from './billing.queries.ts';
import { useUndoInvoiced } from './use-undo-invoiced.ts';

interface Props {
  ids: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

const Mark = InvoicedInput.pick({ day: true, number: true });

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

/** Marks the chosen protocols as invoiced. Those that cannot be marked are named and left out. */
export function InvoicedDialog({ ids, onClose, onDone }: Props) {
  const { t } = useTranslation('billing');
  const { data, error } = useQuery(billingsQuery(ids));
  const today = useToday();
  const mark = useMarkInvoiced();
  const undo = useUndoInvoiced();
  const open = data?.filter(({ state }) => state === 'OPEN') ?? [];
  const leftOut = data?.filter(({ state }) => state !== 'OPEN') ?? [];
  const { form, field, submit, errorOf, saving, dirty, failure } = useSaveForm({
    schema: Mark,
    defaultValues: { day: today, number: '' },
    save: (content, idempotencyKey) =>
      mark.mutateAsync({
        body: {
          ...content,
          services: open.map(({ service: { id }, amount, currency }) => ({
            ...{ id, amount },
            currency: currency as PriceList['currency'],
          })),
        },
        idempotencyKey,
      }),
    onSaved: (marked) => {
      showToast({
        tone: 'success',
        message: t('mark.done', { count: marked.length }),
        action: { label: t('mark.undo'), run: () => undo(marked) },
      });
      onClose();
      onDone();
    },
  });
  const unpriced = open.filter(({ missingPrices, typed }) => missingPrices && typed === null);
  return (
    <FormDialog
      title={t('mark.title')}
      saveLabel={t('mark.button')}
      saving={saving || !data}
      dirty={dirty}
      failure={failure}
      onSubmit={(event) => {
        if (open.length > 0) void submit(event as React.FormEvent);
        else event.preventDefault();
      }}
      onClose={onClose}
    >
      {!data && !error && <Loader size="sm" />}
      <ErrorNotice error={error} />
      {data && (
        <>
          <Text fw={600}>
            {open.length > 0 ? t('mark.sum', { count: open.length, sum: sumText(open) }) : t('mark.none')}
          </Text>
          <Flex
            component="ul"
            direction="column"
            gap={4}
            mah="10rem"
            style={{ overflowY: 'auto' }}
            aria-label={t('mark.protocols')}
          >
            {open.map(({ service, amount, currency }) => (
              <Flex key={service.id} component="li" justify="space-between" gap="md">
                <span>{service.number}</span>
                <Text span inherit data-nowrap>
                  {amountText(amount, currency)}
                </Text>
              </Flex>
            ))}
          </Flex>
          {leftOut.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('mark.leftOut', {
                protocols: leftOut
                  .map(({ service, state }) => `${service.number} (${t(`states.${state}`)})`)
                  .join(', '),
              })}
            </Text>
          )}
          {unpriced.length > 0 && (
            <Text size="sm" c="orange.9" role="status">
              {t('mark.missingPrices', {
                protocols: unpriced.map(({ service }) => service.number).join(', '),
              })}
            </Text>
          )}
        </>
      )}
      <Controller
        control={form.control}
        name="day"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <DateField
            ref={ref}
            label={t('mark.day')}
            required
            value={value}
            error={errorOf('day')}
            onChange={(day) => onChange(day ?? '')}
            onBlur={onBlur}
          />
        )}
      />
      <TextInput
        label={t('mark.number')}
        description={t('mark.optional')}
        autoComplete="off"
        maxLength={100}
        {...field('number')}
      />
    </FormDialog>
  );
}
