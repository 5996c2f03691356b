import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Divider, Drawer, Group, Stack } from '@mantine/core';
import type { SessionUser } from '@servicebook/shared/user';
import {
  IconBuilding,
  IconCalendarCheck,
  IconCalendarEvent,
  IconCategory,
  IconChartBar,
  IconChecklist,
  IconDeviceMobile,
  IconEngine,
  IconFileText,
  IconHome,
  IconPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ColourSchemeChoice } from '../components/colour-scheme-choice.tsx';
import { SessionLanguageSelect } from '../features/user/session-language-select.tsx';
import { paths } from '../lib/paths.ts';
import { AccountEntries } from './account-entries.tsx';
import { Initials, Who } from './account-menu.tsx';
import { MenuEntry } from './menu-entry.tsx';

const entries = [
  { icon: IconHome, label: 'menu.home', to: paths.home },
  { icon: IconEngine, label: 'menu.machineList', to: paths.machineList },
  { icon: IconPlus, label: 'menu.machineAdd', to: paths.machineAdd },
  { icon: IconCalendarEvent, label: 'menu.planning', to: paths.planning },
  { icon: IconFileText, label: 'menu.services', to: paths.servicesList },
  { icon: IconCalendarCheck, label: 'menu.inspections', to: paths.machinePeriodicInspection },
  { icon: IconChecklist, label: 'menu.todos', to: paths.machineTodo },
  { icon: IconBuilding, label: 'menu.customers', to: paths.customerList },
  { icon: IconCategory, label: 'menu.categories', to: paths.categoryList },
  { icon: IconUsers, label: 'menu.employees', to: paths.userList },
  { icon: IconChartBar, label: 'menu.statistics', to: paths.statistics },
  { icon: IconDeviceMobile, label: 'menu.mobileApp', to: paths.mobileApp },
] as const;

interface Props {
  user: SessionUser;
  opened: boolean;
  onClose: () => void;
}

/** The complete menu on phones. It opens from the bottom, so that the thumb reaches all entries. */
export function MenuSheet({ user, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      withCloseButton
      closeButtonProps={{ 'aria-label': t('close') }}
      title={
        <Group component="span" gap="sm" wrap="nowrap" miw={0}>
          <Initials user={user} />
          <Who user={user} />
        </Group>
      }
      styles={{
        content: { height: 'auto', maxHeight: '90dvh', paddingBottom: 'env(safe-area-inset-bottom)' },
      }}
    >
      <Stack component="nav" gap={0} mx={-4} aria-label={t('menu.menu')}>
        {entries.map(({ icon, label, to }) => (
          <MenuEntry key={to} to={to} icon={icon} onClick={onClose}>
            {t(label)}
          </MenuEntry>
        ))}
      </Stack>
      <Divider my="sm" />
      <Stack gap="xs" px="xs">
        <ColourSchemeChoice />
        <Group justify="space-between" wrap="nowrap">
          <span>{t('menu.language')}</span>
          <SessionLanguageSelect />
        </Group>
      </Stack>
      <Divider my="sm" />
      <AccountEntries onClick={onClose} />
    </Drawer>
  );
}
