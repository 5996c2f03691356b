import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import type { Todo } from '@servicebook/shared/todo';
import { workPlaces } from '@servicebook/shared/work-place';
import { IconFileText, IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import { placeLink } from '../../lib/place-link.ts';

type Service = NonNullable<Todo['service']>;

/** The places of a to-do in one line; empty if no address is known. */
const placesOf = ({ customer, devices }: Service) =>
  workPlaces(customer, devices).flatMap((place) => {
    const directions = placeLink(place, navigator.userAgent);
    const address = addressLine(place);
    const { isCustomers } = place;
    return directions ? [{ directions, address: address || customer.shortName, isCustomers }] : [];
  });

/** In a row: the first address, with a pin that opens directions in the device's map app. */
export function WayToWork({ service }: { service: Service }) {
  const { t } = useTranslation('todo');
  const [first, ...more] = placesOf(service);
  if (!first) return null;
  const { directions, address } = first;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        component="a"
        variant="subtle"
        ml={-6}
        href={directions}
        target="_blank"
        rel="noreferrer"
        aria-label={t('way', { address })}
        title={t('way', { address })}
      >
        <IconMapPin size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <span>
        {address}
        {more.length > 0 && ` ${t('morePlaces', { count: more.length })}`}
      </span>
    </Group>
  );
}

/** In the dialog: directions to every place. */
function WaysToWork({ service }: { service: Service }) {
  const { t } = useTranslation('todo');
  return placesOf(service).map(({ directions, address, isCustomers }) => (
    <div key={directions}>
      <Anchor
        mod="touch"
        href={directions}
        target="_blank"
        rel="noreferrer"
        aria-label={t('way', { address })}
      >
        <Group gap={6} wrap="nowrap">
          <IconMapPin size={16} stroke={1.7} aria-hidden />
          {address}
        </Group>
      </Anchor>
      {isCustomers && (
        <Text size="sm" c="dimmed">
          {t('ofCustomer')}
        </Text>
      )}
    </div>
  ));
}

const toProtocol = ({ id }: Service, machine: Service['devices'][number]) =>
  linkTo.machineEdit({ id: machine.id, activeTab: 'service', service: id });

/** In a row: a link to the protocol, through which the to-do is changed and deleted. */
export function ProtocolIcon({ service }: { service: Service }) {
  const { t } = useTranslation('todo');
  const [device] = service.devices;
  if (!device) return null;
  const label = t('fromService', { number: service.number });
  return (
    <ActionIcon
      component={Link}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      to={toProtocol(service, device)}
    >
      <IconFileText size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

/** The origin of a to-do: the protocol, its customer and machines. */
export function TodoService({ service }: { service: Service }) {
  const { t } = useTranslation('todo');
  const { customer, devices } = service;
  const [device] = devices;
  return (
    <Stack gap={4} px="md" py="sm" bg="var(--app-surface-sunken)" bdrs="md">
      <strong>{customer.fullName || customer.shortName}</strong>
      <WaysToWork service={service} />
      {devices.length > 0 && <span>{devices.map(machineName).join(', ')}</span>}
      {device && (
        <Anchor component={Link} mod="touch" to={toProtocol(service, device)}>
          <Group gap={6} wrap="nowrap">
            <IconFileText size={16} stroke={1.7} aria-hidden />
            {t('fromService', { number: service.number })}
          </Group>
        </Anchor>
      )}
    </Stack>
  );
}
