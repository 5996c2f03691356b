import { NativeSelect } from '@mantine/core';
import {
  currencies,
  type PriceKind,
  type PriceList,
  PriceListInput,
  priceKinds,
  usualCurrency,
} from '@servicebook/shared/billing';
import { addMonths } from '@servicebook/shared/calendar';
import { toDecimal } from '@servicebook/shared/money';
import { type FormEvent, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { fieldText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useToday } from '../../lib/use-today.ts';
import { loadCustomerOptions } from '../customer/customer.queries.ts';
import { useSavePrices } from './billing.queries.ts';
import { MoneyField } from './money-field.tsx';

interface Props {
  edited: PriceList | 'company' | 'customer';
  lists: readonly PriceList[];
  /** The company's country: its currency is that of the first prices. */
  country: string;
  /** Whose prices new ones of a customer are, if that is known. */
  owner?: { id: number; shortName: string } | undefined;
  onClose: () => void;
}

const none = { hour: null, travelHour: null, kilometre: null, callOut: null };
const decimalOrNull = (minor: number | null) => (minor === null ? null : toDecimal(minor));

/** Adds or changes prices. New ones start from the newest of the company. */
export function PricesDialog({ edited, lists, country, owner: known, onClose }: Props) {
  const { t } = useTranslation(['billing', 'common']);
  const today = useToday();
  const savePrices = useSavePrices();
  const newest = lists.find(({ customer }) => !customer);
  const isNew = typeof edited === 'string';
  const hasCustomer = isNew ? edited === 'customer' : edited.customer !== null;
  const { id, validFrom, currency, hour, travelHour, kilometre, callOut, revision, customer } = isNew
    ? {
        ...(edited === 'company' && newest ? newest : none),
        id: null,
        // The first prices also count for the month that is about to be billed.
        validFrom: newest ? today : addMonths(`${today.slice(0, 7)}-01`, -1),
        currency: newest?.currency ?? usualCurrency(country),
        revision: undefined,
        customer: hasCustomer ? (known ?? null) : null,
      }
    : edited;
  const { form, field, submit, errorOf, saving, dirty, failure } = useSaveForm({
    schema: PriceListInput,
    defaultValues: {
      ...{ id, validFrom, currency, hour, travelHour, kilometre, callOut },
      ...(revision && { revision }),
      customer: customer && { id: customer.id },
    },
    // The schema has read the amounts as cents; the wire has decimals.
    save: (content, idempotencyKey) =>
      savePrices.mutateAsync({
        body: {
          ...content,
          hour: decimalOrNull(content.hour),
          travelHour: decimalOrNull(content.travelHour),
          kilometre: decimalOrNull(content.kilometre),
          callOut: decimalOrNull(content.callOut),
        },
        idempotencyKey,
      }),
    refusals: { PRICES_EXIST: 'validFrom' },
    onSaved: () => {
      showToast({ tone: 'success', message: t('common:saved') });
      onClose();
    },
  });
  // A customer's list without a customer would be the company's.
  const [owner, setOwner] = useState(customer && { id: customer.id, label: customer.shortName });
  const [missing, setMissing] = useState(false);
  const shownCurrency = form.watch('currency');
  return (
    <FormDialog
      title={t(isNew ? (hasCustomer ? 'prices.addCustomer' : 'prices.add') : 'prices.edit')}
      saveLabel={t('common:save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={(event) => {
        event.preventDefault();
        const lacksCustomer = hasCustomer && !owner;
        setMissing(lacksCustomer);
        if (!lacksCustomer) void submit(event as FormEvent);
      }}
      onClose={onClose}
    >
      {hasCustomer && (
        <SearchSelect
          label={t('prices.customer')}
          required
          value={owner}
          error={missing ? fieldText('CUSTOMER_NOT_SELECTED') : undefined}
          onChange={(chosen) => {
            setOwner(chosen);
            setMissing(false);
            form.setValue('customer', chosen && { id: chosen.id }, { shouldDirty: true });
          }}
          loadOptions={loadCustomerOptions}
        />
      )}
      <FormGrid>
        <Controller
          control={form.control}
          name="validFrom"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <DateField
              ref={ref}
              label={t('fields.validFrom')}
              required
              value={value}
              error={errorOf('validFrom')}
              onChange={(day) => onChange(day ?? '')}
              onBlur={onBlur}
            />
          )}
        />
        <NativeSelect label={t('fields.currency')} data={[...currencies]} {...field('currency')} />
        {priceKinds.map((kind: PriceKind) => (
          <Controller
            key={kind}
            control={form.control}
            name={kind}
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <MoneyField
                ref={ref}
                label={t(`fields.${kind}`)}
                description={kind === 'callOut' ? t('prices.callOutHint') : undefined}
                currency={shownCurrency}
                value={value ?? null}
                error={errorOf(kind)}
                onChange={onChange}
                onBlur={onBlur}
              />
            )}
          />
        ))}
      </FormGrid>
    </FormDialog>
  );
}
