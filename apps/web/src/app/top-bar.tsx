import type { SessionUser } from '@servicebook/shared/user';
import {
  IconCalendarCheck,
  IconChecklist,
  IconChevronDown,
  IconDeviceMobile,
  IconFileText,
  IconList,
  IconPlus,
} from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { BrandMark } from '../components/brand-mark.tsx';
import { SessionLanguageSelect } from '../features/user/session-language-select.tsx';
import { type Path, paths } from '../lib/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { Disclosure } from './disclosure.tsx';
import { MenuEntry } from './menu-entry.tsx';
import classes from './top-bar.module.css';

const UnsentFiles = lazy(async () => ({
  default: (await import('../features/service/unsent-files.tsx')).UnsentFiles,
}));

const machinePaths: string[] = [
  paths.machineList,
  paths.machineAdd,
  paths.machineEdit,
  paths.servicesList,
  paths.machinePeriodicInspection,
  paths.machineTodo,
];
const customerPaths: string[] = [paths.customerList, paths.customerAdd, paths.customerEdit];
const categoryPaths: string[] = [paths.categoryList, paths.categoryAdd, paths.categoryEdit];
const employeePaths: string[] = [paths.userList, paths.userAdd, paths.userEdit];

export function TopBar({ user }: { user: SessionUser }) {
  return (
    <div className={`${classes.bar} ${classes.sections}`}>
      <Link to={paths.home} className={classes.brand}>
        <BrandMark />
        <span>Servicebook</span>
      </Link>
      {/* They lead on only once an own password is chosen. */}
      {!user.mustChoosePassword && <Sections />}
      <div className={classes.end}>
        <Suspense>
          <UnsentFiles />
        </Suspense>
        <div className={classes.onDesktop}>
          <SessionLanguageSelect />
          <AccountMenu user={user} />
        </div>
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
        <MenuEntry to={paths.servicesList} icon={IconFileText}>
          {t('menu.services')}
        </MenuEntry>
        <MenuEntry to={paths.machinePeriodicInspection} icon={IconCalendarCheck}>
          {t('menu.inspections')}
        </MenuEntry>
        <MenuEntry to={paths.machineTodo} icon={IconChecklist}>
          {t('menu.todos')}
        </MenuEntry>
      </Disclosure>
      <SectionLink to={paths.customerList} active={customerPaths.includes(pathname)}>
        {t('menu.customers')}
      </SectionLink>
      <SectionLink to={paths.categoryList} active={categoryPaths.includes(pathname)}>
        {t('menu.categories')}
      </SectionLink>
      <SectionLink to={paths.userList} active={employeePaths.includes(pathname)}>
        {t('menu.employees')}
      </SectionLink>
      <SectionLink to={paths.statistics} active={pathname === paths.statistics}>
        {t('menu.statistics')}
      </SectionLink>
      <NavLink to={paths.mobileApp} className={classes.link} title={t('menu.mobileApp')}>
        <IconDeviceMobile className={classes.inShort} size={20} stroke={1.7} aria-hidden />
        <span className={classes.inFull}>{t('menu.mobileApp')}</span>
      </NavLink>
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
