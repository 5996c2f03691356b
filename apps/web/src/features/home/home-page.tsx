import { IconBuilding, IconCategory, IconEngine, IconPlus, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './home-page.module.css';

const cards = [
  {
    to: paths.machineList,
    icon: IconEngine,
    title: 'home.machines',
    hint: 'home.machinesHint',
    add: { to: paths.machineAdd, label: 'home.newMachine' },
  },
  {
    to: paths.customerList,
    icon: IconBuilding,
    title: 'home.customers',
    hint: 'home.customersHint',
    add: { to: paths.customerAdd, label: 'home.newCustomer' },
  },
  {
    to: paths.categoryList,
    icon: IconCategory,
    title: 'home.categories',
    hint: 'home.categoriesHint',
    add: null,
  },
  {
    to: paths.userList,
    icon: IconUsers,
    title: 'home.employees',
    hint: 'home.employeesHint',
    add: null,
    adminsOnly: true,
  },
] as const;

/** Where everybody starts: a card for each register; the employees' for admins. */
export function HomePage() {
  const { t } = useTranslation();
  const { user, isAdmin } = useSession();
  const shown = cards.filter((card) => isAdmin || !('adminsOnly' in card));
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('home.greeting', { name: user?.firstName ?? '' })}</h1>
        <p className={classes.question}>{t('home.question')}</p>
      </header>
      <ul className={classes.cards}>
        {shown.map(({ to, icon: Icon, title, hint, add }) => (
          <li key={to} className={classes.card}>
            <span className={classes.icon}>
              <Icon size={28} stroke={1.5} aria-hidden />
            </span>
            <h2 className={classes.name}>
              <Link to={to} className={classes.link}>
                {t(title)}
              </Link>
            </h2>
            <p className={classes.hint}>{t(hint)}</p>
            {add && (
              <Link to={add.to} className={classes.add}>
                <IconPlus size={18} aria-hidden />
                {t(add.label)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
