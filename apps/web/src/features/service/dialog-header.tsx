import { ActionIcon, Modal } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { machineNames } from '@servicebook/shared/machine-name';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TruncatedText } from '../../components/truncated-text.tsx';
import classes from './service-dialog.module.css';
import { StateBadge } from './state-badge.tsx';

interface DialogHeaderProps {
  device: Device;
  protocol: ServiceProtocol | null;
  /** Icons next to the close button. */
  actions?: ReactNode;
  onClose: () => void;
}

/** The popup's header: protocol, machine, customer, and the close button. */
export function DialogHeader({ device, protocol, actions, onClose }: DialogHeaderProps) {
  const { t } = useTranslation(['service', 'common']);
  const customer = protocol?.customer ?? device.customer;
  const machines = protocol ? machineNames(protocol.devices) : device.name;
  return (
    <div className={classes.header}>
      <div className={classes.titles}>
        <div className={classes.titleLine}>
          <Modal.Title className={classes.title ?? ''}>
            {protocol ? t('dialog.title', { number: documentNumber(protocol) }) : t('dialog.newTitle')}
          </Modal.Title>
          {protocol && <StateBadge state={protocol.state} />}
        </div>
        <p className={classes.subtitle}>
          <TruncatedText>{`${machines} · ${customer.shortName}`}</TruncatedText>
        </p>
      </div>
      {actions}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('common:close')} onClick={onClose}>
        <IconX size={22} aria-hidden />
      </ActionIcon>
    </div>
  );
}
