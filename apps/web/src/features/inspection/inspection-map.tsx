import { Button, Card, Checkbox, Group, Stack, Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { InspectionMapFilter } from '@servicebook/shared/inspection-overview';
import { machineName } from '@servicebook/shared/machine-name';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { SelectionBar } from '../../components/data-table-selection.tsx';
import { type MapMarker, MapView } from '../../components/map.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import type { RowSelection } from '../../components/use-row-selection.ts';
import { linkTo } from '../../lib/paths.ts';
import { findInspectionIds, inspectionPointsQuery } from './inspection-overview.queries.ts';
import { NextInspection, urgencyOf, useDaysText } from './next-inspection.tsx';

interface Props {
  filter: z.input<typeof InspectionMapFilter>;
  selection: RowSelection & { actions: ReactNode };
}

/** The machines of the overview on a map; a click on a marker shows the machine. */
export function InspectionMap({ filter, selection }: Props) {
  const { t } = useTranslation('inspection-overview');
  const daysText = useDaysText();
  const { data, error, refetch } = useQuery(inspectionPointsQuery(filter));
  const [chosen, setChosen] = useState<string | null>(null);
  const points = data?.points;
  const fit = useMemo(() => points ?? [], [points]);
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
          selected: String(id) === chosen || selection.ids.has(id),
        };
      }),
    [points, chosen, daysText, selection.ids],
  );
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingState />;
  const machine = data.points.find(({ id }) => String(id) === chosen);
  const missing = data.total - data.points.length;
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
      <MapView
        height="min(36rem, 65dvh)"
        label={t('map.label')}
        markers={markers}
        fit={fit}
        clustered
        onMarkerClick={setChosen}
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
