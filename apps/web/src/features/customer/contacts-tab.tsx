import { Badge, Box, Button, Card, Group, Text } from '@mantine/core';
import type { CustomerContact } from '@servicebook/shared/customer-contact';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { EditDeleteButtons } from '../../components/edit-delete-buttons.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { useSession } from '../../lib/use-session.ts';
import { contactsQuery, useDeleteContact } from './contact.queries.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { MailLink, PhoneLine } from './contact-links.tsx';

/** The people to call at a customer. */
export function ContactsTab({ customerId }: { customerId: number }) {
  const { t } = useTranslation('customer');
  const { may } = useSession();
  const { data, error, refetch } = useQuery(contactsQuery(customerId));
  const [edited, setEdited] = useState<CustomerContact | 'new' | null>(null);
  const deletion = useDeletion<CustomerContact>(useDeleteContact(), {
    bin: 'contact',
    nameOf: ({ name }) => name,
    texts: ({ name }) => ({
      title: t('contacts.deleteTitle'),
      message: t('contacts.deleteMessage', { name }),
    }),
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <LoadingState />;
  const canEdit = may('customer.edit');
  const add = canEdit && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('contacts.add')}
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          title={t('contacts.emptyTitle')}
          hint={t('contacts.emptyHint')}
          icon={<IconUsers size={32} stroke={1.5} />}
          action={add}
        />
      ) : (
        <>
          <Group mb="md" mod="actions">
            {add}
          </Group>
          <Card component="ul" padding={0} mod="rows" aria-label={t('contactsTab')}>
            {data.map((contact) => (
              <Group
                renderRoot={(props) => <li {...props} />}
                key={contact.id}
                px="md"
                py="xs"
                gap="sm"
                wrap="nowrap"
                align="start"
              >
                <Box flex={1} miw={0}>
                  <Group gap="xs">
                    <Text fw={600}>{contact.name}</Text>
                    {contact.isMain && (
                      <Badge variant="light" tt="none">
                        {t('contacts.isMain')}
                      </Badge>
                    )}
                  </Group>
                  {contact.role && (
                    <Text size="sm" c="dimmed">
                      {contact.role}
                    </Text>
                  )}
                  <Group component="ul" gap="0 1.25rem" fz="sm">
                    <PhoneLine number={contact.phone} />
                    <MailLink address={contact.email} />
                  </Group>
                  {contact.note && (
                    <Text size="sm" c="dimmed" mod="prose">
                      {contact.note}
                    </Text>
                  )}
                </Box>
                {canEdit && (
                  <EditDeleteButtons
                    edit={{
                      label: t('contacts.edit', { name: contact.name }),
                      onClick: () => setEdited(contact),
                    }}
                    remove={{
                      label: t('contacts.remove', { name: contact.name }),
                      onClick: () => deletion.ask(contact),
                    }}
                  />
                )}
              </Group>
            ))}
          </Card>
        </>
      )}
      {edited && (
        <ContactDialog
          customerId={customerId}
          contact={edited === 'new' ? null : edited}
          isFirst={data.length === 0}
          onClose={() => setEdited(null)}
        />
      )}
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
