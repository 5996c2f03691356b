import { NativeSelect, TextInput } from '@mantine/core';
import { languageNames } from '@servicebook/i18n';
import { type Customer, CustomerInsert, CustomerUpdate } from '@servicebook/shared/customer';
import { languages } from '@servicebook/shared/primitives';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { countryOptions } from '../../lib/countries.ts';
import { type SaveForm, useSaveForm } from '../../lib/use-save-form.ts';
import { useInsertCustomer, useUpdateCustomer } from './customer.queries.ts';
import classes from './customer-form.module.css';

interface Props {
  /** The one to change; without it the form adds one. */
  customer?: Customer;
  onSaved: (customer: Customer) => void;
  onCancel: () => void;
}

/** Adds or changes a customer; knows nothing of the page or popup around it. */
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

const refusals = { CUSTOMER_EXISTS: 'shortName' } as const;

function AddForm({ onSaved, onCancel }: Omit<Props, 'customer'>) {
  const insert = useInsertCustomer();
  const form = useSaveForm({
    schema: CustomerInsert,
    defaultValues: empty,
    save: (content, idempotencyKey) => insert.mutateAsync({ content, idempotencyKey }),
    onSaved,
    refusals,
  });
  return <Fields {...form} onCancel={onCancel} />;
}

function EditForm({ customer, onSaved, onCancel }: Props & { customer: Customer }) {
  const update = useUpdateCustomer();
  const form = useSaveForm({
    schema: CustomerUpdate,
    defaultValues: { ...customer, country: customer.country as '', language: customer.language ?? '' },
    save: (content) => update.mutateAsync(content),
    onSaved,
    refusals,
  });
  return <Fields {...form} onCancel={onCancel} />;
}

interface FieldsProps extends Pick<SaveForm<never>, 'submit' | 'saving' | 'dirty' | 'failure'> {
  field: (name: keyof typeof empty) => ReturnType<SaveForm<never>['field']>;
  onCancel: () => void;
}

function Fields({ field, submit, saving, dirty, failure, onCancel }: FieldsProps) {
  const { t, i18n } = useTranslation(['customer', 'common']);
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
        <div className={classes.place}>
          <TextInput label={t('zipCode')} autoComplete="off" {...field('zipCode')} />
          <TextInput label={t('city')} autoComplete="off" {...field('city')} />
        </div>
        <NativeSelect
          label={t('country')}
          data={countryOptions(i18n.language, t('common:countries.none'))}
          {...field('country')}
        />
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
      <ErrorNotice error={failure} className={classes.failure} />
      <FormActions onCancel={onCancel} saving={saving} dirty={dirty} />
    </form>
  );
}
