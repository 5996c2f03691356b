import {
  IconBuilding,
  IconCategory,
  IconChartBar,
  IconEngine,
  IconPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/use-session.ts';
import cardLink from './card-link.module.css';
import { Figure, type Known, totalOf } from './figure.tsx';
import classes from './home-page.module.css';

const tiles = [
  {
    name: 'machines',
    to: paths.machineList,
    Icon: IconEngine,
    add: { to: paths.machineAdd, label: 'newMachine' },
  },
  {
    name: 'customers',
    to: paths.customerList,
    Icon: IconBuilding,
    add: { to: paths.customerAdd, label: 'newCustomer' },
  },
  { name: 'categories', to: paths.categoryList, Icon: IconCategory },
  { name: 'employees', to: paths.userList, Icon: IconUsers, adminsOnly: true },
  { name: 'statistics', to: paths.statistics, Icon: IconChartBar, adminsOnly: true },
] as const;

interface RegisterTilesProps extends Known {
  /** Whether the machines need a tile, because they have no card above. */
  machines: boolean;
}

/** A tile for each list; those of employees and statistics are for admins. */
export function RegisterTiles({ figures, failed, machines }: RegisterTilesProps) {
  const { t } = useTranslation('home');
  const { isAdmin } = useSession();
  const counts = figures && { ...figures, machines: totalOf(figures) };
  return (
    <ul className={classes.tiles}>
      {tiles
        .filter((tile) => (isAdmin || !('adminsOnly' in tile)) && (machines || tile.name !== 'machines'))
        .map(({ name, to, Icon, ...tile }) => (
          <li key={name} className={classes.tile}>
            <Icon size={22} stroke={1.6} aria-hidden />
            <h2 className={classes.name}>
              <Link to={to} className={`${cardLink.link} ${classes.link}`}>
                {t(name)}
              </Link>{' '}
              {name !== 'statistics' && (
                <span className={classes.total}>
                  <Figure value={counts?.[name]} failed={failed} />
                </span>
              )}
            </h2>
            {'add' in tile && (
              <Link
                to={tile.add.to}
                className={classes.plus}
                aria-label={t(tile.add.label)}
                title={t(tile.add.label)}
              >
                <IconPlus size={18} aria-hidden />
              </Link>
            )}
          </li>
        ))}
    </ul>
  );
}
