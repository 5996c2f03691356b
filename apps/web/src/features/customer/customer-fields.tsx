import { Anchor } from '@mantine/core';
import { languageNames } from '@servicebook/i18n';
import { countryName } from '@servicebook/i18n/intl.ts';
import { cityLine } from '@servicebook/i18n/names.ts';
import type { Customer } from '@servicebook/shared/customer';
import { IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type EntityField, onChoice } from '../../components/entity-fields.ts';
import { pointText } from '../../components/map-point.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { callLink } from '../../lib/place-link.ts';

/** The fields of a customer, in the order of the list's columns. */
export function useCustomerFields() {
  const { t } = useTranslation('customer');
  return [
    { key: 'shortName', label: t('shortName'), column: { hideable: false, card: 'title' } },
    { key: 'fullName', label: t('fullName'), column: { card: 'subtitle' } },
    {
      key: 'ownNumber',
      label: t('ownNumber'),
      column: onChoice,
      input: { part: 'register', kind: 'text' },
    },
    { key: 'streetAddress', label: t('streetAddress'), column: onChoice },
    { key: 'zipCode', label: t('zipCode'), column: false },
    { key: 'city', label: t('city'), column: { render: cityLine } },
    {
      key: 'country',
      label: t('country'),
      text: ({ country }) => (country ? countryName(country, currentLanguage()) : ''),
      column: false,
    },
    { key: 'nip', label: t('nip'), column: { card: false }, input: { part: 'register', kind: 'text' } },
    { key: 'regon', label: t('regon'), column: onChoice, input: { part: 'register', kind: 'text' } },
    {
      key: 'phoneNumber',
      label: t('phoneNumber'),
      column: {
        render: ({ phoneNumber }) => phoneNumber && <PhoneLink number={phoneNumber} />,
        card: 'action',
      },
      input: { part: 'contact', kind: 'tel' },
    },
    { key: 'email', label: t('email'), column: { card: false }, input: { part: 'contact', kind: 'email' } },
    {
      key: 'language',
      label: t('language'),
      text: ({ language }) => (language ? languageNames[language] : ''),
      column: false,
    },
    {
      key: 'position',
      label: t('position'),
      text: ({ position }) => (position ? pointText(position) : ''),
      column: false,
    },
  ] satisfies EntityField<Customer>[] as EntityField<Customer>[];
}

/** Starts a call. */
function PhoneLink({ number }: { number: string }) {
  return (
    <Anchor inherit mod={['touch', 'nowrap']} href={callLink(number)}>
      <IconPhone size={18} stroke={1.7} style={{ marginRight: 8 }} data-narrow aria-hidden />
      {number}
    </Anchor>
  );
}
