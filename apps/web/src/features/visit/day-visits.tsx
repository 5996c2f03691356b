import { ActionIcon, Anchor, Box, Button, Divider, Group, Text } from '@mantine/core';
import { addressLine, joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import type { Visit } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import { IconMapPin, IconPhone, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { linkTo } from '../../lib/paths.ts';
import { callLink, placeLink } from '../../lib/place-link.ts';
import { useFinishing } from './finishing.tsx';
import { useVisitWork } from './use-visit-work.ts';
import { PriorityBadge, VisitStateBadge } from './visit-badges.tsx';
import { useMachinesText, whenText, windowText } from './visit-texts.ts';

interface Props {
  /** In the order of the way. */
  visits: readonly Visit[];
  label: string;
  /** The technician of the day. Only the others are named. */
  userId: number | undefined;
  /** Says the day of each visit, not only its time. */
  withDay?: boolean;
}

/** A technician's visits: when, where and what, and one press to call, to drive there and to start. */
export function DayVisits({ visits, label, userId, withDay = false }: Props) {
  return (
    <Box component="ol" aria-label={label}>
      {visits.map((visit, index) => (
        <li key={visit.id}>
          {index > 0 && <Divider />}
          <Stop visit={visit} userId={userId} withDay={withDay} />
        </li>
      ))}
    </Box>
  );
}

interface StopProps {
  visit: Visit;
  userId: number | undefined;
  withDay: boolean;
}

function Stop({ visit, userId, withDay }: StopProps) {
  const { t } = useTranslation(['visit', 'service']);
  const machinesText = useMachinesText();
  const { step, write, next } = useVisitWork(visit);
  const { finish, asking, question } = useFinishing(visit, step);
  const { id, customer, devices, types, text, state, technicians, files, notes } = visit;
  const [place] = workPlaces(customer, devices);
  const directions = place && placeLink(place, navigator.userAgent);
  const done = state === 'DONE';
  const others = technicians.filter((person) => person.id !== userId).map(nameOf);
  const name = customer.shortName;
  return (
    <Box py="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="xs">
          <Text component="span" fw={650}>
            {(withDay ? whenText(visit) : windowText(visit)) || t('anyTime')}
          </Text>
          {state === 'STARTED' && <VisitStateBadge state={state} />}
          <PriorityBadge priority={visit.priority} />
        </Group>
        {done && <VisitStateBadge state={state} />}
      </Group>
      <Anchor component={Link} mod="touch" fw={600} to={linkTo.visit({ id })}>
        {name}
      </Anchor>
      <Text size="sm">
        {types.map((type) => t(`service:types.${type}`)).join(', ')}: {machinesText(devices)}
      </Text>
      {text && (
        <Text size="sm" lineClamp={3} mod="prose">
          {text}
        </Text>
      )}
      {place && (
        <Text size="sm" c="dimmed">
          {joinPresent([addressLine(place), place.isCustomers && t('ofCustomer')], ' · ')}
        </Text>
      )}
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('with', { names: others.join(', ') })}
        </Text>
      )}
      {(files > 0 || notes > 0) && (
        <Text size="sm" c="dimmed">
          {joinPresent(
            [files > 0 && t('fileCount', { count: files }), notes > 0 && t('noteCount', { count: notes })],
            ' · ',
          )}
        </Text>
      )}
      <ErrorNotice error={asking ? null : step.error} />
      {!done && (
        <Group gap="xs" mt="xs">
          {write && (
            <Button
              flex={{ base: '1 0 100%', xs: '1 0 auto' }}
              maw={{ xs: '20rem' }}
              variant={state === 'STARTED' ? 'filled' : 'light'}
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              loading={step.isPending}
              onClick={write}
            >
              {t(next === 'start' ? 'startShort' : next)}
            </Button>
          )}
          {customer.phoneNumber && (
            <ActionIcon
              component="a"
              href={callLink(customer.phoneNumber)}
              variant="default"
              size="input-sm"
              aria-label={t('call', { name })}
            >
              <IconPhone size={20} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
          {directions && (
            <ActionIcon
              component="a"
              href={directions}
              {...(directions.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
              variant="default"
              size="input-sm"
              aria-label={t('navigate', { name })}
            >
              <IconMapPin size={20} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
          <Button
            variant="default"
            flex={{ base: '1 0 auto', xs: 'none' }}
            ms="auto"
            px="sm"
            aria-label={t('doneAt', { name })}
            disabled={step.isPending}
            onClick={finish}
          >
            {t('done')}
          </Button>
        </Group>
      )}
      {question}
    </Box>
  );
}
