import { Anchor, Button, Card, Flex, Group, Text, Title } from '@mantine/core';
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

/** One place: directions and contact. */
export function PlaceDetails({ place, actions, texts, onBack, onEdit, onDeleted }: PlaceDetailsProps) {
  const { t } = useTranslation('place');
  const { name, street, phone, email, www, description, distance } = place;
  const point = { gpsLatitude: place.latitude, gpsLongitude: place.longitude };
  const located = { ...place, ...point, streetAddress: street };
  const directions = placeLink(located, navigator.userAgent);
  const website = webAddress(www);
  const country = place.country && countryName(place.country, currentLanguage());
  const where = addressLine(located, country);
  return (
    <Card component="section" padding="md" aria-label={name}>
      <Button
        variant="subtle"
        color="gray"
        ml={-12}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onBack}
      >
        {texts.all}
      </Button>
      <Title className={classes.title ?? ''} order={2} size="h3" my={4} ref={focusAtOnce} tabIndex={-1}>
        {name}
      </Title>
      {distance && (
        <Text size="sm" c="dimmed">
          {distance.long}
        </Text>
      )}
      <Flex component="dl" direction="column" gap="xs" mt="sm">
        {where && <Fact term={t('book.address')}>{where}</Fact>}
        {phone && (
          <Fact term={t('book.phone')} icon={<IconPhone size={18} stroke={1.7} aria-hidden />}>
            <Anchor mod="touch" href={callLink(phone)}>
              {phone}
            </Anchor>
          </Fact>
        )}
        {email && (
          <Fact term={t('book.email')} icon={<IconMail size={18} stroke={1.7} aria-hidden />}>
            <Anchor mod="touch" href={`mailto:${email}`}>
              {email}
            </Anchor>
          </Fact>
        )}
        {www && (
          <Fact term={t('book.www')} icon={<IconWorld size={18} stroke={1.7} aria-hidden />}>
            {website ? (
              <Anchor mod="touch" href={website} target="_blank" rel="noreferrer">
                {www}
              </Anchor>
            ) : (
              www
            )}
          </Fact>
        )}
        {description && (
          <Fact term={t('book.description')}>
            <span data-prose>{description}</span>
          </Fact>
        )}
      </Flex>
      <Group gap="xs" mt="md">
        {directions && (
          <Button
            component="a"
            href={directions}
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
      </Group>
    </Card>
  );
}

function Fact({ term, icon, children }: { term: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Group gap={6} fz="sm" c="dimmed">
          {icon}
          {term}
        </Group>
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
    bin: texts.bin,
    nameOf: ({ name }) => name,
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
