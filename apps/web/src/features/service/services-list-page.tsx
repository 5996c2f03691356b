import { ActionIcon } from '@mantine/core';
import { nameOrDash } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { sortKeysOf } from '@servicebook/shared/primitives';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { ServiceSearch } from '@servicebook/shared/service-overview';
import { IconFileText, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { isReversed } from '../../components/day-range.tsx';
import { ExportMenu } from '../../components/export-menu.tsx';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo } from '../../lib/paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useSession } from '../../lib/use-session.ts';
import { ServicePdfsButton } from '../export/service-pdfs-button.tsx';
import { pdfFile } from './pdf-actions.ts';
import { exportServices, serviceSearchQuery } from './service.queries.ts';
import { DateCell, FaultCell, TypeCell } from './service-cells.tsx';
import { filterRequest, OverviewFilter } from './service-overview-filter.ts';
import { ServiceOverviewFilterBar } from './service-overview-filter-bar.tsx';
import { StateBadge } from './state-badge.tsx';

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
  const [chosen, setChosen] = useState<ServiceProtocol | null>(null);
  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
  const columns = useColumns((protocol) => setPdf(pdfFile(protocol)));
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          !reversed && (
            <>
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
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={(protocol) => {
          const [machine, ...others] = protocol.devices;
          return machine && others.length === 0 ? hrefOf(protocol, machine) : null;
        }}
        onRowClick={setChosen}
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
      <FilePreview opened={pdf !== null} file={pdf} onClose={() => setPdf(null)} />
    </>
  );
}

function useColumns(onPdf: (protocol: ServiceProtocol) => void): Column<ServiceProtocol>[] {
  const { t } = useTranslation(['service-overview', 'service']);
  const { user: reader } = useSession();
  return [
    {
      key: 'fullNumber',
      header: t('columns.fullNumber'),
      render: documentNumber,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'date',
      header: t('columns.date'),
      render: ({ date }) => <DateCell date={date} timezone={reader?.timezone || 'UTC'} />,
      sortable: true,
      card: 'subtitle',
    },
    {
      key: 'customer',
      header: t('columns.customer'),
      render: ({ customer }) => customer.shortName,
      sortable: true,
    },
    {
      key: 'devices',
      header: t('columns.devices'),
      render: ({ devices }) => <TruncatedText lines={2}>{devices.map(machineName).join(', ')}</TruncatedText>,
    },
    {
      key: 'paymentType',
      header: t('columns.typeAndPayment'),
      render: (protocol) => <TypeCell protocol={protocol} />,
    },
    {
      key: 'faultDescription',
      header: t('columns.faultDescription'),
      render: ({ faultDescription }) => <FaultCell fault={faultDescription} />,
    },
    { key: 'user', header: t('columns.user'), render: ({ user }) => nameOrDash(user), sortable: true },
    {
      key: 'state',
      header: t('columns.state'),
      render: (protocol) => <StateBadge of={protocol} />,
      sortable: true,
      card: 'badge',
    },
    {
      key: 'actions',
      header: t('columns.actions'),
      render: (protocol) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('service:tab.pdf', { number: documentNumber(protocol) })}
          title={t('service:pdf.show')}
          onClick={() => onPdf(protocol)}
        >
          <IconFileTypePdf size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      ),
      hideable: false,
      align: 'right',
      card: 'action',
    },
  ];
}
