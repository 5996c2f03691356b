import { Group, NativeSelect, TextInput } from '@mantine/core';
import { languageNames } from '@servicebook/i18n';
import { type Customer, CustomerInsert, CustomerUpdate } from '@servicebook/shared/customer';
import { languages } from '@servicebook/shared/primitives';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CountrySelect } from '../../components/country-select.tsx';
import { EntityConflict } from '../../components/entity-conflict.tsx';
import { EntityInputs } from '../../components/entity-inputs.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { emptyValues, valuesFrom } from '../../lib/form-values.ts';
import { fetchNewest } from '../../lib/queries.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { type SaveForm, useSaveForm } from '../../lib/use-save-form.ts';
import { customerQuery, useInsertCustomer, useUpdateCustomer } from './customer.queries.ts';
import { useCustomerFields } from './customer-fields.tsx';
import { PositionField } from './position-field.tsx';

interface Props {
  /** The customer to change; without it, the form adds one. */
  customer?: Customer;
  onSaved: (customer: Customer) => void;
  onCancel: () => void;
  /** Shown next to save and cancel: the delete button of the edit screen. */
  extra?: ReactNode;
}

/** Adds or changes a customer. It does not depend on the page or popup around it. */
export function CustomerForm({ customer, ...props }: Props) {
  return customer ? <EditForm customer={customer} {...props} /> : <AddForm {...props} />;
}

type Values = z.input<typeof CustomerInsert>;
type ChangedValues = z.input<typeof CustomerUpdate>;

/** The language of the account has an option of its own, which is an empty text. */
const empty: Values = { ...emptyValues(CustomerInsert), shortName: '', fullName: '', language: '' };
const valuesOf = (customer: Customer): ChangedValues => ({
  ...valuesFrom(CustomerUpdate, customer),
  language: customer.language ?? '',
});

const refusals = { CUSTOMER_EXISTS: 'shortName' } as const;

function AddForm({ onSaved, onCancel }: Omit<Props, 'customer'>) {
  const insert = useInsertCustomer();
  const form = useSaveForm({
    schema: CustomerInsert,
    defaultValues: empty,
    save: (content, idempotencyKey) => insert.mutateAsync({ body: content, idempotencyKey }),
    onSaved,
    refusals,
  });
  return <Fields saveForm={form} onCancel={onCancel} />;
}

function EditForm({ customer, onSaved, onCancel, extra }: Props & { customer: Customer }) {
  const update = useUpdateCustomer();
  const queryClient = useQueryClient();
  const form = useRecordForm({
    schema: CustomerUpdate,
    stored: customer,
    valuesOf,
    fetchNewest: () => fetchNewest(queryClient, customerQuery(customer.id)),
    save: (content, idempotencyKey) => update.mutateAsync({ body: content, idempotencyKey }),
    onSaved,
    refusals,
  });
  return (
    <Fields
      // Both forms have the same fields; the customer's id and revision only travel with one of them.
      saveForm={form as unknown as SaveForm<Values, CustomerInsert>}
      notice={<EntityConflict fields={useCustomerFields()} form={form} />}
      onCancel={onCancel}
      extra={extra}
    />
  );
}

interface FieldsProps extends Pick<Props, 'onCancel' | 'extra'> {
  saveForm: SaveForm<Values, CustomerInsert>;
  notice?: ReactNode;
}

function Fields({ saveForm, notice, onCancel, extra }: FieldsProps) {
  const { t } = useTranslation('customer');
  const { form, field, submit, saving, dirty, failure } = saveForm;
  const inputs = { fields: useCustomerFields(), saveForm };
  const documentLanguages = languages.map((value) => ({ value, label: languageNames[value] }));
  return (
    <form onSubmit={submit} noValidate data-form-actions>
      <FormGrid>
        <TextInput
          label={t('shortName')}
          description={t('shortNameHint')}
          withAsterisk
          autoComplete="off"
          {...field('shortName')}
        />
        <TextInput
          label={t('fullName')}
          description={t('fullNameHint')}
          withAsterisk
          autoComplete="off"
          {...field('fullName')}
        />
        <TextInput mod="whole" label={t('streetAddress')} autoComplete="off" {...field('streetAddress')} />
        <Group wrap="nowrap" align="start">
          <TextInput flex={2} label={t('zipCode')} autoComplete="off" {...field('zipCode')} />
          <TextInput flex={3} label={t('city')} autoComplete="off" {...field('city')} />
        </Group>
        <CountrySelect label={t('country')} {...field('country')} />
        <Position form={form} />
        <EntityInputs part="contact" {...inputs} />
        <EntityInputs part="register" {...inputs} />
        <NativeSelect
          label={t('language')}
          description={t('languageHint')}
          data={[{ value: '', label: t('languageOfAccount') }, ...documentLanguages]}
          {...field('language')}
        />
      </FormGrid>
      {notice}
      <ErrorNotice error={failure} mt="lg" />
      <FormActions onCancel={onCancel} saving={saving} dirty={dirty} extra={extra} />
    </form>
  );
}

const addressParts = ['streetAddress', 'zipCode', 'city', 'country'] as const;

/** The position beside the address, which it may no longer fit. */
function Position({ form: { control } }: Pick<FieldsProps['saveForm'], 'form'>) {
  const [name, position, ...address] = useWatch({
    control,
    name: ['shortName', 'position', ...addressParts],
  });
  const { defaultValues: before } = useFormState({ control });
  const moved = addressParts.some((part, index) => (address[index] ?? '') !== (before?.[part] ?? ''));
  const kept = JSON.stringify(position ?? null) === JSON.stringify(before?.position ?? null);
  const [streetAddress, zipCode, city] = address.map((part) => part ?? '');
  return (
    <Controller
      control={control}
      name="position"
      render={({ field: { value, onChange } }) => (
        <PositionField
          name={name}
          value={value ?? null}
          onChange={onChange}
          address={{ streetAddress: streetAddress ?? '', zipCode: zipCode ?? '', city: city ?? '' }}
          outdated={moved && kept}
        />
      )}
    />
  );
}
