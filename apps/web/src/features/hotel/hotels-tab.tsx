import { Anchor } from '@mantine/core';
import { formatDistance } from '@servicebook/i18n/format.ts';
import type { Device } from '@servicebook/shared/device';
import { type Hotel, HotelContent } from '@servicebook/shared/hotel';
import type { WorkPlace } from '@servicebook/shared/work-place';
import { IconBed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPoint } from '../../components/map-point.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { MachineTab } from '../../lib/machine-tab.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useSession } from '../../lib/use-session.ts';
import { type Place, PlaceBook } from '../place/place-book.tsx';
import { usePlaceTexts } from '../place/use-place-texts.ts';
import { hotelsQuery, useDeleteHotel, useSaveHotel } from './hotel.queries.ts';
import { sortHotels } from './hotel-texts.ts';

/** The number of nearest hotels in the map's initial view. */
const inSight = 6;

/** Hotels for technicians near the machine, nearest first. Its texts: `hotel`, `place`. */
export function HotelsTab({
  device,
  place = { ...device, isCustomers: false },
}: {
  device: Device;
  place?: WorkPlace | undefined;
}) {
  const { t } = useTranslation('hotel');
  const texts = usePlaceTexts('hotel');
  const { may } = useSession();
  const { data, error, refetch } = useQuery(hotelsQuery);
  const saveHotel = useSaveHotel();
  const remove = useDeleteHotel();
  const { gpsLatitude, gpsLongitude, isCustomers } = place;
  const from = useMemo(
    (): MapPoint | null =>
      gpsLatitude === null || gpsLongitude === null
        ? null
        : { latitude: gpsLatitude, longitude: gpsLongitude },
    [gpsLatitude, gpsLongitude],
  );
  const places = useMemo(() => {
    const language = currentLanguage();
    const toPlace = (hotel: Hotel, distance: number | null): Place => {
      const short = distance === null ? '' : formatDistance(distance, language);
      const near = short && { distance: { short, long: t('away', { distance: short }) } };
      return { ...hotel, street: hotel.streetAddress, ...near };
    };
    return data && sortHotels(data, from, language).map(({ hotel, distance }) => toPlace(hotel, distance));
  }, [data, from, t]);
  return (
    <PlaceBook
      places={places}
      error={error}
      onRetry={refetch}
      param="hotel"
      schema={HotelContent}
      actions={{
        save: ({ street, ...content }, idempotencyKey) =>
          saveHotel.mutateAsync({ body: { ...content, streetAddress: street }, idempotencyKey }),
        remove,
        mayEdit: may('hotel.edit'),
        mayDelete: may('hotel.delete'),
      }}
      texts={texts}
      symbol="bed"
      icon={<IconBed size={32} stroke={1.5} />}
      note={from ? t(isCustomers ? 'fromCustomer' : 'crowFlies') : <NoPoint />}
      near={from && { ...from, id: 'device', label: t('machine', { name: device.name }), main: true }}
      inSight={inSight}
    />
  );
}

/** Explains why there are no distances, with a link to set the machine's point. */
function NoPoint() {
  const { t } = useTranslation('hotel');
  const { change } = useAddress(MachineTab);
  return (
    <>
      {t('noPoint')}{' '}
      <Anchor
        component="button"
        inherit
        fw={550}
        mod="touch"
        type="button"
        onClick={() => change({ activeTab: 'Map' }, { replace: false })}
      >
        {t('setPoint')}
      </Anchor>
    </>
  );
}
