import { Button, Stack, Text } from '@mantine/core';
import { machineNames, shortMachineName } from '@servicebook/shared/machine-name';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { unwrittenMachines, type Visit } from '@servicebook/shared/visit';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';

interface Props {
  protocol: ServiceProtocol;
  /** The visit on which it was written. */
  visit: Visit;
}

/** After signing: the machines of the visit that still have no protocol, and the way to the next one. */
export function OpenMachines({ protocol, visit }: Props) {
  const { t } = useTranslation('service');
  const { state } = useLocation();
  // Begun on the visit's page, the next one leads back to it as well, past this one.
  const fromVisit: boolean = state?.fromVisit === true;
  const open = unwrittenMachines(visit).filter(
    (machine) => !protocol.devices.some(({ id }) => id === machine.id),
  );
  const [next] = open;
  if (!next) return null;
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <Text inherit>{t('view.stillOpen', { names: machineNames(open) })}</Text>
      <Button
        component={Link}
        variant="default"
        leftSection={<IconPencil size={18} stroke={1.7} aria-hidden />}
        to={linkTo.machineEdit({ id: next.id, activeTab: 'service', service: 'new', visit: visit.id })}
        replace={fromVisit}
        state={fromVisit ? state : undefined}
      >
        {t('view.writeNext', { name: shortMachineName(next, visit.devices) })}
      </Button>
    </Stack>
  );
}
