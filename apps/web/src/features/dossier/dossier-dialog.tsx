import { Alert, Checkbox, List, NativeSelect, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/List.layer.css';
import { languageNames, languages } from '@servicebook/i18n';
import { formatNumber } from '@servicebook/i18n/format.ts';
import type { Device } from '@servicebook/shared/device';
import type { DossierPreview } from '@servicebook/shared/dossier';
import type { Language } from '@servicebook/shared/primitives';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../components/fact-list.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { ArchiveDialog } from '../export/archive-dialog.tsx';
import { useDossierArchive } from '../export/export.queries.ts';
import { dossierQuery } from './dossier.queries.ts';

interface Props {
  device: Pick<Device, 'id'>;
  onClose: () => void;
}

/** Has the warranty dossier of a machine made, after telling what it will say and what should be filled in first. */
export function DossierDialog({ device: { id }, onClose }: Props) {
  const { t } = useTranslation('export');
  const { data: preview, error, refetch } = useQuery(dossierQuery(id));
  const asked = useDossierArchive();
  const [chosen, setChosen] = useState<Language | null>(null);
  const [withOtherCustomers, setWithOtherCustomers] = useState(false);
  const language = chosen ?? preview?.language;
  const form = preview ? (
    <Stack>
      <Text>{t('dossier.hint')}</Text>
      <Content preview={preview} />
      {preview.gaps.length > 0 && (
        <Alert role="note" color="yellow">
          <Text size="sm">{t('dossier.gaps')}</Text>
          <List size="sm">
            {preview.gaps.map((gap) => (
              <List.Item key={gap}>{t(`dossier.gap.${gap}`)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {preview.ofOtherCustomers > 0 && (
        <Checkbox
          label={t('dossier.withOtherCustomers')}
          description={t('dossier.otherCustomers', { count: preview.ofOtherCustomers })}
          checked={withOtherCustomers}
          onChange={(event) => setWithOtherCustomers(event.currentTarget.checked)}
        />
      )}
      <NativeSelect
        label={t('dossier.language')}
        description={t('dossier.languageHint')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={(event) => setChosen(event.currentTarget.value as Language)}
      />
    </Stack>
  ) : error ? (
    <ErrorState error={error} onRetry={() => refetch()} />
  ) : (
    <LoadingState />
  );
  return (
    <ArchiveDialog
      kind="WARRANTY_DOSSIER"
      deviceId={id}
      title={t('dossier.title')}
      hint={form}
      leave={t('servicePdfs.leave')}
      onStart={language ? () => asked.mutate({ id, language, withOtherCustomers }) : null}
      asked={asked}
      onClose={onClose}
    />
  );
}

/** What the dossier will say and hold, in figures. */
function Content({ preview: { totals, inspections, past, others } }: { preview: DossierPreview }) {
  const { t } = useTranslation('export', { keyPrefix: 'dossier' });
  const number = (value: number) => formatNumber(value, currentLanguage());
  const { required, onTime, late, missing } = totals;
  return (
    <FactList
      cols={2}
      facts={[
        [
          t('required'),
          required > 0 && t('requiredOf', { onTime: number(onTime), required: number(required) }),
        ],
        [t('late'), number(late)],
        [t('missing'), number(missing)],
        [t('inspections'), number(inspections)],
        [t('past'), number(past)],
        [t('others'), number(others)],
      ]}
    />
  );
}
