import { Anchor, Flex, Group, Text } from '@mantine/core';
import type { DeviceOverview } from '@servicebook/shared/device-overview';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '../../lib/paths.ts';
import { MailLink, PhoneLine } from './contact-links.tsx';

interface Props {
  customerId: number;
  contacts: DeviceOverview['customer']['contacts'];
}

const maxShown = 2;

/** Whom to call at a machine's customer: the first contacts, and a link to all of them. */
export function ContactPersons({ customerId, contacts }: Props) {
  const { t } = useTranslation('customer');
  if (contacts.length === 0) return null;
  return (
    <Flex component="ul" direction="column" mt={6} fz="sm" aria-label={t('contacts.label')}>
      {contacts.slice(0, maxShown).map(({ id, name, role, phone, email }) => (
        <Group key={id} renderRoot={(props) => <li {...props} />} gap="0 1.25rem">
          <Text span inherit>
            <strong>{name}</strong>
            {role && `, ${role}`}
          </Text>
          <Group component="ul" gap="0 1.25rem">
            <PhoneLine number={phone} />
            <MailLink address={email} />
          </Group>
        </Group>
      ))}
      {contacts.length > maxShown && (
        <li>
          <Anchor
            inherit
            mod="touch"
            component={Link}
            to={withQuery(paths.customerEdit, { id: customerId, activeTab: 'contacts' })}
          >
            {t('contacts.all', { count: contacts.length })}
          </Anchor>
        </li>
      )}
    </Flex>
  );
}
