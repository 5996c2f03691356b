import { sortKeysOf } from '@servicebook/shared/primitives';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { ServiceSearch } from '@servicebook/shared/service-overview';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isReversed } from '../../components/day-range.tsx';
import { ExportMenu } from '../../components/export-menu.tsx';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useRowSelection } from '../../components/use-row-selection.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useSession } from '../../lib/use-session.ts';
import { MarkInvoiced } from '../billing/mark-invoiced.tsx';
import { MonthEnd } from '../billing/month-end.tsx';
import { ServicePdfsButton } from '../export/service-pdfs-button.tsx';
import { pdfFile } from './pdf-actions.ts';
import { exportServices, serviceSearchQuery } from './service.queries.ts';
import { useOverviewColumns } from './service-overview-columns.tsx';
import { filterRequest, OverviewFilter } from './service-overview-filter.ts';
import { ServiceOverviewFilterBar } from './service-overview-filter-bar.tsx';

const FilePreview = lazy(async () => ({
  default: (await import('../../components/file-preview.tsx')).FilePreview,
}));
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
  const { t } = useTranslation('service-overview');
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
  const [chosen, setChosen] = useState<ServiceProtocol | null>(null);
  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
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
              <ExportMenu fetchFile={(format) => exportServices({ ...narrowed, sort, format })} />
            </>
          )
        }
      />
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
        {...(may('billing.manage') && {
          selection: {
            ...selection,
            idOf: ({ id }: ServiceProtocol) => id,
            nameOf: documentNumber,
            actions: <MarkInvoiced ids={selection.ids} shown={filter.invoicing} onDone={selection.clear} />,
          },
        })}
        searchPlaceholder={t('search')}
        filtered={set.length > 0}
        onClearFilters={clear}
        empty={{
          title: t('emptyTitle'),
          hint: t('emptyHint'),
          icon: <IconFileText size={32} stroke={1.5} />,
        }}
      />
      <Suspense>
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
