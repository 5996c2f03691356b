import type { SessionUser } from '@servicebook/shared/user';
import { IconBuilding, IconChecklist, IconEngine, IconHome, IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { type Path, paths } from '../lib/paths.ts';
import classes from './bottom-bar.module.css';
import { UnsentCount } from './unsent-count.tsx';

const MenuSheet = lazy(async () => ({ default: (await import('./menu-sheet.tsx')).MenuSheet }));

const sections = [
  { icon: IconHome, label: 'menu.home', to: paths.home, pages: [paths.home] },
  {
    icon: IconEngine,
    label: 'menu.machines',
    to: paths.machineList,
    pages: [
      paths.machineList,
      paths.machineAdd,
      paths.machineEdit,
      paths.servicesList,
      paths.machinePeriodicInspection,
    ],
  },
  { icon: IconChecklist, label: 'menu.todos', to: paths.machineTodo, pages: [paths.machineTodo] },
  {
    icon: IconBuilding,
    label: 'menu.customers',
    to: paths.customerList,
    pages: [paths.customerList, paths.customerAdd, paths.customerEdit],
  },
] as const satisfies { pages: Path[]; [part: string]: unknown }[];

/** The navigation on phones, within reach of the thumb. */
export function BottomBar({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  const [requested, setRequested] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the sheet
  useEffect(() => setOpened(false), [pathname]);
  return (
    <>
      <nav className={classes.bar} data-bottom-bar aria-label={t('menu.main')}>
        {sections.map(({ icon: Icon, label, to, pages }) => (
          <NavLink
            key={to}
            to={to}
            className={classes.item}
            data-active={pages.some((page) => page === pathname)}
          >
            <Icon size={24} stroke={1.6} aria-hidden />
            <span className={classes.label}>{t(label)}</span>
          </NavLink>
        ))}
        <button
          type="button"
          className={classes.item}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => {
            setRequested(true);
            setOpened(true);
          }}
        >
          <IconMenu2 size={24} stroke={1.6} aria-hidden />
          <span className={classes.label}>{t('menu.menu')}</span>
          <UnsentCount />
        </button>
      </nav>
      {requested && (
        <Suspense>
          <MenuSheet user={user} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
