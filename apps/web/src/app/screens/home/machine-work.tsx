import { type DeviceStatus, statusColours } from '@servicebook/shared/device';
import { machineName } from '@servicebook/shared/machine-name';
import { IconEngine, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { deviceSearchQuery } from '../../../features/device/device.queries.ts';
import { linkTo, paths, withQuery } from '../../../lib/paths.ts';
import { Figure, type Known, totalOf } from './figure.tsx';
import classes from './home-page.module.css';
import { shownRows, WorkCard } from './work-card.tsx';

/** The statuses of machines that are out of order. */
const outOfOrder: DeviceStatus[] = ['FAULT', 'BROKEN', 'DANGER'];

/** The number of machines of each status, and the machines that are out of order, the most dangerous first. */
export function MachineWork({ figures, failed }: Known) {
  const { t } = useTranslation(['home', 'device']);
  const query = useQuery(
    deviceSearchQuery({
      statuses: outOfOrder,
      sort: { by: 'status', direction: 'desc' },
      size: shownRows,
    }),
  );
  const machines = figures?.machines ?? [];
  const total = figures && totalOf(figures);
  return (
    <WorkCard
      to={paths.machineList}
      Icon={IconEngine}
      title={
        <>
          {t('machines')}{' '}
          <span className={classes.total}>
            <Figure value={total} failed={failed} />
          </span>
        </>
      }
      action={
        <Link to={paths.machineAdd} className={classes.add}>
          <IconPlus size={18} aria-hidden />
          <span>{t('newMachine')}</span>
        </Link>
      }
      failed={failed}
      query={query}
      rowOf={({ id, name, serialNumber, customer, city, status }) => ({
        key: id,
        to: linkTo.machineEdit({ id, customerId: customer.id, prev: 'machineList' }),
        title: machineName({ name, serialNumber }),
        hint: [customer.shortName, city].filter(Boolean).join(', '),
        end: <StatusBadge label={t(`device:status.${status}`)} {...statusColours[status]} />,
      })}
      empty={t('noneOutOfOrder')}
    >
      <div className={classes.statuses} hidden={total === 0}>
        <div className={classes.bar} aria-hidden>
          {machines.map(({ status, count }) => (
            <span key={status} style={{ flexGrow: count, background: statusColours[status].background }} />
          ))}
        </div>
        <ul aria-label={t('byStatus')}>
          {machines.map(({ status, count }) => (
            <li key={status}>
              <Link to={withQuery(paths.machineList, { statuses: status })}>
                <i style={{ background: statusColours[status].background }} aria-hidden />
                {t(`device:status.${status}`)} <b>{count}</b>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </WorkCard>
  );
}
