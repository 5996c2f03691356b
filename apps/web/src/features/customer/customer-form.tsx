import { NativeSelect, TextInput } from '@mantine/core';
import { languageNames } from '@servicebook/i18n';
import { countryName } from '@servicebook/i18n/intl.ts';
import { type Customer, CustomerInsert, CustomerUpdate } from '@servicebook/shared/customer';
import { languages } from '@servicebook/shared/primitives';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ConflictNotice } from '../../components/conflict-notice.tsx';
import { CountrySelect } from '../../components/country-select.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import classes from '../../components/form-grid.module.css';
import { currentLanguage } from '../../lib/i18n.ts';
import { fetchNewest } from '../../lib/queries.ts';
import { type RecordForm, useRecordForm } from '../../lib/use-record-form.ts';
import { type SaveForm, useSaveForm } from '../../lib/use-save-form.ts';
import { customerQuery, useInsertCustomer, useUpdateCustomer } from './customer.queries.ts';

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

const empty = {
  shortName: '',
  fullName: '',
  streetAddress: '',
  zipCode: '',
  city: '',
  country: '' as const,
  nip: '',
  regon: '',
  phoneNumber: '',
  email: '',
  language: '' as const,
};

type Values = z.input<typeof CustomerUpdate>;
const valuesOf = (customer: Customer): Values => ({
  ...customer,
  country: customer.country as '',
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
  return <Fields {...form} onCancel={onCancel} />;
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
  return <Fields {...form} notice={<CustomerConflict {...form} />} onCancel={onCancel} extra={extra} />;
}

interface FieldsProps extends Pick<SaveForm<never>, 'submit' | 'saving' | 'dirty' | 'failure'> {
  field: (name: keyof typeof empty) => ReturnType<SaveForm<never>['field']>;
  notice?: ReactNode;
  onCancel: () => void;
  extra?: ReactNode;
}

function Fields({ field, submit, saving, dirty, failure, notice, onCancel, extra }: FieldsProps) {
  const { t } = useTranslation('customer');
  const documentLanguages = languages.map((value) => ({ value, label: languageNames[value] }));
  return (
    <form onSubmit={submit} noValidate data-form-actions>
      <div className={classes.fields}>
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
        <TextInput
          className={classes.whole}
          label={t('streetAddress')}
          autoComplete="off"
          {...field('streetAddress')}
        />
        <div className={classes.town}>
          <TextInput label={t('zipCode')} autoComplete="off" {...field('zipCode')} />
          <TextInput label={t('city')} autoComplete="off" {...field('city')} />
        </div>
        <CountrySelect label={t('country')} {...field('country')} />
        <TextInput
          label={t('phoneNumber')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...field('phoneNumber')}
        />
        <TextInput
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <TextInput label={t('nip')} autoComplete="off" {...field('nip')} />
        <TextInput label={t('regon')} autoComplete="off" {...field('regon')} />
        <NativeSelect
          label={t('language')}
          description={t('languageHint')}
          data={[{ value: '', label: t('languageOfAccount') }, ...documentLanguages]}
          {...field('language')}
        />
      </div>
      {notice}
      <ErrorNotice error={failure} className={classes.failure} />
      <FormActions onCancel={onCancel} saving={saving} dirty={dirty} extra={extra} />
    </form>
  );
}

function CustomerConflict({ conflict, theirs }: Pick<RecordForm<Values>, 'conflict' | 'theirs'>) {
  const { t } = useTranslation('customer');
  const describe = (field: keyof Values) => ({
    label: t(field as keyof typeof empty),
    theirs: theirs ? textOf(theirs, field) : '',
  });
  return <ConflictNotice className={classes.failure} conflict={conflict} describe={describe} />;
}

function textOf(values: Values, field: keyof Values): string {
  if (field === 'country') return values.country ? countryName(values.country, currentLanguage()) : '';
  if (field === 'language') return values.language ? languageNames[values.language] : '';
  return String(values[field] ?? '');
}
