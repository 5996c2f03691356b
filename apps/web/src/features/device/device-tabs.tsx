import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import type { Namespace } from '@servicebook/i18n/resources.ts';
import type { Device } from '@servicebook/shared/device';
import {
  IconBed,
  IconCalendarEvent,
  IconClipboardCheck,
  IconFiles,
  IconHistory,
  IconId,
  IconMapPin,
  IconNotes,
  IconSettings,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react';
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LoadingState } from '../../components/states.tsx';
import { i18n } from '../../lib/i18n.ts';
import classes from './device-tabs.module.css';

type Panel = ComponentType<{ device: Device }>;

/** A tab's content, loaded together with its texts when it is first opened. */
const panel = (load: () => Promise<Panel>, texts: Namespace[]): LazyExoticComponent<Panel> =>
  lazy(async () => {
    const [loaded] = await Promise.all([load(), i18n.loadNamespaces(texts)]);
    return { default: loaded };
  });

const tabs = [
  {
    key: 'nameplates',
    Icon: IconId,
    Panel: panel(async () => (await import('../file/nameplates-tab.tsx')).NameplatesTab, ['file']),
  },
  {
    key: 'notes',
    Icon: IconNotes,
    Panel: panel(async () => (await import('../note/notes-tab.tsx')).NotesTab, ['note']),
  },
  {
    key: 'files',
    Icon: IconFiles,
    Panel: panel(async () => (await import('../file/files-tab.tsx')).FilesTab, ['file']),
  },
  {
    key: 'equipments',
    Icon: IconSettings,
    Panel: panel(async () => (await import('../part/parts-tab.tsx')).PartsTab, ['part']),
  },
  {
    key: 'incident',
    Icon: IconCalendarEvent,
    Panel: panel(
      async () => (await import('../incident/incidents-tab.tsx')).IncidentsTab,
      ['incident', 'service'],
    ),
  },
  {
    key: 'service',
    Icon: IconTool,
    Panel: panel(async () => (await import('../service/service-tab.tsx')).ServiceTab, ['service', 'history']),
  },
  {
    key: 'periodicInspection',
    Icon: IconClipboardCheck,
    Panel: panel(
      async () => (await import('../inspection/inspection-tab.tsx')).InspectionTab,
      ['inspection', 'service'],
    ),
  },
  {
    key: 'Map',
    Icon: IconMapPin,
    Panel: panel(async () => (await import('../place/map-tab.tsx')).MapTab, ['place']),
  },
  {
    key: 'hotels',
    Icon: IconBed,
    Panel: panel(async () => (await import('../hotel/hotels-tab.tsx')).HotelsTab, ['hotel', 'place']),
  },
  {
    key: 'history',
    Icon: IconHistory,
    Panel: panel(
      async () => (await import('../history/history-tab.tsx')).HistoryTab,
      ['history', 'customer', 'service'],
    ),
  },
] as const satisfies { key: string; Icon: TablerIcon; Panel: LazyExoticComponent<Panel> }[];

type TabKey = (typeof tabs)[number]['key'];

/** The machine's service book; the open tab stands in the address. */
export function DeviceTabs({ device }: { device: Device }) {
  const { t } = useTranslation('device');
  const [query, setQuery] = useSearchParams();
  const tab: TabKey = tabs.find(({ key }) => key === query.get('activeTab'))?.key ?? 'nameplates';
  const list = useRef<HTMLDivElement>(null);
  // A tab that was opened stays, with what was typed there.
  const [visited, setVisited] = useState<TabKey[]>([tab]);
  if (!visited.includes(tab)) setVisited([...visited, tab]);

  useEffect(() => {
    const bar = list.current;
    const active = bar?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
    if (!bar || !active) return;
    // The bar alone scrolls, never the page.
    bar.scrollLeft = active.offsetLeft - (bar.clientWidth - active.offsetWidth) / 2;
  }, [tab]);

  const openTab = (name: string | null) =>
    setQuery(
      (current) => {
        current.set('activeTab', name ?? 'nameplates');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs value={tab} onChange={openTab} keepMountedMode="display-none">
      <Tabs.List ref={list} className={classes.list} aria-label={t('tabs.label')}>
        {tabs.map(({ key, Icon }) => (
          <Tabs.Tab
            key={key}
            value={key}
            data-tab={key}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
          >
            {t(`tabs.${key}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, Panel }) => (
        <Tabs.Panel key={key} value={key} className={classes.panel}>
          {visited.includes(key) && (
            <Suspense fallback={<LoadingState />}>
              <Panel device={device} />
            </Suspense>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
