import { formatNumber } from '@servicebook/i18n/format.ts';
import { sortKeysOf } from '@servicebook/shared/primitives';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { ServiceSearch } from '@servicebook/shared/service-overview';
import { IconFileText, IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkActions } from '../../components/bulk-actions.tsx';
import { isReversed } from '../../components/day-range.tsx';
import { ExportMenu, useExportActions } from '../../components/export-menu.tsx';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useRowSelection } from '../../components/use-row-selection.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/paths.ts';
import { useNumberText } from '../../lib/protocol-number.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useSession } from '../../lib/use-session.ts';
import { useMarkInvoiced } from '../billing/mark-invoiced.tsx';
import { MonthEnd } from '../billing/month-end.tsx';
import { ServicePdfsButton } from '../export/service-pdfs-button.tsx';
import { pdfFile } from './pdf-actions.ts';
import { protocolEntries } from './protocol-entries.ts';
import { exportServices, findServiceIds, serviceSearchQuery } from './service-overview.queries.ts';
import { useOverviewColumns } from './service-overview-columns.tsx';
import { filterRequest, OverviewFilter } from './service-overview-filter.ts';
import { ServiceOverviewFilterBar } from './service-overview-filter-bar.tsx';

const RecentBulk = lazy(async () => ({
  default: (await import('../../components/recent-bulk.tsx')).RecentBulk,
}));
const FilePreview = lazy(async () => ({
  default: (await import('../../components/file-preview.tsx')).FilePreview,
}));
const ServicePdfsDialog = lazy(async () => ({
  default: (await import('../export/service-pdfs-dialog.tsx')).ServicePdfsDialog,
}));
const MailSeveralDialog = lazy(async () =>
  (await import('../protocol-mail/load-mail-several.ts')).loadMailSeveral(),
);
const MachineChooser = lazy(async () => ({
  default: (await import('./machine-chooser.tsx')).MachineChooser,
}));

const pageSizes = [10, 20, 50, 100];

/** A link to a machine of the protocol, with the protocol open. */
const hrefOf = ({ id, customer }: ServiceProtocol, machine: { id: number }) =>
  linkTo.machineEdit({
    id: machine.id,
    prev: 'servicesList',
    customerId: customer.id,
    activeTab: 'service',
    service: id,
  });

/** All protocols of the company: search, open at their machines, export. */
export function ServicesListPage() {
  const { t } = useTranslation(['service-overview', 'export']);
  const numberOf = useNumberText();
  const { values: filter, set, change, clear } = useAddress(OverviewFilter, { resets: 'page' });
  const reversed = isReversed(filter);
  const table = useTableState({
    name: 'service-overview',
    sizes: pageSizes,
    defaultSize: 20,
    defaultSort: { by: 'fullNumber', direction: 'desc' },
    sortKeys: sortKeysOf(ServiceSearch),
  });
  const { text, sort } = table.request;
  const narrowed = { text, ...filterRequest(filter) };
  const answer = useQuery({
    ...serviceSearchQuery({ ...table.request, ...narrowed }),
    enabled: !reversed,
  });
  const { data } = answer;
  const { may } = useSession();
  const selection = useRowSelection(narrowed);
  const ids = [...selection.ids];
  const [chosen, setChosen] = useState<ServiceProtocol | null>(null);
  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
  // Chosen ones of other pages are not known here.
  const known = data?.content.filter(({ id }) => selection.ids.has(id)) ?? [];
  const invoicing = useMarkInvoiced({
    ids: selection.ids,
    shown: filter.invoicing,
    isUnsigned: known.length === ids.length && known.every(({ version }) => version === 0),
    onDone: selection.clear,
  });
  const exports = useExportActions(selection.ids, (format, ids) => exportServices({ ids, sort, format }));
  const [archive, setArchive] = useState(false);
  const pdfs = {
    ...{ key: 'pdfs', icon: IconFileZip, isPrimary: true },
    label: t('export:servicePdfs.button', { total: formatNumber(ids.length, currentLanguage()) }),
    onClick: () => setArchive(true),
  };
  const [mailing, setMailing] = useState(false);
  const mail = { key: 'mail', label: t('mail'), icon: IconFileText, onClick: () => setMailing(true) };
  const columns = useOverviewColumns((protocol) => setPdf(pdfFile(protocol)));
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          !reversed && (
            <>
              {may('billing.manage') && <MonthEnd />}
              <ServicePdfsButton total={data?.totalElements ?? 0} found={narrowed} />
              <ExportMenu
                printing={table.printing}
                chosen={selection.ids}
                fetchFile={(format, ids) => exportServices({ ...(ids ? { ids } : narrowed), sort, format })}
              />
            </>
          )
        }
      />
      <Suspense>
        <RecentBulk subject="service" />
      </Suspense>
      <ServiceOverviewFilterBar filter={filter} count={set.length} onChange={change} />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        views={{ list: 'services' }}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={(protocol) => {
          const [machine, ...others] = protocol.devices;
          return machine && others.length === 0 ? hrefOf(protocol, machine) : null;
        }}
        onRowClick={setChosen}
        selection={{
          ...selection,
          all: { total: answer.data?.totalElements, load: () => findServiceIds(narrowed) },
          idOf: ({ id }) => id,
          nameOf: numberOf,
          actions: (
            <BulkActions
              entries={protocolEntries}
              others={[...invoicing.mark, pdfs, mail, ...invoicing.undo, ...exports]}
              ids={selection.ids}
              onDone={selection.clear}
            />
          ),
        }}
        searchPlaceholder={t('search')}
        filtered={set.length > 0}
        onClearFilters={clear}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          icon: <IconFileText size={32} stroke={1.5} />,
        }}
      />
      {invoicing.dialog}
      <Suspense>
        {archive && (
          <ServicePdfsDialog total={ids.length} found={{ ids }} onClose={() => setArchive(false)} />
        )}
        {mailing && (
          <MailSeveralDialog ids={ids} onClose={() => setMailing(false)} onDone={selection.clear} />
        )}
        {chosen && (
          <MachineChooser
            protocol={chosen}
            hrefOf={(machine) => hrefOf(chosen, machine)}
            onClose={() => setChosen(null)}
          />
        )}
      </Suspense>
      {pdf && (
        <Suspense>
          <FilePreview opened file={pdf} onClose={() => setPdf(null)} />
        </Suspense>
      )}
    </>
  );
}
