import { statusColours } from '@servicebook/shared/device';
import { IconEngine, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '../../../lib/paths.ts';
import cardLink from './card-link.module.css';
import { Figure, type Known } from './figure.tsx';
import classes from './home-page.module.css';

/** All machines, and how many there are of each status, each leading to them. */
export function MachineCard({ figures, failed }: Known) {
  const { t } = useTranslation(['home', 'device']);
  const machines = figures?.machines ?? [];
  const total = machines.reduce((sum, { count }) => sum + count, 0);
  return (
    <li className={`${classes.card} ${classes.wide}`}>
      <span className={classes.icon}>
        <IconEngine size={28} stroke={1.5} aria-hidden />
      </span>
      <h2 className={classes.name}>
        <Link to={paths.machineList} className={`${cardLink.link} ${classes.link}`}>
          {t('machines')}
        </Link>{' '}
        <span className={classes.total}>
          <Figure value={figures && total} failed={failed} />
        </span>
      </h2>
      <p className={classes.hint}>{t('machinesHint')}</p>
      <div className={classes.statuses} hidden={figures !== undefined && total === 0}>
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
      <Link to={paths.machineAdd} className={classes.add}>
        <IconPlus size={18} aria-hidden />
        {t('newMachine')}
      </Link>
    </li>
  );
}
