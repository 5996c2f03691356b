import { Alert, Checkbox, Text, Textarea } from '@mantine/core';
import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { documentNumber, type ServiceProtocol, WithdrawInput } from '@servicebook/shared/service';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { amountText } from '../../lib/money-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { billingQuery } from '../billing/billing.queries.ts';
import { protocolMailsQuery } from '../protocol-mail/protocol-mail.queries.ts';
import { useWithdrawService } from './service.queries.ts';

const formSchema = WithdrawInput.pick({ reason: true });

interface WithdrawDialogProps {
  protocol: ServiceProtocol;
  onClose: () => void;
}

/** Asks for the reason, and withdraws a signed protocol for good. */
export function WithdrawDialog({ protocol, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('service');
  const { id, revision } = protocol;
  const number = documentNumber(protocol);
  const withdraw = useWithdrawService();
  const { may } = useSession();
  const { data: billing } = useQuery({ ...billingQuery(id), enabled: may('billing.manage') });
  const invoice = billing?.invoice;
  const { holders = [] } = useQuery(protocolMailsQuery(id)).data ?? {};
  const [tell, setTell] = useState(true);
  const { field, submit, saving, dirty, failure } = useSaveForm({
    schema: formSchema,
    defaultValues: { reason: '' },
    save: ({ reason }, idempotencyKey) =>
      withdraw.mutateAsync({ params: { id }, body: { reason, revision, tellHolders: tell }, idempotencyKey }),
    onSaved: () => {
      showToast({ tone: 'success', message: t('withdraw.done', { number }) });
      onClose();
    },
    refusals: {},
  });
  return (
    <FormDialog
      title={t('withdraw.title', { number })}
      saveLabel={t('withdraw.action')}
      danger
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t('withdraw.message')}</Text>
      {invoice && (
        <Alert color="orange">
          {t('withdraw.invoiced', {
            invoice: joinPresent([
              invoice.number,
              formatDay(invoice.day, currentLanguage()),
              amountText(invoice.amount, billing.currency),
            ]),
          })}
        </Alert>
      )}
      <Textarea
        label={t('withdraw.reason')}
        description={t('withdraw.reasonHint')}
        withAsterisk
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        {...field('reason')}
      />
      {holders.length > 0 && (
        <Checkbox
          checked={tell}
          label={t('withdraw.tell', { addresses: holders.join(', ') })}
          description={t('withdraw.tellHint')}
          styles={{ label: { overflowWrap: 'anywhere' } }}
          onChange={({ currentTarget: { checked } }) => setTell(checked)}
        />
      )}
    </FormDialog>
  );
}
