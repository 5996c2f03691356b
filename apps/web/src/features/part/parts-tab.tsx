import { ActionIcon, Button, Group } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { Part } from '@servicebook/shared/part';
import { IconPlus, IconSettings, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { useSession } from '../../lib/use-session.ts';
import { partsQuery, useDeletePart } from './part.queries.ts';
import { PartDialog } from './part-dialog.tsx';

const sizes = [15, 30, 50, 100];

const textOf = ({ name, serialNumber, producer, decsription }: Part) =>
  [name, serialNumber, producer, decsription].join('\n');
const sortValue = (part: Part, key: string) => part[key as 'id' | 'name' | 'serialNumber' | 'producer'];

/** Breaks type codes that are one long word; shows nothing if the text is empty. */
const prose = (text: string) => text && <span data-prose>{text}</span>;

/** The parts built into a machine. */
export function PartsTab({ device }: { device: Device }) {
  const { t } = useTranslation('part');
  const { user, may } = useSession();
  const answer = useQuery(partsQuery(device.id));
  const [edited, setEdited] = useState<Part | 'new' | null>(null);
  const deletion = useDeletion<Part>(useDeletePart(), {
    bin: 'part',
    nameOf: ({ name }) => name,
    texts: ({ name }) => ({ title: t('deleteTitle'), message: t('deleteMessage', { name }) }),
  });
  const table = useTableState({
    name: 'parts',
    sizes,
    defaultSize: 15,
    defaultSort: { by: 'id', direction: 'desc' },
    inUrl: false,
  });
  const canEdit = may('part.edit');
  const narrow = useNarrowScreen();

  const columns: Column<Part>[] = [
    { key: 'name', header: t('name'), render: ({ name }) => prose(name), sortable: true, card: 'title' },
    {
      key: 'serialNumber',
      header: t('serialNumber'),
      render: ({ serialNumber }) => prose(serialNumber),
      sortable: true,
    },
    { key: 'producer', header: t('producer'), render: ({ producer }) => prose(producer), sortable: true },
    {
      key: 'decsription',
      header: t('description'),
      render: ({ decsription }) =>
        // A card has space for the full text, and phones cannot hover.
        decsription && !narrow ? <TruncatedText lines={2}>{decsription}</TruncatedText> : decsription,
    },
    {
      key: 'actions',
      header: t('actions'),
      align: 'right',
      card: 'action',
      render: (part) =>
        may('part.delete', part.userCreated.id === user?.id) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('delete', { name: part.name })}
            onClick={() => deletion.ask(part)}
          >
            <IconTrash size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        ),
    },
  ];
  return (
    <>
      {canEdit && (
        <Group mb="md" mod="actions">
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        </Group>
      )}
      <QueryTable
        query={answer}
        table={table}
        local={{ textOf, sortValue }}
        label={t('label')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={canEdit ? setEdited : undefined}
        searchPlaceholder={t('search')}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          icon: <IconSettings size={32} stroke={1.5} />,
        }}
      />
      {edited && (
        <PartDialog device={device} part={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
