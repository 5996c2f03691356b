import { Button } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { useSession } from '../../lib/use-session.ts';
import { AttachmentDialog } from './attachment-dialog.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { canShareFiles, pdfFile, useSharePdf } from './pdf-actions.ts';
import { serviceSearchQuery } from './service.queries.ts';
import { useServiceColumns } from './service-columns.tsx';
import { draftDeviceId, draftServiceId } from './service-draft.ts';
import { useDraftOwner, useDrafts } from './use-drafts.ts';
import { type Target, useServiceAddress } from './use-service-address.ts';

const ServiceDialog = lazy(async () => ({ default: (await import('./service-dialog.tsx')).ServiceDialog }));

const pageSizes = [15, 30, 50, 100];

/** A machine's service protocols: search, write, sign, share. */
export function ServiceTab({ device }: { device: Device }) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const table = useTableState({
    name: 'services',
    sizes: pageSizes,
    defaultSize: 15,
    defaultSort: { by: 'fullNumber', direction: 'desc' },
    inUrl: false,
  });
  const answer = useQuery(serviceSearchQuery({ ...table.request, deviceId: device.id }));

  const [resume, setResume] = useState(false);
  const address = useServiceAddress();
  const opener = useRef<Element | null>(null);
  const open = (next: Target, takesUp = false) => {
    opener.current = document.activeElement;
    setResume(takesUp);
    address.open(next);
  };

  const owner = useDraftOwner(device.id);
  const drafts = useDrafts().filter(({ key }) => draftDeviceId(key) === device.id);
  const { target } = address;
  const closed = target === null;
  useEffect(() => {
    if (!closed) return;
    // Returns the focus to the element that opened the popup.
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    opener.current = null;
  }, [closed]);

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
  });

  // In grey, because the machine's summary has the same button in colour.
  const addButton = !device.archived && (
    <Button
      variant="default"
      flex={{ base: 1, md: 'none' }}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => open('new')}
    >
      {t('tab.add')}
    </Button>
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
        rowKey={({ id }) => id}
        onRowClick={({ id }) => open(id)}
        searchPlaceholder={t('tab.search')}
        toolbar={addButton}
        empty={{ title: t('tab.emptyTitle'), hint: t('tab.emptyHint') }}
      />
      <Suspense>
        {target !== null && owner && (
          <ServiceDialog device={device} owner={owner} target={target} resume={resume} address={address} />
        )}
      </Suspense>
      {owner && <AttachmentDialog protocol={attachesTo} owner={owner} onClose={() => setAttachesTo(null)} />}
      <FilePreview opened={pdf !== null} file={pdf} onClose={() => setPdf(null)} />
    </>
  );
}
