import { sortKeysOf } from '@servicebook/shared/primitives';
import { ServiceSearch } from '@servicebook/shared/service-overview';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePreview, type PreviewedFile } from '../../components/file-preview.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { linkTo } from '../../lib/paths.ts';
import { pdfFile } from './pdf-actions.ts';
import { serviceSearchQuery } from './service-overview.queries.ts';
import { useOverviewColumns } from './service-overview-columns.tsx';

interface Props {
  customerId: number;
  label: string;
  empty: { title: string; hint: string };
}

/** The protocols of a customer, with links to them at their machines. Its texts: `service`, `service-overview`. */
export function ProtocolsOfCustomer({ customerId, label, empty }: Props) {
  const { t } = useTranslation('service-overview');
  const table = useTableState({
    name: 'customer-protocols',
    sizes: [10, 20, 50, 100],
    defaultSize: 10,
    defaultSort: { by: 'fullNumber', direction: 'desc' },
    sortKeys: sortKeysOf(ServiceSearch),
    inUrl: false,
  });
  const answer = useQuery(serviceSearchQuery({ ...table.request, customerId }));
  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
  const columns = useOverviewColumns((protocol) => setPdf(pdfFile(protocol)));
  return (
    <>
      <QueryTable
        query={answer}
        table={table}
        label={label}
        columns={columns.filter(({ key }) => key !== 'customer')}
        rowKey={({ id }) => id}
        rowHref={({ id, devices: [machine] }) =>
          machine
            ? linkTo.machineEdit({
                ...{ id: machine.id, prev: 'customerEdit', customerId },
                ...{ activeTab: 'service', service: id },
              })
            : null
        }
        searchPlaceholder={t('search')}
        empty={empty}
      />
      <FilePreview opened={pdf !== null} file={pdf} onClose={() => setPdf(null)} />
    </>
  );
}
