import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import { type ImportSummary, importTemplates } from '@servicebook/shared/import';
import { IconDownload, IconTableImport, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Column } from '../../components/data-table.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { FilePicker } from '../../components/file-drop.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { SectionCard, SectionCards } from '../../components/section-card.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { errorText } from '../../lib/error-text.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { ArchiveSection } from './archive-section.tsx';
import { fetchTemplate, importsQuery, useDeleteImport, useUpload } from './import.queries.ts';
import { canUndo, UndoDialog, useUndoQuestion } from './undo-dialog.tsx';
import { WorkProgress } from './work-progress.tsx';

/** The first step: a file, or an earlier import. */
export function FileStep() {
  const { t } = useTranslation('import');
  const navigate = useNavigate();
  const upload = useUpload();
  const choose = (files: File[]) => {
    const [file] = files;
    if (!file) return;
    upload.mutate(
      { file, idempotencyKey: crypto.randomUUID(), onProgress: () => {} },
      { onSuccess: ({ id }) => navigate(withQuery(paths.import, { id })) },
    );
  };
  return (
    <SectionCards>
      <SectionCard title={t('screen.file.title')} hint={t('screen.file.hint')}>
        <FilePicker
          // The others are read as far as it takes to say how to save them.
          accept=".xlsx,.csv,.tsv,.txt,.xls,.xlsm,.xlsb,.ods"
          label={t('screen.file.choose')}
          hint={t('screen.file.formats')}
          loading={upload.isPending}
          error={upload.error}
          onFiles={choose}
        />
        {upload.isPending && (
          <Text role="status" size="sm" mt="sm">
            {t('screen.file.reading')}
          </Text>
        )}
      </SectionCard>
      <SectionCard title={t('screen.file.templates')} hint={t('screen.file.templatesHint')}>
        <Templates />
      </SectionCard>
      <ArchiveSection />
      <EarlierImports />
    </SectionCards>
  );
}

function Templates() {
  const { t } = useTranslation('import');
  const download = useMutation({
    mutationFn: fetchTemplate,
    onSuccess: saveFile,
    onError: (error) => showToast({ tone: 'error', message: errorText(error) }),
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('screen.file.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {importTemplates.map((kind) => (
          <Menu.Item key={kind} onClick={() => download.mutate(kind)}>
            {t(`templates.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function EarlierImports() {
  const { t } = useTranslation('import');
  const { user } = useSession();
  const answer = useQuery(importsQuery);
  const table = useTableState({
    name: 'imports',
    sizes: [10, 50],
    defaultSize: 10,
    defaultSort: { by: 'createdAt', direction: 'desc' },
    inUrl: false,
  });
  const undo = useUndoQuestion();
  const deletion = useDeletion<ImportSummary>(useDeleteImport(), {
    texts: ({ filename }) => ({
      title: t('screen.deletion.title'),
      message: t('screen.deletion.message', { name: filename }),
    }),
  });
  const columns: Column<ImportSummary>[] = [
    {
      key: 'filename',
      header: t('screen.list.file'),
      render: ({ filename }) => filename,
      card: 'title',
    },
    {
      key: 'state',
      header: t('screen.list.state'),
      render: (made) => (
        <>
          {t(`screen.state.${made.state}`)}
          <WorkProgress made={made} />
        </>
      ),
    },
    {
      key: 'rows',
      header: t('screen.list.rows'),
      align: 'right',
      render: ({ counts }) => counts.rowsDone || '–',
    },
    { key: 'who', header: t('screen.list.who'), render: ({ user: who }) => nameOf(who) },
    {
      key: 'createdAt',
      header: t('screen.list.when'),
      render: ({ startedAt, createdAt }) => {
        const moment = momentIn(startedAt ?? createdAt, user?.timezone || 'UTC');
        return startedAt ? <span data-nowrap>{moment}</span> : t('screen.list.uploaded', { moment });
      },
    },
    {
      key: 'actions',
      header: t('screen.list.actions'),
      align: 'right',
      card: 'action',
      render: (made) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          {canUndo(made) && (
            <Button
              variant="default"
              aria-label={`${t('screen.undo.button')}: ${made.filename}`}
              onClick={() => undo.ask(made)}
            >
              {t('screen.undo.button')}
            </Button>
          )}
          {!made.startedAt && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('screen.deletion.of', { name: made.filename })}
              title={t('screen.deletion.of', { name: made.filename })}
              onClick={() => deletion.ask(made)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ),
    },
  ];
  return (
    <section>
      <h2>{t('screen.list.title')}</h2>
      <QueryTable
        query={answer}
        local={{ sortValue: ({ id }) => id }}
        table={table}
        label={t('screen.list.title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => withQuery(paths.import, { id })}
        empty={{
          title: t('screen.list.empty'),
          hint: t('screen.list.emptyHint'),
          icon: <IconTableImport size={32} stroke={1.5} />,
        }}
      />
      <DeletionDialog {...deletion.dialog} />
      <UndoDialog {...undo.dialog} />
    </section>
  );
}
