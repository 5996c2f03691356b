import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Button, Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { activeFilters, type DeviceFilter } from './device-filter.ts';
import { DeviceFilterPanel } from './device-filter-panel.tsx';
import classes from './device-filter-sheet.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  filter: DeviceFilter;
  onChange: (part: Partial<DeviceFilter>) => void;
  onClear: () => void;
  /** How many machines the filter leaves. */
  found: number | undefined;
}

/** The filters on a phone; rises from the bottom, with what they leave under the thumb. */
export function DeviceFilterSheet({ opened, onClose, filter, onChange, onClear, found = 0 }: Props) {
  const { t } = useTranslation(['device', 'common']);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="92dvh"
      title={t('filter.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      classNames={{ content: classes.sheet ?? '', title: classes.title ?? '', body: classes.body ?? '' }}
    >
      <DeviceFilterPanel filter={filter} onChange={onChange} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClear} disabled={activeFilters(filter).length === 0}>
          {t('filter.clear')}
        </Button>
        <Button onClick={onClose}>{t('filter.show', { count: found })}</Button>
      </div>
    </Drawer>
  );
}
