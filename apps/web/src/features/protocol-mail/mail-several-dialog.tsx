import { Stack, Text } from '@mantine/core';
import { formatNumber } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { showToast } from '../../lib/toast.ts';
import { severalMailsQuery, useSendSeveral } from './protocol-mail.queries.ts';

interface Props {
  ids: number[];
  onClose: () => void;
  onDone: () => void;
}

const mostNamed = 20;

/** Says before it sends how many protocols go, and names those whose customer has no address. */
export function MailSeveralDialog({ ids, onClose, onDone }: Props) {
  const { t } = useTranslation('protocol-mail');
  const { data, error, refetch } = useQuery(severalMailsQuery(ids));
  const send = useSendSeveral();
  const keyFor = useIdempotencyKey();
  const number = (count: number) => formatNumber(count, currentLanguage());
  const nothing = data?.ready === 0;
  const submit = () => {
    if (!data || send.isPending) return;
    if (nothing) return onClose();
    send.mutate(
      { body: { ids }, idempotencyKey: keyFor({ ids }) },
      {
        onSuccess: ({ ready }) => {
          showToast({ tone: 'success', message: t('several.done', { number: number(ready) }) });
          onClose();
          onDone();
        },
      },
    );
  };
  const without = data?.withoutAddress ?? [];
  return (
    <FormDialog
      title={t('several.title')}
      saveLabel={t('several.submit', { number: number(data?.ready ?? 0) })}
      saving={send.isPending}
      dirty={false}
      failure={send.error}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      {data ? (
        <Stack gap="sm">
          <Text fw={600}>
            {nothing
              ? t('several.nothing')
              : t('several.ready', { number: number(data.ready), addresses: number(data.addresses) })}
          </Text>
          <Text>{t('several.rule')}</Text>
          {data.sent > 0 && <Text>{t('several.sent', { number: number(data.sent) })}</Text>}
          {data.notSigned > 0 && <Text>{t('several.notSigned', { number: number(data.notSigned) })}</Text>}
          {without.length > 0 && (
            <div>
              <Text>{t('several.withoutAddress', { number: number(without.length) })}</Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {joinPresent(
                  [
                    ...without.slice(0, mostNamed).map((one) => `${one.number} ${one.customer}`),
                    without.length > mostNamed && '…',
                  ],
                  ', ',
                )}
              </Text>
            </div>
          )}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </FormDialog>
  );
}
