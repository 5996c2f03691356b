import { Button } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import type { Hotel } from '@servicebook/shared/hotel';
import { IconBed, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { type MapMarker, MapView } from '../../components/map.tsx';
import type { MapPoint } from '../../components/map-point.ts';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';
import { hotelsQuery } from './hotel.queries.ts';
import { HotelDetails } from './hotel-details.tsx';
import { HotelForm } from './hotel-form.tsx';
import { distanceText, type NearHotel, sortHotels } from './hotel-texts.ts';
import classes from './hotels-tab.module.css';

type Mode = { name: 'list' } | { name: 'details' | 'edit'; id: number } | { name: 'new' };

/** As many of the nearest as the map shows at first; the rest is a move away. */
const inSight = 6;

/** Where technicians stay near the machine: list and map, one hotel's details, its form. */
export function HotelsTab({ device }: { device: Device }) {
  const { t } = useTranslation('hotel');
  const { may } = useSession();
  const { data, error, refetch } = useQuery(hotelsQuery);
  const [mode, setMode] = useState<Mode>({ name: 'list' });
  const { gpsLatitude, gpsLongitude } = device;
  const from = useMemo(
    (): MapPoint | null =>
      gpsLatitude === null || gpsLongitude === null
        ? null
        : { latitude: gpsLatitude, longitude: gpsLongitude },
    [gpsLatitude, gpsLongitude],
  );
  const hotels = useMemo(() => data && sortHotels(data, from, currentLanguage()), [data, from]);

  if (!hotels) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  const chosen = 'id' in mode ? hotels.find(({ hotel }) => hotel.id === mode.id) : undefined;
  const toList = () => setMode({ name: 'list' });
  const open = (hotel: Hotel) => setMode({ name: 'details', id: hotel.id });
  const machine = from && { ...from, id: 'device', label: t('machine', { name: device.name }), main: true };

  if (mode.name === 'new' || (mode.name === 'edit' && chosen))
    return (
      <HotelForm
        key={mode.name}
        hotel={chosen?.hotel}
        machine={machine}
        onSaved={open}
        onCancel={() => (chosen ? open(chosen.hotel) : toList())}
      />
    );
  const add = may('hotel.edit') && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setMode({ name: 'new' })}>
      {t('add')}
    </Button>
  );
  if (hotels.length === 0)
    return (
      <EmptyState
        title={t('emptyTitle')}
        hint={t('emptyHint')}
        icon={<IconBed size={32} stroke={1.5} />}
        action={add}
      />
    );
  return (
    <div className={classes.root}>
      <div className={classes.side}>
        {chosen ? (
          <HotelDetails
            key={chosen.hotel.id}
            near={chosen}
            onBack={toList}
            onEdit={() => setMode({ name: 'edit', id: chosen.hotel.id })}
            onDeleted={toList}
          />
        ) : (
          <HotelList hotels={hotels} onOpen={open} add={add} />
        )}
      </div>
      <HotelMap
        hotels={hotels}
        machine={machine}
        chosen={chosen?.hotel ?? null}
        onOpen={(id) => setMode({ name: 'details', id })}
      />
    </div>
  );
}

interface HotelListProps {
  hotels: NearHotel[];
  onOpen: (hotel: Hotel) => void;
  add: React.ReactNode;
}

function HotelList({ hotels, onOpen, add }: HotelListProps) {
  const { t } = useTranslation('hotel');
  const [, setQuery] = useSearchParams();
  const known = hotels[0]?.distance !== null;
  const toMap = () =>
    setQuery(
      (current) => {
        current.set('activeTab', 'Map');
        return current;
      },
      { preventScrollReset: true },
    );
  return (
    <>
      <div className={classes.head}>
        <p className={classes.hint}>
          {known ? (
            t('crowFlies')
          ) : (
            <>
              {t('noPoint')}{' '}
              <button type="button" className={classes.inline} onClick={toMap}>
                {t('setPoint')}
              </button>
            </>
          )}
        </p>
        {add}
      </div>
      <ol className={classes.list} aria-label={t('label')}>
        {hotels.map(({ hotel, distance }) => (
          <li key={hotel.id}>
            <button type="button" className={classes.row} onClick={() => onOpen(hotel)}>
              <span className={classes.name}>
                <strong>{hotel.name}</strong>
                <span>{[hotel.streetAddress, hotel.city].filter(Boolean).join(', ')}</span>
              </span>
              {distance !== null && (
                <span className={classes.distance}>{distanceText(distance, currentLanguage())}</span>
              )}
              <IconChevronRight size={18} stroke={1.7} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

interface HotelMapProps {
  hotels: NearHotel[];
  machine: MapMarker | null;
  chosen: Hotel | null;
  onOpen: (id: number) => void;
}

function HotelMap({ hotels, machine, chosen, onOpen }: HotelMapProps) {
  const { t } = useTranslation('hotel');
  const points = JSON.stringify([
    ...(machine ? [{ latitude: machine.latitude, longitude: machine.longitude }] : []),
    ...hotels
      .slice(0, machine ? inSight : undefined)
      .map(({ hotel: { latitude, longitude } }) => ({ latitude, longitude })),
  ]);
  // The map moves when what is to be seen changes, not whenever this draws.
  const fit = useMemo((): MapPoint[] => JSON.parse(points), [points]);
  const markers: MapMarker[] = hotels.map(({ hotel, distance }) => ({
    id: String(hotel.id),
    label: distance === null ? hotel.name : `${hotel.name}, ${distanceText(distance, currentLanguage())}`,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    selected: hotel.id === chosen?.id,
  }));
  return (
    <MapView
      className={classes.map}
      label={t('map')}
      markers={machine ? [machine, ...markers] : markers}
      fit={fit}
      reveal={chosen}
      onMarkerClick={(id) => onOpen(Number(id))}
    />
  );
}
