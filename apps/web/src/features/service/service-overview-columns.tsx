import { ActionIcon, Group } from '@mantine/core';
import { machineName } from '@servicebook/shared/machine-name';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconFileTypePdf } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { performersOf } from '../../lib/performers-of.ts';
import { useNumberText } from '../../lib/protocol-number.ts';
import { useSession } from '../../lib/use-session.ts';
import { useOutOfReach } from './out-of-reach.ts';
import { DateCell, FaultCell, TypeCell } from './service-cells.tsx';
import { StateBadge } from './state-badge.tsx';

const RemindButton = lazy(async () => ({
  default: (await import('./remind-button.tsx')).RemindButton,
}));

/** The columns of protocols of several machines and customers. */
export function useOverviewColumns(onPdf: (protocol: ServiceProtocol) => void): Column<ServiceProtocol>[] {
  const { t } = useTranslation(['service-overview', 'service']);
  const { user: reader } = useSession();
  const numberOf = useNumberText();
  const outOfReachOf = useOutOfReach();
  return [
    {
      key: 'fullNumber',
      header: t('columns.fullNumber'),
      render: numberOf,
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
      render: ({ faultDescription }) => faultDescription && <FaultCell fault={faultDescription} />,
    },
    { key: 'user', header: t('columns.user'), render: performersOf, sortable: true },
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
        <Group gap={0} justify="flex-end" wrap="nowrap">
          {protocol.signRequest?.sentTo && (
            <Suspense>
              <RemindButton protocol={protocol} />
            </Suspense>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('service:tab.pdf', { number: numberOf(protocol) })}
            title={t(`service:${outOfReachOf(protocol) ?? 'pdf.show'}`)}
            disabled={outOfReachOf(protocol) !== null}
            onClick={() => onPdf(protocol)}
          >
            <IconFileTypePdf size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Group>
      ),
      hideable: false,
      align: 'right',
      card: 'action',
    },
  ];
}
