import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { type Ref, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MapMarker, MapView } from '../../components/map.tsx';
import { type MapPoint, parsePoint, pointText, tidyPoint } from '../../components/map-point.ts';
import { usePosition } from '../../components/use-position.ts';
import { PlaceSearch } from './place-search.tsx';

interface PointPickerProps {
  /** What is placed: names the marker and the map. */
  label: string;
  value: MapPoint | null;
  onChange: (point: MapPoint | null) => void;
  error?: string | undefined;
  /** The text of the search until something else is typed. */
  searchText?: string;
  /** In view while no point is set: the machine near which the hotel is. */
  near?: MapPoint | null;
  others?: MapMarker[];
  /** The icon of the picked point's marker. */
  look?: Pick<MapMarker, 'main' | 'selected' | 'symbol'>;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
}

const noMarkers: MapMarker[] = [];
const mainMarker = { main: true };

/** Sets a point by search, by a click on the map, from the phone's position, or by typed coordinates. */
export function PointPicker({
  label,
  value,
  onChange,
  error,
  searchText = '',
  near = null,
  others = noMarkers,
  look = mainMarker,
  inputRef,
  onBlur,
}: PointPickerProps) {
  const { t } = useTranslation('place');
  /** The typed coordinates while they are invalid or formatted differently. */
  const [typed, setTyped] = useState<string | null>(null);
  const start = value ?? near;
  const [fit, setFit] = useState<MapPoint[]>(start ? [start] : []);
  const { position, locate, forget } = usePosition();

  const set = (point: MapPoint) => {
    setTyped(null);
    onChange(tidyPoint(point));
  };
  const show = (point: MapPoint) => {
    set(point);
    setFit([point]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every position found
  useEffect(() => {
    if (position.status === 'found') show(position);
  }, [position]);

  const markers = useMemo(
    () => (value ? [...others, { ...value, ...look, id: 'picked', label, movable: true }] : others),
    [others, value, label, look],
  );
  const unreadable = typed !== null && typed.trim() !== '' && value === null;
  return (
    <Stack gap="sm">
      <PlaceSearch start={searchText} onChoose={show} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" flex="1 1 12rem">
          {t('picker.hint')}
        </Text>
        <Button
          variant="default"
          loading={position.status === 'locating'}
          leftSection={<IconCurrentLocation size={18} stroke={1.7} aria-hidden />}
          onClick={locate}
        >
          {t('picker.here')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {position.status === 'found' && t('picker.accuracy', { metres: position.metres })}
        {position.status === 'refused' && t('picker.refused')}
        {position.status === 'failed' && t('picker.failed')}
      </Text>
      <MapView
        label={t('label', { name: label })}
        height="clamp(18rem, 46vh, 30rem)"
        markers={markers}
        fit={fit}
        onPick={(point) => {
          forget();
          set(point);
        }}
      />
      <TextInput
        ref={inputRef}
        label={t('picker.coordinates')}
        withAsterisk
        placeholder="52.2297, 21.0122"
        autoComplete="off"
        maxLength={60}
        value={typed ?? (value ? pointText(value) : '')}
        error={unreadable ? t('picker.invalid') : error}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const point = parsePoint(text);
          setTyped(text);
          onChange(point);
          if (point) setFit([point]);
        }}
        onBlur={() => {
          if (value) setTyped(null);
          onBlur?.();
        }}
      />
    </Stack>
  );
}
