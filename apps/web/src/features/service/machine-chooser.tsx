import { Modal } from '@mantine/core';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './services-list-page.module.css';

interface MachineChooserProps {
  protocol: ServiceProtocol;
  hrefOf: (machine: { id: number }) => string;
  onClose: () => void;
}

/** Which of a protocol's machines to go to. */
export function MachineChooser({ protocol, hrefOf, onClose }: MachineChooserProps) {
  const { t } = useTranslation(['service-overview', 'common']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('chooser.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={classes.hint}>{t('chooser.hint', { number: documentNumber(protocol) })}</p>
      <ul className={classes.machines}>
        {protocol.devices.map((machine) => (
          <li key={machine.id}>
            <Link to={hrefOf(machine)} className={classes.machine}>
              <span>{machine.name}</span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
