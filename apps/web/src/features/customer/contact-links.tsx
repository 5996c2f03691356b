import { ActionIcon, Anchor, CopyButton, Group, Text } from '@mantine/core';
import { addressLine } from '@servicebook/i18n/names.ts';
import type { Located } from '@servicebook/shared/work-place';
import { IconCheck, IconCopy, IconMail, IconMapPin, IconPhone, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callLink, placeLink } from '../../lib/place-link.ts';

interface ContactLinksProps {
  /** Where it says so, the point is the customer's and not the machine's. */
  place: Located & { isCustomers?: boolean };
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
          {place.isCustomers && (
            <Text span inherit c="dimmed">
              {t('contact.position')}
            </Text>
          )}
        </ContactLine>
      )}
      <PhoneLine number={phoneNumber} />
      <MailLink address={email} />
    </Group>
  );
}

/** A phone number to call and copy, as an item of a list; nothing without one. */
export function PhoneLine({ number }: { number: string }) {
  const { t } = useTranslation('customer');
  if (!number) return null;
  return (
    <ContactLine Icon={IconPhone}>
      <Anchor inherit mod="touch" href={callLink(number)}>
        {number}
      </Anchor>
      <CopyButton value={number}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('contact.copy', { what: number })}
            title={t('contact.copy', { what: number })}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.7} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </ContactLine>
  );
}

/** An e-mail address to write to, as an item of a list; nothing without one. */
export function MailLink({ address }: { address: string }) {
  if (!address) return null;
  return (
    <ContactLine Icon={IconMail}>
      <Anchor inherit mod="touch" href={`mailto:${address}`}>
        {address}
      </Anchor>
    </ContactLine>
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
