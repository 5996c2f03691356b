import { Button, Flex, Group, Progress, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { formatNumber, formatSize } from '@servicebook/i18n/format.ts';
import {
  type Archive,
  type ArchiveContent,
  type ArchiveFault,
  type ArchivePerson,
  isArchiveAtWork,
} from '@servicebook/shared/archive';
import { IconArrowBackUp, IconPlayerStop, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { FilePicker } from '../../components/file-drop.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionCard, SectionCards } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';
import {
  archiveQuery,
  refetchEverything,
  useArchiveCancel,
  useArchiveRun,
  useArchiveUpload,
} from './archive.queries.ts';

interface Named {
  name: string;
  rows: number;
}

/** Coming back with an archive of all data: upload, check, a look at what comes back, and the return. */
export function ArchivePage() {
  const { t } = useTranslation('import');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(archiveQuery);
  const upload = useArchiveUpload();
  const [share, setShare] = useState(0);
  const stop = useRef(new AbortController());
  const state = data?.archive?.state;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && state === 'DONE') void refetchEverything(client);
    wasRunning.current = state === 'RUNNING';
  }, [client, state]);

  const start = ([file]: File[]) => {
    if (!file) return;
    stop.current = new AbortController();
    setShare(0);
    upload.mutate({ file, onProgress: setShare, signal: stop.current.signal });
  };
  const header = <PageHeader title={t('archive.title')} backTo={paths.import} />;
  if (!data)
    return (
      <>
        {header}
        {error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />}
      </>
    );
  const { archive, obstacles } = data;
  if (upload.isPending)
    return (
      <>
        {header}
        <SectionCard title={t('archive.file.title')}>
          <Working text={t('archive.work.UPLOADING', { percent: percent(share) })} share={share}>
            <Text size="sm" c="dimmed">
              {t('archive.work.keepOpen')}
            </Text>
            <StopButton onStop={() => stop.current.abort()} isStopping={false} />
          </Working>
        </SectionCard>
      </>
    );
  return (
    <>
      {header}
      <SectionCards>
        {archive?.state === 'DONE' && <Done archive={archive} />}
        {archive && isArchiveAtWork(archive) && <AtWork archive={archive} />}
        {archive?.state === 'CHECKED' && <Checked archive={archive} obstacles={obstacles} />}
        {(!archive || ['UPLOADING', 'CANCELLED', 'FAILED'].includes(archive.state)) && (
          <SectionCard title={t('archive.file.title')} hint={t('archive.file.hint')}>
            <Stack>
              {archive?.fault && archive.state === 'FAILED' && (
                <ErrorNotice title={t('archive.failed')} error={faultText(t, archive.fault)} />
              )}
              {archive?.state === 'CANCELLED' && <Text role="status">{t('archive.cancelled')}</Text>}
              {archive?.state === 'UPLOADING' && !upload.error && (
                <Text role="status">{t('archive.file.interrupted', { name: archive.filename })}</Text>
              )}
              <Obstacles obstacles={obstacles} />
              <FilePicker
                accept=".zip"
                label={t('archive.file.choose')}
                hint={t('archive.file.formats')}
                disabled={obstacles.length > 0}
                error={upload.error}
                onFiles={start}
              />
            </Stack>
          </SectionCard>
        )}
      </SectionCards>
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'import'>>['t'];

function faultText(t: Translate, { code, file, row }: ArchiveFault): string {
  const place = row === null ? file : t('archive.row', { file, row });
  const text = t(`archive.faults.${code}`);
  return place && code !== 'NOT_EMPTY' ? `${text} (${place})` : text;
}

const percent = (share: number): number => Math.floor(share * 100);
const number = (value: number) => formatNumber(value, currentLanguage());
const size = (value: number) => formatSize(value, currentLanguage());

function Working({ text, share, children }: { text: string; share: number; children: React.ReactNode }) {
  const { t } = useTranslation('import');
  return (
    <Stack>
      <Text role="status">{text}</Text>
      <Progress value={percent(share)} size="lg" aria-label={t('screen.work.progress')} />
      {children}
    </Stack>
  );
}

function StopButton({ onStop, isStopping }: { onStop: () => void; isStopping: boolean }) {
  const { t } = useTranslation('import');
  return (
    <Group mod="actions">
      <Button
        variant="default"
        loading={isStopping}
        leftSection={<IconPlayerStop size={18} aria-hidden />}
        onClick={onStop}
      >
        {t('screen.work.cancel')}
      </Button>
    </Group>
  );
}

function AtWork({ archive }: { archive: Archive }) {
  const { t } = useTranslation('import');
  const cancel = useArchiveCancel();
  const { id, state, done, total, filename } = archive;
  if (state !== 'CHECKING' && state !== 'RUNNING') return null;
  const share = total === 0 ? 0 : done / total;
  return (
    <SectionCard title={filename}>
      <Working text={t(`archive.work.${state}`, { percent: percent(share) })} share={share}>
        <Text size="sm" c="dimmed">
          {t('screen.work.leave')}
        </Text>
        <StopButton onStop={() => cancel.mutate(id)} isStopping={cancel.isPending} />
        <ErrorNotice error={cancel.error} />
      </Working>
    </SectionCard>
  );
}

/** Records that an archive cannot be brought back beside. */
function Obstacles({ obstacles }: { obstacles: readonly Named[] }) {
  const { t } = useTranslation('import');
  if (obstacles.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('archive.notEmpty.title')}
      </Title>
      <Text>{t('archive.notEmpty.hint')}</Text>
      <Flex component="ul" direction="column">
        {obstacles.map(({ name, rows }) => (
          <li key={name}>
            {name}: <span data-nowrap>{number(rows)}</span>
          </li>
        ))}
      </Flex>
    </Stack>
  );
}

function Checked({ archive, obstacles }: { archive: Archive; obstacles: readonly Named[] }) {
  const { t } = useTranslation('import');
  const { user } = useSession();
  const run = useArchiveRun();
  const cancel = useArchiveCancel();
  const { id, content, fault } = archive;
  if (!content) return null;
  const { counted, room, lostFiles, companyName, madeAt } = content;
  const isTooLarge = counted > room;
  return (
    <>
      <SectionCard title={t('archive.checked.title')} hint={t('archive.checked.hint')}>
        <FactList
          facts={[
            [t('archive.checked.company'), companyName],
            [t('archive.checked.madeAt'), momentIn(madeAt, user?.timezone || 'UTC')],
            ...countsOf(t, content),
          ]}
        />
        {lostFiles > 0 && <Text mt="lg">{t('archive.checked.lost', { count: lostFiles })}</Text>}
      </SectionCard>
      <SectionCard title={t('archive.checked.happens')}>
        <Stack>
          {(['companyData', 'people', 'protocols', 'left'] as const).map((what) => (
            <Text key={what}>{t(`archive.checked.${what}`)}</Text>
          ))}
          {fault && <ErrorNotice title={t('archive.notYet')} error={faultText(t, fault)} />}
          <Obstacles obstacles={obstacles} />
          {isTooLarge && (
            <ErrorNotice error={t('archive.checked.noRoom', { needed: size(counted), room: size(room) })} />
          )}
          <Group mod="actions">
            <Button
              loading={run.isPending}
              disabled={obstacles.length > 0}
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={() => run.mutate(id)}
            >
              {t('archive.checked.run')}
            </Button>
            <Button
              variant="default"
              loading={cancel.isPending}
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => cancel.mutate(id)}
            >
              {t('archive.checked.discard')}
            </Button>
          </Group>
          <ErrorNotice error={run.error ?? cancel.error} />
        </Stack>
      </SectionCard>
    </>
  );
}

/** What people look for first. The tables that belong to these come along. */
const mainTables = ['customers', 'machines', 'protocols', 'visits', 'todos', 'employees'] as const;

function countsOf(t: Translate, { rows, files, bytes }: ArchiveContent): [string, string][] {
  const counts = mainTables.map((table): [string, string] => [
    t(`archive.tables.${table}`),
    number(rows[table] ?? 0),
  ]);
  const ofFiles = t('archive.checked.filesOf', { count: files, size: size(bytes) });
  return [...counts, [t('archive.checked.files'), ofFiles]];
}

function Done({ archive: { filename, content } }: { archive: Archive }) {
  const { t } = useTranslation('import');
  return (
    <>
      <SectionCard title={t('archive.done.title')} hint={t('archive.done.hint', { name: filename })}>
        {content && <FactList facts={countsOf(t, content)} />}
      </SectionCard>
      {content && <People content={content} />}
    </>
  );
}

/** Who is to be invited, and who is only a name. */
function People({ content: { people } }: { content: ArchiveContent }) {
  const { t } = useTranslation('import');
  const invitable = people.filter((person) => person.as === 'INVITABLE');
  const names = people.filter((person) => person.as === 'NAME');
  if (invitable.length + names.length === 0) return null;
  return (
    <SectionCard title={t('archive.done.peopleTitle')} hint={t('archive.done.people')}>
      <Stack>
        <Names people={invitable} />
        {names.length > 0 && <Text>{t('archive.done.names')}</Text>}
        <Names people={names} />
        <Group mod="actions">
          <Button
            component={Link}
            to={paths.userList}
            variant="default"
            leftSection={<IconUsers size={18} aria-hidden />}
          >
            {t('archive.done.employees')}
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  );
}

function Names({ people }: { people: readonly ArchivePerson[] }) {
  if (people.length === 0) return null;
  return (
    <Flex component="ul" direction="column">
      {people.map(({ name, email }) => (
        <li key={`${email}/${name}`}>{[name, email].filter(Boolean).join(', ')}</li>
      ))}
    </Flex>
  );
}
