import { Button } from '@mantine/core';
import type { Hotel } from '@servicebook/shared/hotel';
import {
  IconArrowLeft,
  IconMail,
  IconNavigation,
  IconPencil,
  IconPhone,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { countryName } from '../../lib/countries.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { addressLine, callLink, placeLink } from '../device/place-link.ts';
import { useDeleteHotel } from './hotel.queries.ts';
import { distanceText, focusAtOnce, type NearHotel, webAddress } from './hotel-texts.ts';
import classes from './hotels-tab.module.css';

interface HotelDetailsProps {
  near: NearHotel;
  onBack: () => void;
  onEdit: () => void;
  onDeleted: () => void;
}

/** One hotel: how to get there, whom to call. */
export function HotelDetails({ near: { hotel, distance }, onBack, onEdit, onDeleted }: HotelDetailsProps) {
  const { t } = useTranslation('hotel');
  const { may } = useSession();
  const language = currentLanguage();
  const way = placeLink(
    { ...hotel, gpsLatitude: hotel.latitude, gpsLongitude: hotel.longitude },
    navigator.userAgent,
  );
  const website = webAddress(hotel.www);
  const country = hotel.country && countryName(hotel.country, language);
  const address = [addressLine({ ...hotel, gpsLatitude: null, gpsLongitude: null }), country];
  const where = address.filter(Boolean).join(', ');
  return (
    <section className={classes.details} aria-label={hotel.name}>
      <Button
        variant="subtle"
        color="gray"
        className={classes.back ?? ''}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onBack}
      >
        {t('all')}
      </Button>
      <h2 className={classes.title} ref={focusAtOnce} tabIndex={-1}>
        {hotel.name}
      </h2>
      {distance !== null && (
        <p className={classes.hint}>{t('away', { distance: distanceText(distance, language) })}</p>
      )}
      <dl className={classes.facts}>
        {where && <Fact term={t('address')}>{where}</Fact>}
        {hotel.phone && (
          <Fact term={t('phone')} icon={<IconPhone size={18} stroke={1.7} aria-hidden />}>
            <a href={callLink(hotel.phone)}>{hotel.phone}</a>
          </Fact>
        )}
        {hotel.email && (
          <Fact term={t('email')} icon={<IconMail size={18} stroke={1.7} aria-hidden />}>
            <a href={`mailto:${hotel.email}`}>{hotel.email}</a>
          </Fact>
        )}
        {hotel.www && (
          <Fact term={t('www')} icon={<IconWorld size={18} stroke={1.7} aria-hidden />}>
            {website ? (
              <a href={website} target="_blank" rel="noreferrer">
                {hotel.www}
              </a>
            ) : (
              hotel.www
            )}
          </Fact>
        )}
        {hotel.description && (
          <Fact term={t('description')}>
            <span className={classes.long}>{hotel.description}</span>
          </Fact>
        )}
      </dl>
      <div className={classes.ways}>
        {way && (
          <Button
            component="a"
            href={way}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconNavigation size={18} stroke={1.7} aria-hidden />}
          >
            {t('navigate')}
          </Button>
        )}
        {may('hotel.edit') && (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.7} aria-hidden />}
            onClick={onEdit}
          >
            {t('edit')}
          </Button>
        )}
        {may('hotel.delete') && <DeleteHotel hotel={hotel} onDeleted={onDeleted} />}
      </div>
    </section>
  );
}

function Fact({ term, icon, children }: { term: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>
        {icon}
        {term}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function DeleteHotel({ hotel, onDeleted }: { hotel: Hotel; onDeleted: () => void }) {
  const { t } = useTranslation(['hotel', 'common']);
  const remove = useDeleteHotel();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('common:delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        danger
        title={t('deleteTitle')}
        message={t('deleteMessage', { name: hotel.name })}
        confirmLabel={t('common:delete')}
        loading={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(hotel.id, {
            onSuccess: () => {
              showToast({ tone: 'success', message: t('common:deleted') });
              onDeleted();
            },
          })
        }
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
      />
    </>
  );
}
