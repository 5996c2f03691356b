import { ActionIcon } from '@mantine/core';
import { IconMaximize, IconMinimize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { Map as LeafletMap } from 'leaflet';
import { useTranslation } from 'react-i18next';
import classes from './map.module.css';

interface MapControlsProps {
  map: LeafletMap | null;
  expanded: boolean;
  onExpand: (expanded: boolean) => void;
}

/** Rendered outside the map's element, so that clicks on them do not reach the map. */
export function MapControls({ map, expanded, onExpand }: MapControlsProps) {
  const { t } = useTranslation('place');
  const button = { variant: 'default', size: 'lg', className: classes.control ?? '' } as const;
  const size = expanded ? t('map.reduce') : t('map.enlarge');
  return (
    <div className={classes.controls}>
      <ActionIcon {...button} aria-label={size} title={size} onClick={() => onExpand(!expanded)}>
        {expanded ? <IconMinimize size={20} aria-hidden /> : <IconMaximize size={20} aria-hidden />}
      </ActionIcon>
      <div className={classes.zoom}>
        <ActionIcon
          {...button}
          aria-label={t('map.zoomIn')}
          title={t('map.zoomIn')}
          onClick={() => map?.zoomIn()}
        >
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...button}
          aria-label={t('map.zoomOut')}
          title={t('map.zoomOut')}
          onClick={() => map?.zoomOut()}
        >
          <IconMinus size={20} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
