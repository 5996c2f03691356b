import { Alert, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { ServiceVersion } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { useFieldTexts } from '../history/use-field-texts.ts';

type Differences = ServiceVersion['differences'];

interface Row {
  label: string;
  /** Undefined: too much to read in a row, so it is only named. */
  values?: { signed: string; stored: string };
}

/** A version that was signed without a network: what others had changed meanwhile. */
export default function VersionDifferences({ differences }: { differences: Differences }) {
  const { t } = useTranslation(['service', 'history']);
  const rows = useRows(differences);
  const shown = (text: string) => text || t('history:empty');
  return (
    <Alert color="yellow" variant="light" role="note" my="xs" title={t('versions.differences')}>
      <dl>
        {rows.map(({ label, values }) => (
          <div key={label}>
            <Text component="dt" size="sm" fw={600}>
              {label}
            </Text>
            {values && (
              <Text component="dd" size="sm" mod="prose">
                {joinPresent(
                  [
                    t('versions.signedValue', { value: shown(values.signed) }),
                    t('versions.storedValue', { value: shown(values.stored) }),
                  ],
                  ' · ',
                )}
              </Text>
            )}
          </div>
        ))}
      </dl>
    </Alert>
  );
}

function useRows(differences: Differences): Row[] {
  const { t } = useTranslation(['service', 'company', 'device']);
  const texts = {
    customer: useFieldTexts('customer'),
    company: useFieldTexts('account'),
    service: useFieldTexts('service'),
  };
  const listed: Record<string, string> = {
    machines: t('versions.machinesAndWork'),
    partsUsed: t('facts.partsUsed'),
    attachments: t('files.title'),
    alsoPerformedBy: t('performer.also'),
    technician: t('performer.label'),
  };
  const days: Record<string, string> = {
    date: t('form.date'),
    nextInspection: t('device:nextInspection'),
  };
  const rows = differences.map(({ field, signed, stored }): Row => {
    const [group = '', ...rest] = field.split('.');
    const listedAs = listed[group];
    if (listedAs) return { label: listedAs };
    const values = (text: (value: string) => string) => ({
      signed: signed === null ? '' : text(signed),
      stored: stored === null ? '' : text(stored),
    });
    const day = days[group];
    if (day) return { label: day, values: values((value) => formatDay(value, currentLanguage())) };
    if (group === 'customer' || group === 'company') {
      const name = group === 'company' && rest[0] === 'name' ? 'companyName' : rest.join('.');
      const { label, text } = texts[group];
      const owner = group === 'customer' ? t('view.customer') : t('company:title');
      return { label: `${owner}: ${label(name)}`, values: values((value) => text(name, value)) };
    }
    // Both are settings of the customer or the company.
    const { label, text } = group === 'language' ? texts.customer : texts.service;
    return { label: label(group), values: values((value) => text(group, value)) };
  });
  // Name and position of a technician are one row.
  return rows.filter(({ label }, index) => rows.findIndex((row) => row.label === label) === index);
}
