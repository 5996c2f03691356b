/** What the actions on chosen customers ask for. */
import { NativeSelect } from '@mantine/core';
import { languageNames } from '@servicebook/i18n';
import { language, languages } from '@servicebook/shared/primitives';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkFieldsProps } from '../../components/bulk-actions.tsx';

const ofCompany = 'company';

export function LanguageFields({ onChange }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'customer']);
  const [chosen, setChosen] = useState('');
  return (
    <NativeSelect
      label={t('customer:language')}
      description={t('customer.language.hint')}
      data-autofocus
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        setChosen(value);
        const next = language.safeParse(value).data ?? null;
        onChange(value === '' ? null : { action: 'customer.language', language: next });
      }}
      data={[
        { value: '', label: t('choose') },
        { value: ofCompany, label: t('customer:languageOfAccount') },
        ...languages.map((value) => ({ value, label: languageNames[value] })),
      ]}
    />
  );
}
