import { Checkbox, Loader, TextInput } from '@mantine/core';
import { type Billing, InvoicedInput, type PriceList } from '@servicebook/shared/billing';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DateField } from '../../components/date-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FieldGroup } from '../../components/form-grid.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useToday } from '../../lib/use-today.ts';
import { billingsQuery, useMarkInvoiced } from './billing.queries.ts';
import { MarkedProtocols, sumText } from './marked-protocols.tsx';
import { useShortList } from './short-list.ts';
import { useUndoInvoiced } from './use-undo-invoiced.ts';

interface Props {
  ids: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** A number for each customer and currency, because an invoice is for one. */
const Mark = z.object({
  day: InvoicedInput.shape.day,
  numbers: z.record(z.string(), InvoicedInput.shape.services.element.shape.number),
});
const numberKey = ({ customer, currency }: Billing) => `of${customer.id}${currency}` as const;

/** Work that the customer does not pay gets no invoice, unless the office gave it an amount. */
const isForNothing = ({ free, amount }: Billing) => free && amount === 0;

/** Marks the chosen protocols as invoiced. Shows a small loader beside its button until their amounts are known. */
export function InvoicedDialog({ ids, ...props }: Props) {
  const { t } = useTranslation('billing');
  const { data, error } = useQuery(billingsQuery(ids));
  if (data) return <InvoicedForm billings={data} {...props} />;
  if (!error) return <Loader size="sm" />;
  const { onClose } = props;
  return (
    <ConfirmDialog
      opened
      title={t('mark.title')}
      message=""
      error={error}
      onConfirm={onClose}
      onClose={onClose}
    />
  );
}

/** Those that cannot be marked, and those that are free of charge, are named and left out. */
function InvoicedForm({ billings, onClose, onDone }: Omit<Props, 'ids'> & { billings: readonly Billing[] }) {
  const { t } = useTranslation('billing');
  const shortList = useShortList();
  const today = useToday();
  const mark = useMarkInvoiced();
  const undo = useUndoInvoiced();
  const [withFree, setWithFree] = useState(false);
  const markable = billings.filter(({ state }) => state === 'OPEN' || state === 'FREE');
  const free = markable.filter(isForNothing);
  const open = withFree ? markable : markable.filter((each) => !isForNothing(each));
  const leftOut = billings.filter((each) => !markable.includes(each));
  const invoices = [...Map.groupBy(open, numberKey)];
  const { form, field, submit, errorOf, saving, dirty, failure } = useSaveForm({
    schema: Mark,
    defaultValues: {
      day: today,
      numbers: Object.fromEntries(billings.map((billing) => [numberKey(billing), ''])),
    },
    save: ({ day, numbers }, idempotencyKey) =>
      mark.mutateAsync({
        body: {
          day,
          services: open.map((billing) => ({
            id: billing.service.id,
            customer: { id: billing.customer.id },
            amount: billing.amount,
            currency: billing.currency as PriceList['currency'],
            number: numbers[numberKey(billing)] ?? '',
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
  const [only, ...others] = invoices;
  const numberProps = { autoComplete: 'off', maxLength: 100 };
  return (
    <FormDialog
      title={t('mark.title')}
      saveLabel={t('mark.button')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={(event) => {
        if (open.length > 0) void submit(event as FormEvent);
        else event.preventDefault();
      }}
      onClose={onClose}
    >
      <MarkedProtocols open={open} leftOut={leftOut} />
      {free.length > 0 && (
        <Checkbox
          label={t('mark.withFree', { count: free.length })}
          description={shortList(free.map(({ service }) => service.number))}
          checked={withFree}
          onChange={(event) => setWithFree(event.currentTarget.checked)}
        />
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
      {only && others.length === 0 && (
        <TextInput
          label={t('mark.number')}
          description={t('mark.optional')}
          {...numberProps}
          {...field(`numbers.${only[0]}`)}
        />
      )}
      {others.length > 0 && (
        <FieldGroup title={t('mark.numbers')}>
          {invoices.map(([key, own]) => (
            <TextInput
              key={key}
              label={own[0]?.customer.shortName}
              description={t('mark.sum', { count: own.length, sum: sumText(own) })}
              {...numberProps}
              {...field(`numbers.${key}`)}
            />
          ))}
        </FieldGroup>
      )}
    </FormDialog>
  );
}
