import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
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
import { personName } from '../../lib/person-name.ts';
import { pdfUrl } from '../../lib/service-pdf-url.ts';
import { useSession } from '../../lib/use-session.ts';
import { FrequencyForm } from './frequency-form.tsx';
import { inspectionQuery, useEnableInspection } from './inspection.queries.ts';
import { Summary } from './inspection-summary.tsx';
import classes from './inspection-tab.module.css';
import { nextInspectionOf } from './standing.ts';

/** When the machine is to be inspected, when it was, and what its warranty says. */
export function InspectionTab({ device }: { device: Device }) {
  const { data, error, refetch } = useQuery(inspectionQuery(device.id));
  const { may } = useSession();
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  return (
    <div className={classes.root}>
      <Summary summary={data} transferDate={device.transferDate} />
      {may('device.edit') && (
        <section className={classes.settings}>
          <EnableSwitch summary={data} transferDate={device.transferDate} />
          <FrequencyForm summary={data} />
        </section>
      )}
      <DoneInspections summary={data} />
    </div>
  );
}

function EnableSwitch({
  summary,
  transferDate,
}: {
  summary: InspectionSummary;
  transferDate: string | null;
}) {
  const { t } = useTranslation('inspection');
  const enable = useEnableInspection();
  const { id, isPeriodicInspectionEnabled: enabled } = summary.device;
  const wanted = enable.isPending ? enable.variables.body.isPeriodicInspectionEnabled : enabled;
  const next = nextInspectionOf(summary, transferDate);
  return (
    <div>
      <Switch
        className={classes.switch ?? ''}
        size="md"
        label={t('enabled')}
        description={t(`enabledHints.${'date' in next ? 'planned' : next.state}`)}
        checked={wanted}
        onChange={(event) =>
          enable.mutate({ body: { id, isPeriodicInspectionEnabled: event.currentTarget.checked } })
        }
      />
      <ErrorNotice error={enable.error} className={classes.failure} />
    </div>
  );
}

function DoneInspections({ summary }: { summary: InspectionSummary }) {
  const { t } = useTranslation(['inspection', 'device']);
  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
  const done = summary.periodicInspections;
  return (
    <section>
      <h2 className={classes.title}>{t('done')}</h2>
      {done.length === 0 ? (
        <EmptyState
          title={t('doneEmptyTitle')}
          hint={t('doneEmptyHint')}
          icon={<IconClipboardCheck size={32} stroke={1.5} />}
        />
      ) : (
        <ol className={classes.list} aria-label={t('done')}>
          {done.map(({ id, date, number, period, user }) => (
            <li key={id} className={classes.item}>
              <div className={classes.what}>
                <strong>{formatDay(date, currentLanguage())}</strong>
                <span className={classes.note}>
                  {joinPresent(
                    [
                      personName(user),
                      period && t('then', { months: t('device:months', { count: period }) }),
                    ],
                    ' · ',
                  )}
                </span>
              </div>
              <a
                className={classes.protocol}
                href={pdfUrl(id)}
                onClick={(event) => {
                  // With Ctrl or the middle button it is a link like any other.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  setPdf({ url: pdfUrl(id), filename: `${number.replaceAll('/', '-')}.pdf` });
                }}
              >
                <IconFileTypePdf size={20} stroke={1.7} aria-hidden />
                {t('protocol', { number })}
              </a>
            </li>
          ))}
        </ol>
      )}
      <FilePreview opened={pdf !== null} file={pdf} onClose={() => setPdf(null)} />
    </section>
  );
}
