import { Anchor, Badge, Button, Flex, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { formatDistance, formatHours, formatNumber } from '@servicebook/i18n/format.ts';
import { addressLine, joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { plannedMinutes } from '@servicebook/shared/planning';
import { exactStops, roadFactor } from '@servicebook/shared/route';
import type { Visit } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import { IconMapPin, IconRoute } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { type MapMarker, MapView } from '../../components/map.tsx';
import { LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/paths.ts';
import { placeLink, routeLinks } from '../../lib/place-link.ts';
import { branchesQuery } from '../branch/branch.queries.ts';
import { useMachinesText, windowText } from '../visit/visit-texts.ts';
import { dayName } from './board-cell.tsx';
import type { Technician } from './board-rows.ts';
import { routeQuery } from './planning.queries.ts';

interface Props {
  person: Technician;
  day: string;
  /** Of this technician and day, in the order of their time. */
  visits: readonly Visit[];
  onClose: () => void;
}

/** A technician's day: the stops in the shortest order, and the way between them. */
export function DayDialog({ person, day, visits, onClose }: Props) {
  const { t } = useTranslation(['planning', 'common', 'visit']);
  const narrow = useNarrowScreen();
  /** Null: the branch nearest to the stops. */
  const [branchId, setBranchId] = useState<number | null>(null);
  const { data: route, error } = useQuery({
    ...routeQuery(person.id, day, branchId),
    placeholderData: keepPreviousData,
  });
  const { data: branches = [] } = useQuery(branchesQuery);
  const language = currentLanguage();
  const stops = useMemo(() => route?.stops ?? [], [route]);
  const start = route?.start ?? null;
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const inOrder = stops.flatMap((stop) => {
    const visit = byId.get(stop.visitId);
    return visit ? [{ stop, visit }] : [];
  });
  const others = visits.filter(({ id }) => !stops.some(({ visitId }) => visitId === id));
  const markers = useMemo(
    (): MapMarker[] => [
      ...(start
        ? [{ ...start, id: 'start', label: start.name, symbol: 'building' as const, main: true }]
        : []),
      ...stops.map(({ visitId, latitude, longitude }, index) => ({
        latitude,
        longitude,
        id: String(visitId),
        label: String(index + 1),
        symbol: 'machine' as const,
      })),
    ],
    [start, stops],
  );
  const links = routeLinks(start, stops, navigator.userAgent);
  return (
    <Modal
      opened
      onClose={onClose}
      size="44rem"
      fullScreen={narrow}
      title={`${nameOf(person)}, ${dayName(day)}`}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ErrorNotice error={error} />
      {!route && !error && <LoadingState />}
      {route && (
        <Stack gap="sm">
          <Group gap="sm" justify="space-between">
            <Text>
              {joinPresent(
                [
                  t('visits', { count: visits.length }),
                  t('work', { hours: formatHours(plannedMinutes(visits), language) }),
                  stops.length > 0 && t('way', { distance: formatDistance(route.kilometres, language) }),
                ],
                ' · ',
              )}
            </Text>
            <Group gap="xs">
              {links.map((link, index) => (
                <Button
                  key={link}
                  component="a"
                  href={link}
                  target="_blank"
                  rel="noreferrer"
                  variant={index === 0 ? 'filled' : 'default'}
                  leftSection={<IconRoute size={18} aria-hidden />}
                >
                  {links.length === 1 ? t('openRoute') : t('openPart', { part: index + 1 })}
                </Button>
              ))}
            </Group>
          </Group>
          {markers.length > 1 && (
            <MapView height="16rem" label={t('routeMap')} markers={markers} fit={markers} />
          )}
          <Flex component="ol" direction="column" gap="xs">
            {start && (
              <Group component="li" gap="sm" wrap="nowrap">
                <Badge variant="light" miw="2rem">
                  0
                </Badge>
                {branches.length > 1 ? (
                  <NativeSelect
                    aria-label={t('startLabel')}
                    data={branches.map(({ id, name }) => ({
                      value: String(id),
                      label: t('start', { name }),
                    }))}
                    value={String(start.id)}
                    onChange={({ currentTarget }) => setBranchId(Number(currentTarget.value))}
                  />
                ) : (
                  <Text size="sm">{t('start', { name: start.name })}</Text>
                )}
              </Group>
            )}
            {inOrder.map(({ stop, visit }, index) => (
              <Stop
                key={visit.id}
                number={String(index + 1)}
                visit={visit}
                kilometres={index > 0 || start ? stop.kilometres : null}
              />
            ))}
            {others.map((visit) => (
              <Stop key={visit.id} number="–" visit={visit} kilometres={null} />
            ))}
          </Flex>
          <Text size="sm" c="dimmed">
            {joinPresent(
              [
                stops.length > 1 && t(route.exact ? 'exact' : 'good', { count: exactStops }),
                stops.length > 0 && t('estimate', { factor: formatNumber(roadFactor, language) }),
                !start && stops.length > 0 && t('noStart'),
                route.withoutPlace.length > 0 && t('withoutPlace', { count: route.withoutPlace.length }),
              ],
              ' ',
            )}
          </Text>
        </Stack>
      )}
    </Modal>
  );
}

/** On a phone, a name is as high as a thumb. */
const besideName = { base: '0.75rem', md: '0.125rem' };

function Stop({ number, visit, kilometres }: { number: string; visit: Visit; kilometres: number | null }) {
  const { t } = useTranslation(['planning', 'visit']);
  const machinesText = useMachinesText();
  const [place] = workPlaces(visit.customer, visit.devices);
  const directions = place && placeLink(place, navigator.userAgent);
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Badge variant="light" miw="2rem" mt={besideName}>
        {number}
      </Badge>
      <Stack gap={0} miw={0} flex={1}>
        <Group gap="0 0.75rem">
          <Anchor component={Link} mod="touch" to={linkTo.visit({ id: visit.id })} fw={600}>
            {visit.customer.shortName}
          </Anchor>
          <span data-nowrap>{windowText(visit)}</span>
        </Group>
        <Text size="sm" c="dimmed">
          {machinesText(visit.devices)}
        </Text>
        {place && directions && (
          <Anchor mod="touch" size="sm" href={directions} target="_blank" rel="noreferrer">
            <Group component="span" gap={4} wrap="nowrap">
              <IconMapPin size={14} aria-hidden />
              {addressLine(place) || t('onMap')}
            </Group>
          </Anchor>
        )}
        {place?.isCustomers && (
          <Text size="sm" c="dimmed">
            {t('visit:ofCustomer')}
          </Text>
        )}
      </Stack>
      {kilometres !== null && (
        <Text size="sm" c="dimmed" mt={besideName} data-nowrap>
          + {formatDistance(kilometres, currentLanguage())}
        </Text>
      )}
    </Group>
  );
}
