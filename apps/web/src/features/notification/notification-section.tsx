import '@mantine/core/styles/Table.layer.css';
import { Checkbox, Flex, Stack, Table } from '@mantine/core';
import { type NotificationSettings, notificationKinds } from '@servicebook/shared/notification';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { showToast } from '../../lib/toast.ts';
import { notificationSettingsQuery, useSetNotificationSettings } from './notification.queries.ts';

/** Chooses what to be told about visits; each change takes effect at once. */
export function NotificationSection() {
  const { t } = useTranslation('notification');
  const { data, error, refetch } = useQuery(notificationSettingsQuery);
  return (
    <SectionCard title={t('settings.title')} hint={t('settings.hint')}>
      {data ? (
        <Choices settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </SectionCard>
  );
}

const ways = ['inApp', 'byMail'] as const;

function Choices({ settings }: { settings: NotificationSettings }) {
  const { t } = useTranslation(['notification', 'common']);
  const set = useSetNotificationSettings();
  const current = { ...settings, ...(set.isPending ? set.variables?.body : {}) };
  const choose = (choice: Partial<NotificationSettings>) =>
    set.mutate(
      { body: choice },
      { onSuccess: () => showToast({ tone: 'success', message: t('common:saved') }) },
    );
  return (
    <Stack gap="sm">
      <Table layout="fixed" horizontalSpacing="0.375rem" verticalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {ways.map((way) => (
              <Table.Th key={way} ta="center" w="5.75rem" fz="xs" px={0} py={4}>
                {t(`settings.${way}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {notificationKinds.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={450} py={4} style={{ overflowWrap: 'break-word', hyphens: 'auto' }}>
                {t(`kinds.${kind}`)}
              </Table.Th>
              {ways.map((way) => (
                <Table.Td key={way}>
                  {/* The whole cell, so that a thumb finds it. */}
                  <Flex component="label" justify="center" align="center" mih="2.75rem">
                    <Checkbox
                      size="md"
                      aria-label={`${t(`kinds.${kind}`)}: ${t(`settings.${way}`)}`}
                      checked={current[way].includes(kind)}
                      onChange={({ currentTarget: { checked } }) =>
                        choose({
                          [way]: checked
                            ? [...current[way], kind]
                            : current[way].filter((each) => each !== kind),
                        })
                      }
                    />
                  </Flex>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ErrorNotice error={set.error} />
    </Stack>
  );
}
