import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import '@mantine/core/styles/Switch.layer.css';
import { Anchor, Card, Group, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { InspectionSummary } from '@servicebook/shared/inspection';
import { IconClipboardCheck, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { performersOf } from '../../lib/performers-of.ts';
import { useNumberText } from '../../lib/protocol-number.ts';
import { pdfUrl } from '../../lib/service-pdf-url.ts';
import { useWaits } from '../../lib/unsent.ts';
import { useSession } from '../../lib/use-session.ts';
import { FrequencyForm } from './frequency-form.tsx';
import { inspectionQuery, useEnableInspection } from './inspection.queries.ts';
import { Summary } from './inspection-summary.tsx';
import { nextInspectionOf } from './standing.ts';
import { StatedForm } from './stated-form.tsx';

/** The machine's inspection schedule, its past inspections and its warranty. */
export function InspectionTab({ device }: { device: Device }) {
  const { data, error, refetch } = useQuery(inspectionQuery(device.id));
  const { may } = useSession();
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  return (
    <Stack gap="lg">
      <Summary summary={data} device={device} />
      {may('device.edit') && (
        <Card component="section" padding="md">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
            <EnableSwitch summary={data} device={device} />
            <Stack gap="lg">
              <FrequencyForm summary={data} />
              <StatedForm summary={data} />
            </Stack>
          </SimpleGrid>
        </Card>
      )}
      <DoneInspections summary={data} />
    </Stack>
  );
}

function EnableSwitch({ summary, device }: { summary: InspectionSummary; device: Device }) {
  const { t } = useTranslation('inspection');
  const enable = useEnableInspection();
  const { id, isPeriodicInspectionEnabled: enabled } = summary.device;
  const isOn = enable.isPending ? enable.variables.body.isPeriodicInspectionEnabled : enabled;
  const next = nextInspectionOf(summary, device);
  return (
    <div>
      <Switch
        size="md"
        label={t('enabled')}
        description={t(`enabledHints.${'date' in next ? 'planned' : next.state}`)}
        checked={isOn}
        onChange={(event) =>
          enable.mutate({ body: { id, isPeriodicInspectionEnabled: event.currentTarget.checked } })
        }
      />
      <ErrorNotice error={enable.error} mt="xs" />
    </div>
  );
}

function DoneInspections({ summary }: { summary: InspectionSummary }) {
  const { t } = useTranslation(['inspection', 'device', 'service']);
  const numberText = useNumberText();
  const waits = useWaits(useSession().user);
  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
  const protocols = summary.periodicInspections.map(({ id, date, number, period, ...performed }) => ({
    key: `protocol-${id}`,
    date,
    number,
    facts: joinPresent(
      [performersOf(performed), period && t('then', { months: t('device:months', { count: period }) })],
      ' · ',
    ),
    protocol: id,
  }));
  const past = summary.pastInspections.map(({ id, date, number, performedBy }) => ({
    key: `past-${id}`,
    date,
    number,
    facts: performedBy,
    protocol: null,
  }));
  const done = [...protocols, ...past].sort((one, other) => other.date.localeCompare(one.date));
  return (
    <section>
      <Title order={2} size="h4" mb={10}>
        {t('done')}
      </Title>
      {done.length === 0 ? (
        <EmptyState
          title={t('doneEmptyTitle')}
          hint={t('doneEmptyHint')}
          icon={<IconClipboardCheck size={32} stroke={1.5} />}
        />
      ) : (
        <Card component="ol" padding={0} mod="rows" aria-label={t('done')}>
          {done.map(({ key, date, number, facts, protocol }) => (
            <Group
              renderRoot={(props) => <li {...props} />}
              justify="space-between"
              gap="0.25rem 1rem"
              px="md"
              py="xs"
              key={key}
            >
              <div>
                <Text fw={600}>{formatDay(date, currentLanguage())}</Text>
                {facts && (
                  <Text size="sm" c="dimmed">
                    {facts}
                  </Text>
                )}
              </div>
              {protocol === null ? (
                <Text size="sm">{joinPresent([t('service:past.mark'), number], ' · ')}</Text>
              ) : waits(protocol) ? (
                // The server makes the document.
                <Text size="sm">{numberText(number)}</Text>
              ) : (
                <Anchor
                  size="sm"
                  fw={550}
                  mod="touch"
                  href={pdfUrl(protocol)}
                  onClick={(event) => {
                    // With Ctrl or the middle button it opens like any other link.
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    setPdf({ url: pdfUrl(protocol), filename: `${number.replaceAll('/', '-')}.pdf` });
                  }}
                >
                  <IconFileTypePdf size={20} stroke={1.7} aria-hidden />
                  {t('protocol', { number })}
                </Anchor>
              )}
            </Group>
          ))}
        </Card>
      )}
      <FilePreview opened={pdf !== null} file={pdf} onClose={() => setPdf(null)} />
    </section>
  );
}
