import { Button } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import type { Device } from '@servicebook/shared/device';
import type { PastService } from '@servicebook/shared/past-service';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconHistory, IconPlus } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useOpenService } from '../../lib/use-open-service.ts';
import { useSession } from '../../lib/use-session.ts';
import { AttachmentDialog } from './attachment-dialog.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { serviceHistoryQuery, useDeletePastService } from './past-service.queries.ts';
import { canShareFiles, pdfFile, useSharePdf } from './pdf-actions.ts';
import { categoryActionsQuery } from './service.queries.ts';
import { useServiceColumns } from './service-columns.tsx';
import { draftDeviceId, draftServiceId } from './service-draft.ts';
import { useDraftOwner, useDrafts } from './use-drafts.ts';

const PastServiceDialog = lazy(async () => ({
  default: (await import('./past-service-dialog.tsx')).PastServiceDialog,
}));

const pageSizes = [15, 30, 50, 100];

/** A machine's services: protocols to search, write, sign and share, and those that were entered afterwards. */
export function ServiceTab({ device }: { device: Device }) {
  const { t } = useTranslation('service');
  const { user, may } = useSession();
  const table = useTableState({
    name: 'services',
    sizes: pageSizes,
    defaultSize: 15,
    defaultSort: { by: 'date', direction: 'desc' },
    inUrl: false,
  });
  // A new protocol opens with its checklist, and nothing below it moves.
  usePrefetchQuery(categoryActionsQuery(device.category.id));
  const answer = useQuery(serviceHistoryQuery({ ...table.request, deviceId: device.id }));

  const open = useOpenService();
  const owner = useDraftOwner(device.id);
  const drafts = useDrafts().filter(({ key }) => draftDeviceId(key) === device.id);

  const [entered, setEntered] = useState<PastService | 'new' | null>(null);
  const deletion = useDeletion<PastService>(useDeletePastService(), {
    bin: 'pastService',
    texts: ({ date }) => ({
      title: t('past.deleteTitle'),
      message: t('past.deleteMessage', { date: formatDay(date, currentLanguage()) }),
    }),
  });

  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
  const [attachesTo, setAttachesTo] = useState<ServiceProtocol | null>(null);
  const { share, sharing } = useSharePdf();
  const [shares] = useState(canShareFiles);
  const columns = useServiceColumns({
    timezone: user?.timezone || 'UTC',
    shares,
    sharing,
    onPdf: (protocol) => setPdf(pdfFile(protocol)),
    onShare: share,
    onAttach: setAttachesTo,
    onPreview: setPdf,
    onDeletePast: (past) => deletion.ask(past),
  });

  // In grey, because the machine's summary has the same button in colour.
  const addButtons = !device.archived && (
    <>
      <Button
        variant="default"
        flex={{ base: 1, md: 'none' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => open('new')}
      >
        {t('tab.add')}
      </Button>
      {may('service.edit') && (
        <Button
          variant="default"
          // A line of its own on a phone, where two of these words do not fit side by side.
          flex={{ base: '1 1 100%', md: 'none' }}
          leftSection={<IconHistory size={18} aria-hidden />}
          onClick={() => setEntered('new')}
        >
          {t('past.add')}
        </Button>
      )}
    </>
  );
  return (
    <>
      {drafts.map((draft) => (
        <DraftNotice
          key={draft.key}
          draft={draft}
          onResume={() => open(draftServiceId(draft.key) ?? 'new', true)}
        />
      ))}
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        label={t('tab.title')}
        columns={columns}
        rowKey={({ protocol, past }) => (protocol ? `protocol-${protocol.id}` : `past-${past?.id}`)}
        onRowClick={({ protocol, past }) => (protocol ? open(protocol.id) : setEntered(past))}
        searchPlaceholder={t('tab.search')}
        toolbar={addButtons}
        empty={{ title: t('tab.emptyTitle'), hint: t('tab.emptyHint') }}
      />
      <Suspense>
        {entered && (
          <PastServiceDialog
            device={device}
            past={entered === 'new' ? null : entered}
            onClose={() => setEntered(null)}
          />
        )}
      </Suspense>
      <DeletionDialog {...deletion.dialog} />
      {owner && <AttachmentDialog protocol={attachesTo} owner={owner} onClose={() => setAttachesTo(null)} />}
      <FilePreview opened={pdf !== null} file={pdf} onClose={() => setPdf(null)} />
    </>
  );
}
