import { Group } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import type { Visit } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { PriorityBadge, UndoneBadge, VisitStateBadge } from './visit-badges.tsx';
import classes from './visit-columns.module.css';
import { useMachinesText, useTechnicianText, whenText } from './visit-texts.ts';

/** The columns of lists of visits. Their texts: `visit`, `service`. */
export function useVisitColumns(): Column<Visit>[] {
  const { t } = useTranslation(['visit', 'service']);
  const nameText = useTechnicianText();
  const machinesText = useMachinesText();
  return [
    {
      key: 'day',
      header: t('day'),
      render: (visit) => <span data-nowrap>{whenText(visit) ?? t('noDay')}</span>,
      sortable: true,
      hideable: false,
    },
    {
      key: 'customer',
      header: t('customer'),
      render: ({ customer }) => customer.shortName,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'machines',
      header: t('machines'),
      render: ({ devices }) => <span className={classes.machines}>{machinesText(devices)}</span>,
    },
    {
      key: 'place',
      header: t('place'),
      render: ({ customer, devices }) => {
        const [place] = workPlaces(customer, devices);
        return place && addressLine(place);
      },
    },
    {
      key: 'types',
      header: t('types'),
      render: ({ types }) => types.map((type) => t(`service:types.${type}`)).join(', '),
    },
    {
      key: 'technicians',
      header: t('technicians'),
      render: ({ technicians }) => technicians.map(nameText).join(', ') || t('nobody'),
    },
    {
      key: 'priority',
      header: t('priority'),
      render: ({ priority }) => priority !== 'NORMAL' && <PriorityBadge priority={priority} />,
      sortable: true,
    },
    {
      key: 'state',
      header: t('state'),
      render: (visit) => (
        <Group gap={4}>
          <VisitStateBadge state={visit.state} />
          <UndoneBadge visit={visit} />
        </Group>
      ),
      sortable: true,
    },
  ];
}
