import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import type { Incident } from '@servicebook/shared/incident';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MachineTab } from '../../lib/machine-tab.ts';
import { useNumberInText } from '../../lib/protocol-number.ts';
import { useAddress } from '../../lib/use-address.ts';

/** The text of an event; for a service protocol its number and types, with a link. */
export function IncidentText({ incident: { text, service } }: { incident: Incident }) {
  const { t } = useTranslation(['incident', 'service']);
  const numberOf = useNumberInText();
  const { searchWith } = useAddress(MachineTab);
  if (!service)
    return (
      <Text span mod="prose">
        {text}
      </Text>
    );
  return (
    <Stack gap={2}>
      <Group gap="0.25rem 0.625rem">
        <Anchor
          component={Link}
          fw={550}
          mod="touch"
          to={searchWith({ activeTab: 'service', service: service.id })}
        >
          {t('protocol', { number: numberOf(service.number) })}
        </Anchor>
        {service.withdrawn && (
          <Badge component="span" variant="light" color="red">
            {t('withdrawn')}
          </Badge>
        )}
        {service.state !== 'SIGNED' && (
          <Badge component="span" variant="light" color="yellow" c="light-dark(#6b4a00, #ffe08a)">
            {t('unsigned')}
          </Badge>
        )}
      </Group>
      <Text span size="sm" c="dimmed">
        {service.type.map((type) => t(`service:types.${type}`)).join(', ')}
      </Text>
      {text && (
        <Text span mod="prose">
          {text}
        </Text>
      )}
    </Stack>
  );
}
