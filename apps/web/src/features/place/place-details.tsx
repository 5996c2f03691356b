import { Button } from '@mantine/core';
import { countryName } from '@servicebook/i18n/intl.ts';
import { addressLine } from '@servicebook/i18n/names.ts';
import { webAddress } from '@servicebook/shared/web-address';
import {
  IconArrowLeft,
  IconMail,
  IconNavigation,
  IconPencil,
  IconPhone,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { callLink, placeLink } from '../../lib/place-link.ts';
import classes from './place-book.module.css';
import type { Place, PlaceActions } from './place-book.tsx';
import { focusAtOnce } from './place-texts.ts';
import type { PlaceTexts } from './use-place-texts.ts';

interface PlaceDetailsProps {
  place: Place;
  actions: PlaceActions;
  texts: PlaceTexts;
  onBack: () => void;
  onEdit: () => void;
  onDeleted: () => void;
}

/** One place: how to get there, whom to call. */
export function PlaceDetails({ place, actions, texts, onBack, onEdit, onDeleted }: PlaceDetailsProps) {
  const { t } = useTranslation('place');
  const { name, street, phone, email, www, description, distance } = place;
  const point = { gpsLatitude: place.latitude, gpsLongitude: place.longitude };
  const located = { ...place, ...point, streetAddress: street };
  const way = placeLink(located, navigator.userAgent);
  const website = webAddress(www);
  const country = place.country && countryName(place.country, currentLanguage());
  const where = addressLine(located, country);
  return (
    <section className={classes.details} aria-label={name}>
      <Button
        variant="subtle"
        color="gray"
        className={classes.back ?? ''}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onBack}
      >
        {texts.all}
      </Button>
      <h2 className={classes.title} ref={focusAtOnce} tabIndex={-1}>
        {name}
      </h2>
      {distance && <p className={classes.hint}>{distance.long}</p>}
      <dl className={classes.facts}>
        {where && <Fact term={t('book.address')}>{where}</Fact>}
        {phone && (
          <Fact term={t('book.phone')} icon={<IconPhone size={18} stroke={1.7} aria-hidden />}>
            <a href={callLink(phone)}>{phone}</a>
          </Fact>
        )}
        {email && (
          <Fact term={t('book.email')} icon={<IconMail size={18} stroke={1.7} aria-hidden />}>
            <a href={`mailto:${email}`}>{email}</a>
          </Fact>
        )}
        {www && (
          <Fact term={t('book.www')} icon={<IconWorld size={18} stroke={1.7} aria-hidden />}>
            {website ? (
              <a href={website} target="_blank" rel="noreferrer">
                {www}
              </a>
            ) : (
              www
            )}
          </Fact>
        )}
        {description && (
          <Fact term={t('book.description')}>
            <span className={classes.long}>{description}</span>
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
            {t('book.navigate')}
          </Button>
        )}
        {actions.mayEdit && (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.7} aria-hidden />}
            onClick={onEdit}
          >
            {t('book.edit')}
          </Button>
        )}
        {actions.mayDelete && (
          <DeletePlace place={place} remove={actions.remove} texts={texts} onDeleted={onDeleted} />
        )}
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

interface DeletePlaceProps {
  place: Place;
  remove: PlaceActions['remove'];
  texts: PlaceTexts;
  onDeleted: () => void;
}

function DeletePlace({ place, remove, texts, onDeleted }: DeletePlaceProps) {
  const { t } = useTranslation();
  const deletion = useDeletion<Place>(remove, {
    texts: ({ name }) => ({ title: texts.deleteTitle, message: texts.deleteMessage(name) }),
    onDone: onDeleted,
  });
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
        onClick={() => deletion.ask(place)}
      >
        {t('delete')}
      </Button>
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
