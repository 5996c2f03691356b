import { Stack, Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { placeOfVisit } from '@servicebook/shared/visit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type MapMarker, MapView } from '../../components/map.tsx';
import { inspectionPointsQuery } from '../inspection/inspection-overview.queries.ts';
import { urgencyOf, useDaysText } from '../inspection/next-inspection.tsx';
import type { Item } from './plan.ts';

interface Props {
  items: readonly Item[];
  chosen: ReadonlySet<string>;
  onChoose: (key: string) => void;
}

/** The entries of the side list on a map; a click on a point chooses it. */
export function SideMap({ items, chosen, onChoose }: Props) {
  const { t } = useTranslation('planning');
  const daysText = useDaysText();
  const due = items.flatMap((item) => (item.kind === 'due' ? item.row.device.id : []));
  const { data } = useQuery({ ...inspectionPointsQuery({ ids: due }), enabled: due.length > 0 });
  const places = useMemo(() => new Map(data?.points.map((point) => [point.id, point])), [data]);
  const shown = items.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new one with every drawing; its keys tell
  const found = useMemo(
    () =>
      items.flatMap((item): MapMarker[] => {
        if (item.kind === 'visit') {
          const { customer, priority } = item.visit;
          const point = placeOfVisit(item.visit);
          const pressing = priority === 'URGENT' || priority === 'HIGH';
          const urgency = pressing ? ('overdue' as const) : undefined;
          return point
            ? [{ ...point, id: item.key, label: customer.shortName, symbol: 'machine', urgency }]
            : [];
        }
        const { device, daysToNextInspection: days } = item.row;
        const point = places.get(device.id);
        if (!point) return [];
        const { latitude, longitude } = point;
        const label = joinPresent([
          machineName(device),
          device.customer.shortName,
          days !== null && daysText(days),
        ]);
        return [{ latitude, longitude, id: item.key, label, symbol: 'machine', urgency: urgencyOf(days) }];
      }),
    [shown, places, daysText],
  );
  const markers = useMemo(
    () => found.map((marker) => ({ ...marker, selected: chosen.has(marker.id) })),
    [found, chosen],
  );
  const fit = useMemo(() => found.map(({ latitude, longitude }) => ({ latitude, longitude })), [found]);
  return (
    <Stack gap="xs" px="sm" pb="sm">
      <Text size="xs" c="dimmed">
        {t('mapHint')}
      </Text>
      <MapView
        height="min(26rem, 55dvh)"
        label={t('side')}
        markers={markers}
        fit={fit}
        clustered
        onMarkerClick={onChoose}
      />
    </Stack>
  );
}
