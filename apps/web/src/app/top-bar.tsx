import type { SessionUser } from '@servicebook/shared/user';
import {
  IconCalendarCheck,
  IconCalendarEvent,
  IconCategory,
  IconChartBar,
  IconChecklist,
  IconChevronDown,
  IconDeviceMobile,
  IconFileText,
  IconList,
  IconPlus,
  IconUsers,
} from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { BrandMark } from '../components/brand-mark.tsx';
import { useNarrowScreen } from '../components/use-narrow-screen.ts';
import { SessionLanguageSelect } from '../features/user/session-language-select.tsx';
import { i18n } from '../lib/i18n.ts';
import { type Path, paths } from '../lib/paths.ts';
import { isConfined } from '../lib/use-session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Disclosure } from './disclosure.tsx';
import { MenuEntry } from './menu-entry.tsx';
import classes from './top-bar.module.css';

const UnsentFiles = lazy(async () => ({
  default: (await import('../features/service/unsent-files.tsx')).UnsentFiles,
}));

const SearchEntry = lazy(async () => {
  const [{ SearchEntry: Entry }] = await Promise.all([
    import('../features/search/search-entry.tsx'),
    i18n.loadNamespaces(['search']),
  ]);
  return { default: Entry };
});

const NotificationBell = lazy(async () => {
  const [{ NotificationBell: Bell }] = await Promise.all([
    import('../features/notification/notification-bell.tsx'),
    i18n.loadNamespaces(['notification']),
  ]);
  return { default: Bell };
});

/** The pages about machines. */
const machinePaths: string[] = [paths.machineList, paths.machineAdd, paths.machineEdit];
/** The board, and the visits on it. */
const visitPaths: string[] = [paths.planning, paths.visitList, paths.visit];
/** The daily work, also linked in the machines' panel. */
const work = [
  { to: paths.planning, label: 'menu.planning', icon: IconCalendarEvent, pages: visitPaths },
  {
    to: paths.servicesList,
    label: 'menu.services',
    icon: IconFileText,
    pages: [paths.servicesList] as string[],
  },
  {
    to: paths.machinePeriodicInspection,
    label: 'menu.inspections',
    icon: IconCalendarCheck,
    pages: [paths.machinePeriodicInspection] as string[],
  },
  { to: paths.machineTodo, label: 'menu.todos', icon: IconChecklist, pages: [paths.machineTodo] as string[] },
] as const;
const customerPaths: string[] = [paths.customerList, paths.customerAdd, paths.customerEdit];
const categoryPaths: string[] = [paths.categoryList, paths.categoryAdd, paths.categoryEdit];
const employeePaths: string[] = [paths.userList, paths.userAdd, paths.userEdit];
const statisticsPaths: string[] = [paths.statistics];
/** Less frequently used pages. */
const lists = [
  { to: paths.categoryList, label: 'menu.categories', icon: IconCategory, pages: categoryPaths },
  { to: paths.userList, label: 'menu.employees', icon: IconUsers, pages: employeePaths },
  { to: paths.statistics, label: 'menu.statistics', icon: IconChartBar, pages: statisticsPaths },
] as const;

export function TopBar({ user }: { user: SessionUser }) {
  // A phone has the bar at the bottom instead.
  const narrow = useNarrowScreen();
  return (
    <div className={`${classes.bar} ${classes.sections}`}>
      <Link to={paths.home} className={classes.brand}>
        <BrandMark />
        <span>Servicebook</span>
      </Link>
      {/* The links work only for users who may go further. */}
      {!narrow && !isConfined(user) && <Sections />}
      <div className={classes.end}>
        {!isConfined(user) && !user.expired && (
          <Suspense>
            <SearchEntry user={user} />
          </Suspense>
        )}
        <Suspense>
          <UnsentFiles />
        </Suspense>
        {!isConfined(user) && !user.expired && (
          <Suspense>
            <NotificationBell />
          </Suspense>
        )}
        {!narrow && (
          <div className={classes.onDesktop}>
            <SessionLanguageSelect />
            <AccountMenu user={user} />
          </div>
        )}
      </div>
    </div>
  );
}

function Sections() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav className={classes.nav} aria-label={t('menu.main')}>
      <Disclosure
        className={classes.link}
        active={machinePaths.includes(pathname)}
        label={
          <>
            {t('menu.machines')}
            <IconChevronDown size={14} aria-hidden />
          </>
        }
      >
        <MenuEntry to={paths.machineList} icon={IconList}>
          {t('menu.machineList')}
        </MenuEntry>
        <MenuEntry to={paths.machineAdd} icon={IconPlus}>
          {t('menu.machineAdd')}
        </MenuEntry>
        {work.map(({ to, label, icon }) => (
          <MenuEntry key={to} to={to} icon={icon}>
            {t(label)}
          </MenuEntry>
        ))}
      </Disclosure>
      {work.map(({ to, label, pages }) => (
        <SectionLink key={to} to={to} active={pages.includes(pathname)}>
          {t(label)}
        </SectionLink>
      ))}
      <SectionLink to={paths.customerList} active={customerPaths.includes(pathname)}>
        {t('menu.customers')}
      </SectionLink>
      {/* A wide bar shows all entries; a narrow one puts the rest behind one button. */}
      <div className={classes.apart}>
        {lists.map(({ to, label, pages }) => (
          <SectionLink key={to} to={to} active={pages.includes(pathname)}>
            {t(label)}
          </SectionLink>
        ))}
        <NavLink
          to={paths.mobileApp}
          className={classes.link}
          aria-label={t('menu.mobileApp')}
          title={t('menu.mobileApp')}
        >
          <IconDeviceMobile size={20} stroke={1.7} aria-hidden />
        </NavLink>
      </div>
      <div className={classes.together}>
        <Disclosure
          className={classes.link}
          active={pathname === paths.mobileApp || lists.some(({ pages }) => pages.includes(pathname))}
          label={
            <>
              {t('menu.more')}
              <IconChevronDown size={14} aria-hidden />
            </>
          }
        >
          {lists.map(({ to, label, icon }) => (
            <MenuEntry key={to} to={to} icon={icon}>
              {t(label)}
            </MenuEntry>
          ))}
          <MenuEntry to={paths.mobileApp} icon={IconDeviceMobile}>
            {t('menu.mobileApp')}
          </MenuEntry>
        </Disclosure>
      </div>
    </nav>
  );
}

function SectionLink({ to, active, children }: { to: Path; active: boolean; children: string }) {
  return (
    <NavLink to={to} className={classes.link} data-active={active}>
      {children}
    </NavLink>
  );
}
