import { ActionIcon, Anchor, CopyButton, Group } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import { IconCheck, IconCopy, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { callLink, type Place, placeLink } from '../../lib/place-link.ts';

interface ContactLinksProps {
  place: Place;
  phoneNumber: string;
  email: string;
}

/** Links to directions, a phone number and an e-mail address. Unknown ones are omitted. */
export function ContactLinks({ place, phoneNumber, email }: ContactLinksProps) {
  const { t } = useTranslation('customer');
  const directions = placeLink(place, navigator.userAgent);
  return (
    <Group component="ul" gap="0 1.25rem" fz="sm">
      {directions && (
        <Group component="li" gap={6} mih={28} wrap="nowrap">
          <IconMapPin
            size={18}
            stroke={1.7}
            color="var(--mantine-color-dimmed)"
            style={{ flex: 'none' }}
            aria-hidden
          />
          <Anchor
            inherit
            mod="touch"
            href={directions}
            {...(directions.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          >
            {addressLine(place) || t('contact.onMap')}
          </Anchor>
        </Group>
      )}
      {phoneNumber && (
        <Group component="li" gap={6} mih={28} wrap="nowrap">
          <IconPhone
            size={18}
            stroke={1.7}
            color="var(--mantine-color-dimmed)"
            style={{ flex: 'none' }}
            aria-hidden
          />
          <Anchor inherit mod="touch" href={callLink(phoneNumber)}>
            {phoneNumber}
          </Anchor>
          <CopyButton value={phoneNumber}>
            {({ copied, copy }) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('contact.copy', { what: phoneNumber })}
                title={t('contact.copy', { what: phoneNumber })}
                onClick={copy}
              >
                {copied ? (
                  <IconCheck size={16} aria-hidden />
                ) : (
                  <IconCopy size={16} stroke={1.7} aria-hidden />
                )}
              </ActionIcon>
            )}
          </CopyButton>
        </Group>
      )}
      {email && (
        <Group component="li" gap={6} mih={28} wrap="nowrap">
          <IconMail
            size={18}
            stroke={1.7}
            color="var(--mantine-color-dimmed)"
            style={{ flex: 'none' }}
            aria-hidden
          />
          <Anchor inherit mod="touch" href={`mailto:${email}`}>
            {email}
          </Anchor>
        </Group>
      )}
    </Group>
  );
}
