import { ActionIcon, Box, Group, Modal, Text } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { machineNames } from '@servicebook/shared/machine-name';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { useNumberText } from '../../lib/protocol-number.ts';
import classes from './service-dialog.module.css';
import { choiceOf, type MachineChoice } from './service-form-values.ts';
import { StateBadge } from './state-badge.tsx';

interface DialogHeaderProps {
  device: Device;
  /** Null: a new one, or one that is not there yet. */
  protocol: ServiceProtocol | null;
  isNew: boolean;
  /** Those that the form has chosen; null: there is no form. */
  chosen?: readonly MachineChoice[] | null;
  /** Icons next to the close button. */
  actions?: ReactNode;
  onClose: () => void;
}

const nameOfChoice = ({ label, hint }: MachineChoice) => (hint ? `${label} (${hint})` : label);

/** The popup's header: protocol, machine, customer, and the close button. */
export function DialogHeader({
  device,
  protocol,
  isNew,
  chosen = null,
  actions,
  onClose,
}: DialogHeaderProps) {
  const { t } = useTranslation(['service', 'common']);
  const numberOf = useNumberText();
  const title = (of: ServiceProtocol) => {
    const number = numberOf(of);
    return of.number === 0 ? number : t('dialog.title', { number });
  };
  const customer = protocol?.customer ?? device.customer;
  // Before the form or the protocol is there, what it is going to say: so it does not move when it comes.
  const expected =
    isNew && !protocol ? nameOfChoice(choiceOf(device)) : machineNames(protocol?.devices ?? [device]);
  const machines = chosen?.map(nameOfChoice).join(', ') ?? expected;
  return (
    <div className={classes.header}>
      <Box flex={1} miw={0}>
        <Group gap="2px 10px">
          <Modal.Title className={classes.title ?? ''}>
            {protocol ? title(protocol) : t(isNew ? 'dialog.newTitle' : 'dialog.storedTitle')}
          </Modal.Title>
          {protocol && <StateBadge of={protocol} />}
        </Group>
        <Text component="div" size="sm" c="dimmed" mt={2}>
          <TruncatedText lines={2}>{`${machines} · ${customer.shortName}`}</TruncatedText>
        </Text>
      </Box>
      {actions}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('common:close')} onClick={onClose}>
        <IconX size={22} aria-hidden />
      </ActionIcon>
    </div>
  );
}
