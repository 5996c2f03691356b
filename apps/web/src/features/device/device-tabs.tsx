import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { IconTool } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LoadingState } from '../../components/states.tsx';

const ServiceTab = lazy(async () => ({
  default: (await import('../service/service-tab.tsx')).ServiceTab,
}));

const tabs = ['service'] as const;

/** The machine's service book; the open tab stands in the address. */
export function DeviceTabs({ device }: { device: Device }) {
  const { t } = useTranslation('device');
  const [query, setQuery] = useSearchParams();
  const tab = tabs.find((name) => name === query.get('activeTab')) ?? 'service';
  const openTab = (name: string | null) =>
    setQuery(
      (current) => {
        current.set('activeTab', name ?? 'service');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs value={tab} onChange={openTab} keepMountedMode="display-none">
      <Tabs.List mb="md" aria-label={t('tabs.label')}>
        <Tabs.Tab value="service" leftSection={<IconTool size={18} stroke={1.7} aria-hidden />}>
          {t('tabs.service')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="service">
        <Suspense fallback={<LoadingState />}>
          <ServiceTab device={device} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
