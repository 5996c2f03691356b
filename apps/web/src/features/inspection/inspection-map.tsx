import { Button, Card, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { MapArea, MapPart } from '@servicebook/shared/geo';
import type { InspectionMapFilter, InspectionPoint } from '@servicebook/shared/inspection-overview';
import { machineName } from '@servicebook/shared/machine-name';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { SelectionBar } from '../../components/data-table-selection.tsx';
import { type MapMarker, MapView } from '../../components/map.tsx';
import type { MapPoint } from '../../components/map-point.ts';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import type { RowSelection } from '../../components/use-row-selection.ts';
import { linkTo } from '../../lib/paths.ts';
import {
  findInspectionIds,
  inspectionPartQuery,
  inspectionPointsQuery,
} from './inspection-overview.queries.ts';
import { NextInspection, urgencyOf, useDaysText } from './next-inspection.tsx';

interface Props {
  filter: z.input<typeof InspectionMapFilter>;
  selection: RowSelection & { actions: ReactNode };
}

const wholeWorld: MapPart = { west: -180, south: -90, east: 180, north: 90, zoom: 0 };
const cornersOf = ({ west, south, east, north }: MapArea): MapPoint[] => [
  { latitude: south, longitude: west },
  { latitude: north, longitude: east },
];

/** So long a map must rest before the machines of another part are asked for. */
const pause = 150;

/** The machines of the overview on a map; a click on a marker shows the machine. */
export function InspectionMap({ filter, selection }: Props) {
  const { t } = useTranslation('inspection-overview');
  const daysText = useDaysText();
  const { data, error, refetch } = useQuery(inspectionPointsQuery(filter));
  const isCrowded = data !== undefined && data.points.length < data.placed;
  const [part, setPart] = useState<MapPart | null>(null);
  const [settled] = useDebouncedValue(part, pause, { leading: true });
  const inPart = useQuery({
    ...inspectionPartQuery({ ...filter, part: settled ?? wholeWorld }),
    enabled: isCrowded && settled !== null,
  });
  const points = isCrowded ? inPart.data?.points : data?.points;
  const asked = JSON.stringify(filter);
  const [chosen, setChosen] = useState<{ point: InspectionPoint; asked: string } | null>(null);
  const { points: all, area } = data ?? {};
  const fit = useMemo(() => (isCrowded && area ? cornersOf(area) : (all ?? [])), [isCrowded, area, all]);
  const markers = useMemo(
    () =>
      (points ?? []).map((point): MapMarker => {
        const { id, customer, daysToNextInspection: days, latitude, longitude } = point;
        return {
          id: String(id),
          latitude,
          longitude,
          label: joinPresent([machineName(point), customer, days === null ? '' : daysText(days)]),
          symbol: 'machine',
          urgency: urgencyOf(days),
          selected: id === chosen?.point.id || selection.ids.has(id),
        };
      }),
    [points, chosen, daysText, selection.ids],
  );
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  const choose = (id: string) => {
    const point = points?.find((each) => String(each.id) === id);
    if (point) setChosen({ point, asked });
  };
  // A crowded map forgets what is moved out of sight.
  const kept = isCrowded && chosen?.asked === asked ? chosen.point : undefined;
  const machine = points?.find(({ id }) => id === chosen?.point.id) ?? kept;
  const missing = data.total - data.placed;
  return (
    <Stack gap="sm">
      {data.total === 0 && (
        <Text size="sm" c="dimmed">
          {t('map.empty')}
        </Text>
      )}
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          {t('map.notShown', { count: missing })}
        </Text>
      )}
      {isCrowded && inPart.error && !inPart.data && (
        <ErrorState error={inPart.error} onRetry={inPart.refetch} />
      )}
      <MapView
        height="min(36rem, 65dvh)"
        label={t('map.label')}
        markers={markers}
        fit={fit}
        clustered
        clusters={isCrowded ? inPart.data?.clusters : undefined}
        onPart={setPart}
        onMarkerClick={choose}
      />
      <SelectionBar
        selection={{ ...selection, all: { total: data.total, load: () => findInspectionIds(filter) } }}
      />
      {machine && (
        <Card component="section" padding="md" aria-live="polite">
          <Group justify="space-between" gap="sm">
            <div>
              <strong>{machineName(machine)}</strong>
              <div>{machine.customer}</div>
              <NextInspection {...machine} handedOver />
              {machine.isCustomers && (
                <Text size="sm" c="dimmed">
                  {t('map.ofCustomer')}
                </Text>
              )}
            </div>
            <Group gap="sm" mod="actions">
              <Checkbox
                label={t('map.choose')}
                checked={selection.ids.has(machine.id)}
                disabled={!selection.ids.has(machine.id) && selection.ids.size >= selection.max}
                onChange={(event) => selection.choose([machine.id], event.currentTarget.checked)}
              />
              <Button
                component={Link}
                variant="default"
                to={linkTo.machineEdit({ id: machine.id, prev: 'machinePeriodicInspection' })}
              >
                {t('map.open')}
              </Button>
            </Group>
          </Group>
        </Card>
      )}
    </Stack>
  );
}
