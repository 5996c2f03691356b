import { Loader, Stack, Text } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { billingsQuery } from './billing.queries.ts';
import { useShortList } from './short-list.ts';
import { useUndoInvoiced } from './use-undo-invoiced.ts';

interface Props {
  ids: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** Takes the mark from those of the chosen protocols that have one. */
export function UndoInvoicedDialog({ ids, onClose, onDone }: Props) {
  const { t } = useTranslation('billing');
  const { data, error } = useQuery(billingsQuery(ids));
  const shortList = useShortList();
  const undo = useUndoInvoiced();
  const [undoing, setUndoing] = useState(false);
  const marked = data?.filter(({ invoice }) => invoice) ?? [];
  const others = data?.filter(({ invoice }) => !invoice) ?? [];
  const numberOf = ({ service, invoice }: (typeof marked)[number]) =>
    joinPresent([service.number, invoice?.number && `(${invoice.number})`], ' ');
  return (
    <ConfirmDialog
      opened
      title={t('panel.undo')}
      message={
        data ? (
          <Stack gap="xs">
            <span>
              {marked.length > 0
                ? t('undo.message', { count: marked.length, protocols: shortList(marked.map(numberOf)) })
                : t('undo.none')}
            </span>
            {marked.length > 0 && others.length > 0 && (
              <Text span size="sm" c="dimmed">
                {t('undo.others', { protocols: shortList(others.map(({ service }) => service.number)) })}
              </Text>
            )}
          </Stack>
        ) : (
          !error && <Loader size="sm" />
        )
      }
      confirmLabel={marked.length > 0 ? t('panel.undo') : undefined}
      loading={undoing}
      error={error}
      onConfirm={() => {
        setUndoing(true);
        void undo(marked).finally(() => {
          onClose();
          onDone();
        });
      }}
      onClose={onClose}
    />
  );
}
