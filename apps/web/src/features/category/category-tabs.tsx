import { z } from 'zod';
import { oneOf } from '../../lib/address.ts';
import { useAddress } from '../../lib/use-address.ts';
import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { IconEngine, IconListCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const tabs = ['actions', 'devices'] as const;
const TabAddress = z.object({ activeTab: oneOf(tabs) });

interface CategoryTabsProps {
  actions: ReactNode;
  /** Mounted only while their tab is open. */
  machines: ReactNode;
}

/** Tabs for a category's service actions and machines; the caller provides their content. */
export function CategoryTabs({ actions, machines }: CategoryTabsProps) {
  const { t } = useTranslation('category');
  const { values, change } = useAddress(TabAddress);
  const tab = values.activeTab ?? 'actions';
  const openTab = (name: string | null) =>
    change({ activeTab: tabs.find((tab) => tab === name) ?? 'actions' });
  return (
    <Tabs value={tab} onChange={openTab} keepMountedMode="display-none">
      <Tabs.List mt="lg" mb="md">
        <Tabs.Tab value="actions" leftSection={<IconListCheck size={18} stroke={1.7} aria-hidden />}>
          {t('actionsTab')}
        </Tabs.Tab>
        <Tabs.Tab value="devices" leftSection={<IconEngine size={18} stroke={1.7} aria-hidden />}>
          {t('devicesTab')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="actions">{actions}</Tabs.Panel>
      <Tabs.Panel value="devices">{tab === 'devices' && machines}</Tabs.Panel>
    </Tabs>
  );
}
