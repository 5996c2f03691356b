import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Button, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormBar } from '../../components/form-actions.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Whether any filter is active. */
  isSet: boolean;
  onClear: () => void;
  /** The number of machines that match the filter. */
  found: number | undefined;
  /** The filters. */
  children: ReactNode;
}

/**
 * The filters on a phone, in a sheet at the bottom of the screen, with the number of results within reach of the thumb.
 */
export function DeviceFilterSheet({ opened, onClose, isSet, onClear, found = 0, children }: Props) {
  const { t } = useTranslation(['device', 'common']);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="92dvh"
      title={t('filter.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      styles={{ body: { paddingBottom: 0 } }}
    >
      {children}
      <FormBar>
        <Button variant="default" flex={1} onClick={onClear} disabled={!isSet}>
          {t('filter.clear')}
        </Button>
        <Button flex={1} onClick={onClose}>
          {t('filter.show', { count: found })}
        </Button>
      </FormBar>
    </Drawer>
  );
}
