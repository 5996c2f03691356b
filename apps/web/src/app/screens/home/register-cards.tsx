import { IconBuilding, IconCategory, IconChartBar, IconPlus, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/use-session.ts';
import cardLink from './card-link.module.css';
import { Figure, type Known } from './figure.tsx';
import classes from './home-page.module.css';

const cards = [
  {
    name: 'customers',
    to: paths.customerList,
    Icon: IconBuilding,
    hint: 'customersHint',
    add: { to: paths.customerAdd, label: 'newCustomer' },
  },
  { name: 'categories', to: paths.categoryList, Icon: IconCategory, hint: 'categoriesHint' },
  { name: 'employees', to: paths.userList, Icon: IconUsers, hint: 'employeesHint', adminsOnly: true },
  { name: 'statistics', to: paths.statistics, Icon: IconChartBar, hint: 'statisticsHint', adminsOnly: true },
] as const;

/** A card for each register; the employees' and the statistics' for admins. */
export function RegisterCards({ figures, failed }: Known) {
  const { t } = useTranslation('home');
  const { isAdmin } = useSession();
  return cards
    .filter((card) => isAdmin || !('adminsOnly' in card))
    .map(({ name, to, Icon, hint, ...card }) => (
      <li key={name} className={classes.card}>
        <span className={classes.icon}>
          <Icon size={28} stroke={1.5} aria-hidden />
        </span>
        <h2 className={classes.name}>
          <Link to={to} className={`${cardLink.link} ${classes.link}`}>
            {t(name)}
          </Link>{' '}
          {name !== 'statistics' && (
            <span className={classes.total}>
              <Figure value={figures?.[name]} failed={failed} />
            </span>
          )}
        </h2>
        <p className={classes.hint}>{t(hint)}</p>
        {'add' in card && (
          <Link to={card.add.to} className={classes.add}>
            <IconPlus size={18} aria-hidden />
            {t(card.add.label)}
          </Link>
        )}
      </li>
    ));
}
