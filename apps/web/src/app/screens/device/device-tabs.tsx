import type { Device } from '@servicebook/shared/device';
import type { DeviceCounts } from '@servicebook/shared/device-overview';
import { workPlaceOf } from '@servicebook/shared/work-place';
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
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { LazyTabs, lazyPanel as panel } from '../../../components/lazy-tabs.tsx';
import { deviceOverviewQuery } from '../../../features/device/device.queries.ts';
import { MachineTab } from '../../../lib/machine-tab.ts';
import { useUnsent } from '../../../lib/unsent.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useIdle } from '../../../lib/use-idle.ts';
import { useSession } from '../../../lib/use-session.ts';

const RefusedProtocol = panel(
  async () => (await import('../stored-data/refused-protocol.tsx')).RefusedProtocol,
  ['unsent'],
);

const ServicePopup = panel(
  async () => (await import('../../../features/service/service-popup.tsx')).ServicePopup,
  ['service'],
);

const tabs = [
  {
    key: 'nameplates',
    Icon: IconId,
    Panel: panel(
      async () => (await import('../../../features/file/nameplates-tab.tsx')).NameplatesTab,
      ['file'],
    ),
  },
  {
    key: 'notes',
    Icon: IconNotes,
    Panel: panel(async () => (await import('../../../features/note/notes-tab.tsx')).NotesTab, ['note']),
  },
  {
    key: 'files',
    Icon: IconFiles,
    Panel: panel(async () => (await import('../../../features/file/files-tab.tsx')).FilesTab, ['file']),
  },
  {
    key: 'equipments',
    Icon: IconSettings,
    Panel: panel(async () => (await import('../../../features/part/parts-tab.tsx')).PartsTab, ['part']),
  },
  {
    key: 'incident',
    Icon: IconCalendarEvent,
    Panel: panel(
      async () => (await import('../../../features/incident/incidents-tab.tsx')).IncidentsTab,
      ['incident', 'service'],
    ),
  },
  {
    key: 'service',
    Icon: IconTool,
    Panel: panel(
      async () => (await import('../../../features/service/service-tab.tsx')).ServiceTab,
      ['service', 'history'],
    ),
  },
  {
    key: 'periodicInspection',
    Icon: IconClipboardCheck,
    Panel: panel(
      async () => (await import('../../../features/inspection/inspection-tab.tsx')).InspectionTab,
      ['inspection', 'service'],
    ),
  },
  {
    key: 'Map',
    Icon: IconMapPin,
    Panel: panel(async () => (await import('../../../features/place/map-tab.tsx')).MapTab, ['place']),
  },
  {
    key: 'hotels',
    Icon: IconBed,
    Panel: panel(
      async () => (await import('../../../features/hotel/hotels-tab.tsx')).HotelsTab,
      ['hotel', 'place'],
    ),
  },
  {
    key: 'history',
    Icon: IconHistory,
    Panel: panel(
      async () => (await import('../../../features/history/history-tab.tsx')).HistoryTab,
      ['history', 'customer', 'service'],
    ),
  },
] as const satisfies { key: string; Icon: TablerIcon; Panel: ComponentType<never> }[];

/** The number of entries of each tab. The events include the protocols. */
const countsOf = (counts: DeviceCounts): Partial<Record<(typeof tabs)[number]['key'], number>> => ({
  nameplates: counts.nameplates,
  notes: counts.notes,
  files: counts.files,
  equipments: counts.parts,
  incident: counts.events + counts.protocols,
  service: counts.protocols + counts.pastServices,
});

/** The tabs of the machine's service book. */
export function DeviceTabs({ device }: { device: Device }) {
  const { t } = useTranslation('device');
  const { values, searchWith } = useAddress(MachineTab);
  const idle = useIdle();
  const { user } = useSession();
  const waiting = useUnsent(user);
  /** What of a protocol was refused. */
  const noticeOf = useCallback(
    (id: number) =>
      user &&
      waiting > 0 && (
        <Suspense>
          <RefusedProtocol user={user} id={id} />
        </Suspense>
      ),
    [user, waiting],
  );
  const { data: overview } = useQuery(deviceOverviewQuery(device.id));
  const place = overview && workPlaceOf(overview.customer, device);
  const [first, ...others] = tabs;
  // A link to a protocol does not need to name its tab.
  if (values.service && !values.activeTab)
    return <Navigate to={{ search: searchWith({ activeTab: 'service' }) }} replace />;
  const toTab = ({ key, Icon, Panel }: (typeof tabs)[number]) => ({
    key,
    label: t(`tabs.${key}`),
    Icon,
    content: <Panel device={device} place={place} />,
    count: overview && countsOf(overview.counts)[key],
  });
  return (
    <>
      <LazyTabs dense param="activeTab" label={t('tabs.label')} tabs={[toTab(first), ...others.map(toTab)]} />
      {(idle || values.service !== null) && (
        <Suspense>
          <ServicePopup device={device} noticeOf={noticeOf} />
        </Suspense>
      )}
    </>
  );
}
