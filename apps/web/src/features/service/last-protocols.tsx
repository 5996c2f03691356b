import { Anchor, Flex, Text } from '@mantine/core';
import { machineName } from '@servicebook/shared/machine-name';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { momentIn } from '../../lib/moment-text.ts';
import { linkTo } from '../../lib/paths.ts';
import { useNumberText } from '../../lib/protocol-number.ts';
import { useWaits } from '../../lib/unsent.ts';
import { useSession } from '../../lib/use-session.ts';
import { serviceSearchQuery } from './service-overview.queries.ts';
import { StateBadge } from './state-badge.tsx';

const maxShown = 3;

/** The newest protocols of a customer or technician, each with a link to the protocol at its machine. */
export function LastProtocols({ of }: { of: { customerId: number } | { userId: number } }) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const waits = useWaits(user);
  const numberOf = useNumberText();
  const { data } = useQuery(
    serviceSearchQuery({ ...of, size: maxShown, sort: { by: 'date', direction: 'desc' } }),
  );
  if (!data?.content.length) return '–';
  return (
    <Flex component="ul" direction="column" gap={4}>
      {data.content.map((protocol) => (
        <li key={protocol.id}>
          <Anchor
            inherit
            underline="always"
            component={Link}
            mod={{ touch: 'text' }}
            to={linkTo.machineEdit({
              id: protocol.devices[0]?.id ?? 0,
              activeTab: 'service',
              service: protocol.id,
            })}
          >
            {numberOf(protocol)}
          </Anchor>{' '}
          {momentIn(protocol.date, user?.timezone || 'UTC')}
          {', '}
          {protocol.type.map((each) => t(`types.${each}`)).join(', ')}{' '}
          {(protocol.state === 'NEW' || waits(protocol.id) || protocol.withdrawn) && (
            <StateBadge of={protocol} />
          )}
          <Text inherit component="span" display="block" c="dimmed">
            {protocol.devices.map(machineName).join(', ')}
            {'userId' in of && ` · ${protocol.customer.shortName}`}
          </Text>
        </li>
      ))}
    </Flex>
  );
}
