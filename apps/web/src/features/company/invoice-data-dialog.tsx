import { Group, TextInput } from '@mantine/core';
import { type Account, InvoiceData } from '@servicebook/shared/company';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CountrySelect } from '../../components/country-select.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { usePostalCode } from '../../lib/use-postal-code.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { companyQuery, useUpdateCompany } from './company.queries.ts';

interface Props {
  /** The data is now complete. */
  onComplete: () => void;
  onClose: () => void;
}

/** Asks for the buyer's data that is missing for an invoice. */
export function InvoiceDataDialog(props: Props) {
  const { data: company } = useQuery(companyQuery);
  return company ? <InvoiceDataForm company={company} {...props} /> : null;
}

function InvoiceDataForm({ company, onComplete, onClose }: Props & { company: Account }) {
  const { t } = useTranslation('company');
  const update = useUpdateCompany();
  const { companyName, nip, street, postalCode, city, country } = company;
  const { form, field, submit, saving, dirty, failure } = useSaveForm({
    schema: InvoiceData,
    defaultValues: { companyName, nip, street, postalCode, city, country: country as InvoiceData['country'] },
    save: (data) => update.mutateAsync({ body: { id: company.id, phone: company.phone, ...data } }),
    onSaved: onComplete,
  });
  const place = usePostalCode({ form, field });
  return (
    <FormDialog
      title={t('invoice.title')}
      saveLabel={t('invoice.save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('invoice.hint')}</p>
      <FormGrid>
        <TextInput
          mod="whole"
          label={t('companyName')}
          withAsterisk
          autoComplete="organization"
          {...field('companyName')}
        />
        <TextInput label={t('nip')} withAsterisk autoComplete="off" {...field('nip')} />
        <TextInput label={t('street')} withAsterisk autoComplete="street-address" {...field('street')} />
        <Group wrap="nowrap" align="start">
          <TextInput
            flex={2}
            label={t('postalCode')}
            withAsterisk
            autoComplete="postal-code"
            {...place.postalCode}
          />
          <TextInput
            flex={3}
            label={t('city')}
            withAsterisk
            autoComplete="address-level2"
            {...field('city')}
          />
        </Group>
        <CountrySelect label={t('country')} withAsterisk autoComplete="country" {...place.country} />
      </FormGrid>
    </FormDialog>
  );
}
