import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  onClose: () => void;
  children: ReactNode;
}

/** The side list on a phone. */
export function SideSheet({ onClose, children }: Props) {
  const { t } = useTranslation('planning');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="92%"
      title={t('side')}
      closeButtonProps={{ 'aria-label': t('closeSide') }}
      styles={{ body: { padding: 0 } }}
    >
      {children}
    </Drawer>
  );
}
