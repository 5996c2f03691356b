import { ActionIcon, Anchor, CopyButton, Group } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import { IconCheck, IconCopy, IconMail, IconMapPin, IconPhone, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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
        <ContactLine Icon={IconMapPin}>
          <Anchor
            inherit
            mod="touch"
            href={directions}
            {...(directions.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          >
            {addressLine(place) || t('contact.onMap')}
          </Anchor>
        </ContactLine>
      )}
      {phoneNumber && (
        <ContactLine Icon={IconPhone}>
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
        </ContactLine>
      )}
      {email && (
        <ContactLine Icon={IconMail}>
          <Anchor inherit mod="touch" href={`mailto:${email}`}>
            {email}
          </Anchor>
        </ContactLine>
      )}
    </Group>
  );
}

function ContactLine({ Icon, children }: { Icon: TablerIcon; children: ReactNode }) {
  return (
    <Group component="li" gap={6} mih={28} wrap="nowrap">
      <Icon size={18} stroke={1.7} color="var(--mantine-color-dimmed)" style={{ flex: 'none' }} aria-hidden />
      {children}
    </Group>
  );
}
