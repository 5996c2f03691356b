import { Menu, UnstyledButton } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import { IconChevronDown, IconList, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { type Path, paths } from '../lib/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { BrandMark } from './brand-mark.tsx';
import { SessionLanguageSelect } from './session-language-select.tsx';
import classes from './top-bar.module.css';

const machinePaths: string[] = [paths.machineList, paths.machineAdd, paths.machineEdit];
const customerPaths: string[] = [paths.customerList, paths.customerAdd, paths.customerEdit];
const categoryPaths: string[] = [paths.categoryList, paths.categoryAdd, paths.categoryEdit];

export function TopBar({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <div className={classes.bar}>
      <Link to={paths.home} className={classes.brand}>
        <BrandMark />
        <span>Servicebook</span>
      </Link>
      <nav className={classes.nav} aria-label={t('menu.main')}>
        <Menu position="bottom-start" offset={2} trigger="click-hover" openDelay={80} closeDelay={200}>
          <Menu.Target>
            <UnstyledButton className={classes.link} data-active={machinePaths.includes(pathname)}>
              {t('menu.machines')}
              <IconChevronDown size={14} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              component={Link}
              to={paths.machineList}
              leftSection={<IconList size={18} stroke={1.7} aria-hidden />}
            >
              {t('menu.machineList')}
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={paths.machineAdd}
              leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}
            >
              {t('menu.machineAdd')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <SectionLink to={paths.customerList} active={customerPaths.includes(pathname)}>
          {t('menu.customers')}
        </SectionLink>
        <SectionLink to={paths.categoryList} active={categoryPaths.includes(pathname)}>
          {t('menu.categories')}
        </SectionLink>
      </nav>
      <div className={classes.end}>
        <div className={classes.onDesktop}>
          <SessionLanguageSelect />
          <AccountMenu user={user} />
        </div>
      </div>
    </div>
  );
}

function SectionLink({ to, active, children }: { to: Path; active: boolean; children: string }) {
  return (
    <NavLink to={to} className={classes.link} data-active={active}>
      {children}
    </NavLink>
  );
}
