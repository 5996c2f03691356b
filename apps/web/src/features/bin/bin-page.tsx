import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { type BinEntry, BinSearch } from '@servicebook/shared/bin';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { IconRestore, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AdminsOnly } from '../../components/admins-only.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { binSearchQuery, useErase, useRestore } from './bin.queries.ts';

const pageSizes = [20, 50, 100];
const day = 24 * 3_600_000;

/** Records that are called by a day have it in one form for all languages. */
const calledByDay: BinEntry['kind'][] = ['absence', 'pastService', 'priceList', 'visit'];

/** What was deleted in the last weeks, to be restored or erased. */
export function BinPage() {
  const { t } = useTranslation('bin');
  return (
    <AdminsOnly permission="bin.manage" title={t('title')} backTo={paths.home} reason={t('adminsOnly')}>
      <Bin />
    </AdminsOnly>
  );
}

function Bin() {
  const { t } = useTranslation('bin');
  const { user } = useSession();
  const table = useTableState({
    name: 'bin',
    sizes: pageSizes,
    defaultSize: 20,
    defaultSort: { by: 'deletedAt', direction: 'desc' },
    sortKeys: sortKeysOf(BinSearch),
  });
  const answer = useQuery(binSearchQuery(table.request));
  const restoration = useRestore();
  const erasure = useDeletion<BinEntry>(useErase(), {
    texts: (entry) => ({
      title: t('eraseTitle'),
      message: t('eraseMessage', { name: shown(entry, entry.title) }),
      confirm: t('erase'),
    }),
    done: t('erased'),
  });
  const restore = (entry: BinEntry) =>
    restoration.mutate(entry.id, {
      onError: (refusal) => showToast({ tone: 'error', message: errorText(refusal) }),
    });
  const daysLeft = ({ erasedAt }: BinEntry) => {
    const count = Math.ceil((Date.parse(erasedAt) - Date.now()) / day);
    return count > 0 ? t('daysLeft', { count }) : t('today');
  };

  const columns: Column<BinEntry>[] = [
    {
      key: 'title',
      header: t('columns.title'),
      render: (entry) => <Called entry={entry} />,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'kind',
      header: t('columns.kind'),
      render: ({ kind }) => t(`kind.${kind}`),
      card: 'subtitle',
    },
    { key: 'who', header: t('columns.who'), render: ({ who }) => who },
    {
      key: 'deletedAt',
      header: t('columns.deletedAt'),
      render: ({ deletedAt }) => <span data-nowrap>{momentIn(deletedAt, user?.timezone || 'UTC')}</span>,
      sortable: true,
    },
    {
      key: 'daysLeft',
      header: t('columns.daysLeft'),
      render: (entry) => <span data-nowrap>{daysLeft(entry)}</span>,
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      align: 'right',
      hideable: false,
      card: 'action',
      render: (entry) => {
        const name = shown(entry, entry.title);
        return (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <Button
              variant="default"
              leftSection={<IconRestore size={18} stroke={1.7} aria-hidden />}
              aria-label={t('restoreName', { name })}
              loading={restoration.isPending && restoration.variables === entry.id}
              onClick={() => restore(entry)}
            >
              {t('restore')}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('eraseName', { name })}
              title={t('erase')}
              onClick={() => erasure.ask(entry)}
            >
              <IconTrashX size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Group>
        );
      },
    },
  ];
  return (
    <>
      <PageHeader title={t('title')} backTo={paths.home} />
      <Text c="dimmed" mb="md">
        {t('hint')}
      </Text>
      <QueryTable
        query={answer}
        table={table}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        searchPlaceholder={t('searchPlaceholder')}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          icon: <IconTrash size={32} stroke={1.5} />,
        }}
      />
      <DeletionDialog {...erasure.dialog} />
    </>
  );
}

/** The name of a record, what it belonged to, and how many files are in it. */
function Called({ entry }: { entry: BinEntry }) {
  const { t } = useTranslation('bin');
  const { kind, title, parent, files } = entry;
  // A file is one itself.
  const more = kind !== 'file' && files > 0 && t('files', { count: files });
  const about = joinPresent([shown(entry, parent), more], ' · ');
  return (
    <>
      {shown(entry, title)}
      {about && (
        <Text span size="sm" c="dimmed" display="block">
          {about}
        </Text>
      )}
    </>
  );
}

const shown = ({ kind }: BinEntry, text: string): string =>
  calledByDay.includes(kind)
    ? text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (iso) => formatDay(iso, currentLanguage()))
    : text;
