import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { HistoryEntry } from '@servicebook/shared/service-book';
import { IconCertificate, IconHistory, IconNotebook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { i18n } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';
import { wallTime } from '../../lib/wall-clock.ts';
import { historyQuery, serviceBookUrl } from './history.queries.ts';
import { byYear, chosenEntries, countKinds, type Filter } from './history-groups.ts';
import { HistoryItem } from './history-item.tsx';

// Loaded on demand, because few machines ever need one.
const DossierDialog = lazy(async () => {
  const [{ DossierDialog: loaded }] = await Promise.all([
    import('../dossier/dossier-dialog.tsx'),
    i18n.loadNamespaces('export'),
  ]);
  return { default: loaded };
});

/** The number of entries rendered at a time; a machine of twenty years has thousands. */
const step = 100;

/** The machine's complete history as a timeline, and its service book as a PDF. */
export function HistoryTab({ device }: { device: Device }) {
  const { t } = useTranslation('history');
  const { data, error, refetch } = useQuery(historyQuery(device.id));
  const [chosen, setChosen] = useState<Filter[]>([]);
  const [shown, setShown] = useState(step);
  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
  const [isDossierOpen, setDossierOpen] = useState(false);

  const book = {
    url: serviceBookUrl(device.id),
    filename: `${t('bookName')} ${device.name.replace(/[\\/:*?"<>|]/g, '-')}.pdf`,
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="0.75rem 1rem" mod="actions">
        {data && <KindFilter entries={data} chosen={chosen} onChange={setChosen} />}
        <Group gap="sm" ml="auto" mod="actions">
          <Button
            variant="default"
            leftSection={<IconCertificate size={18} stroke={1.7} aria-hidden />}
            onClick={() => setDossierOpen(true)}
          >
            {t('dossier')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconNotebook size={18} stroke={1.7} aria-hidden />}
            onClick={() => setPdf(book)}
          >
            {t('book')}
          </Button>
        </Group>
      </Group>
      {data ? (
        <Timeline
          entries={chosenEntries(data, chosen)}
          shown={shown}
          onMore={() => setShown(shown + step)}
          onPdf={setPdf}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
      <FilePreview opened={pdf !== null} file={pdf} onClose={() => setPdf(null)} />
      {isDossierOpen && (
        <Suspense>
          <DossierDialog device={device} onClose={() => setDossierOpen(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

interface KindFilterProps {
  entries: HistoryEntry[];
  chosen: Filter[];
  onChange: (chosen: Filter[]) => void;
}

function KindFilter({ entries, chosen, onChange }: KindFilterProps) {
  const { t } = useTranslation('history');
  const kinds = countKinds(entries);
  if (kinds.length < 2) return null;
  return (
    <Group renderRoot={(props) => <fieldset {...props} />} gap={6} flex="1 1 20rem" aria-label={t('filter')}>
      {kinds.map(({ filter, count }) => {
        const on = chosen.includes(filter);
        return (
          <Button
            key={filter}
            variant={on ? 'filled' : 'default'}
            radius="xl"
            fw={400}
            px="sm"
            aria-pressed={on}
            onClick={() => onChange(on ? chosen.filter((each) => each !== filter) : [...chosen, filter])}
          >
            {t(`kinds.${filter}`)}{' '}
            <Text span size="xs" ms={6}>
              {count}
            </Text>
          </Button>
        );
      })}
    </Group>
  );
}

interface TimelineProps {
  entries: HistoryEntry[];
  shown: number;
  onMore: () => void;
  onPdf: (file: PreviewedFile) => void;
}

function Timeline({ entries, shown, onMore, onPdf }: TimelineProps) {
  const { t } = useTranslation('history');
  const { user } = useSession();
  const timezone = user?.timezone || 'UTC';
  if (entries.length === 0)
    return (
      <EmptyState
        title={t('emptyTitle')}
        hint={t('emptyHint')}
        icon={<IconHistory size={32} stroke={1.5} />}
      />
    );
  const years = byYear(entries.slice(0, shown), ({ at, day }) => (day ?? wallTime(at, timezone)).slice(0, 4));
  return (
    <div>
      {years.map(([year, ofYear]) => (
        <section key={year}>
          <Title order={2} size="h4" mt="sm" mb={6}>
            {year}
          </Title>
          <Card component="ol" px="md" py={0} mb="sm" aria-label={`${t('label')} ${year}`}>
            {ofYear.map((entry) => (
              <HistoryItem key={entry.key} entry={entry} timezone={timezone} onPdf={onPdf} />
            ))}
          </Card>
        </section>
      ))}
      {entries.length > shown && (
        <Button variant="default" fullWidth onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
