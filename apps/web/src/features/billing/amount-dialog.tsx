import { joinPresent } from '@servicebook/i18n/names.ts';
import { type Billing, BillingInput, type PriceList } from '@servicebook/shared/billing';
import { toDecimal } from '@servicebook/shared/money';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../components/form-dialog.tsx';
import { amountText } from '../../lib/money-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSaveBilling } from './billing.queries.ts';
import { MoneyField } from './money-field.tsx';

const part = BillingInput.shape.partPrices.unwrap().element;
/** Prices may stay empty here; only typed ones are sent. */
const Amounts = z.object({
  amount: BillingInput.shape.amount,
  parts: z.array(part.extend({ price: part.shape.price.nullable() })),
});

/** The amount of a protocol and the prices of its parts, as the office types them. */
export function AmountDialog({ billing, onClose }: { billing: Billing; onClose: () => void }) {
  const { t } = useTranslation(['billing', 'common']);
  const saveBilling = useSaveBilling();
  const currency = billing.currency as PriceList['currency'];
  const parts = billing.free ? [] : billing.lines.filter(({ kind }) => kind === 'PART');
  const { form, submit, errorOf, saving, dirty, failure } = useSaveForm({
    schema: Amounts,
    defaultValues: {
      amount: billing.typed,
      parts: parts.map(({ name, number, unit, price }) => ({ name, number, unit, price })),
    },
    // The schema has read the amounts as cents; the wire has decimals.
    save: (content, idempotencyKey) =>
      saveBilling.mutateAsync({
        body: {
          service: { id: billing.service.id },
          currency,
          amount: content.amount === null ? null : toDecimal(content.amount),
          partPrices: content.parts.flatMap(({ price, ...each }) =>
            price === null ? [] : [{ ...each, price: toDecimal(price) }],
          ),
          revision: billing.revision,
        },
        idempotencyKey,
      }),
    onSaved: () => {
      showToast({ tone: 'success', message: t('common:saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('panel.change')}
      saveLabel={t('common:save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {parts.map(({ name, number }, index) => (
        <Controller
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while the dialog is open
          key={index}
          control={form.control}
          name={`parts.${index}.price`}
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <MoneyField
              ref={ref}
              label={t('panel.partPrice', { part: joinPresent([name, number], ' ') })}
              currency={currency}
              value={value ?? null}
              error={errorOf(`parts.${index}.price`)}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
      ))}
      <Controller
        control={form.control}
        name="amount"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <MoneyField
            ref={ref}
            label={t('panel.ownAmount')}
            description={`${t('panel.ownAmountHint')} (${amountText(billing.proposed, currency)})`}
            currency={currency}
            value={value ?? null}
            error={errorOf('amount')}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
    </FormDialog>
  );
}
