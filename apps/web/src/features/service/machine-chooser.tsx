import '@mantine/core/styles/NavLink.layer.css';
import { Card, Modal, NavLink, Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconChevronRight } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useNumberInText } from '../../lib/protocol-number.ts';
import { serviceDeviceQuery } from './service.queries.ts';

interface MachineChooserProps {
  protocol: ServiceProtocol;
  hrefOf: (machine: { id: number }) => string;
  onClose: () => void;
}

/** Asks which of a protocol's machines to open; serial number and place distinguish those with the same name. */
export function MachineChooser({ protocol, hrefOf, onClose }: MachineChooserProps) {
  const { t } = useTranslation(['service-overview', 'common']);
  const numberOf = useNumberInText();
  const { devices } = protocol;
  const sameNameDevices = devices.filter(({ id, name }) =>
    devices.some((other) => other.name === name && other.id !== id),
  );
  const deviceQueries = useQueries({ queries: sameNameDevices.map(({ id }) => serviceDeviceQuery(id)) });
  const hintOf = (id: number) => {
    const machine = deviceQueries.find(({ data }) => data?.id === id)?.data;
    return joinPresent([machine?.serialNumber, machine?.streetAddress, machine?.city]);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('chooser.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text c="dimmed" mb="sm">
        {t('chooser.hint', { number: numberOf(protocol) })}
      </Text>
      <Card component="ul" padding={0} mod="rows">
        {devices.map((machine) => (
          <li key={machine.id}>
            <NavLink
              component={Link}
              to={hrefOf(machine)}
              label={
                <>
                  {machine.name}{' '}
                  <Text span display="block" size="sm" c="dimmed">
                    {hintOf(machine.id)}
                  </Text>
                </>
              }
              rightSection={<IconChevronRight size={18} aria-hidden />}
            />
          </li>
        ))}
      </Card>
    </Modal>
  );
}
