import {
  IconDeviceMobileCheck,
  IconHistory,
  IconLogout,
  IconTrash,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/use-session.ts';
import { MenuEntry } from './menu-entry.tsx';
import { UnsentCount } from './unsent-count.tsx';

/** The account entries of every menu, including signing out. */
export function AccountEntries({ onClick }: { onClick?: () => void }) {
  const { t } = useTranslation();
  const { user, may } = useSession();
  const works = !user?.expired && !user?.account.closed;
  const clickProps = onClick ? { onClick } : {};
  return (
    <>
      {!user?.account.closed && (
        <MenuEntry to={paths.myAccount} icon={IconUserCircle} {...clickProps}>
          {t('menu.myAccount')}
        </MenuEntry>
      )}
      {works && (
        <MenuEntry to={paths.storedData} icon={IconDeviceMobileCheck} {...clickProps}>
          {t('menu.storedData')}
          <UnsentCount />
        </MenuEntry>
      )}
      {may('log.read') && works && (
        <MenuEntry to={paths.logs} icon={IconHistory} {...clickProps}>
          {t('menu.logs')}
        </MenuEntry>
      )}
      {may('bin.manage') && works && (
        <MenuEntry to={paths.bin} icon={IconTrash} {...clickProps}>
          {t('menu.bin')}
        </MenuEntry>
      )}
      <MenuEntry to={paths.logout} icon={IconLogout} {...clickProps}>
        {t('menu.signOut')}
      </MenuEntry>
    </>
  );
}
