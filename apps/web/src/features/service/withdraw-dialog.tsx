import { Text, Textarea } from '@mantine/core';
import { documentNumber, type ServiceProtocol, WithdrawInput } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
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
  const { field, submit, saving, dirty, failure } = useSaveForm({
    schema: formSchema,
    defaultValues: { reason: '' },
    save: ({ reason }, idempotencyKey) =>
      withdraw.mutateAsync({ params: { id }, body: { reason, revision }, idempotencyKey }),
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
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t('withdraw.message')}</Text>
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
    </FormDialog>
  );
}
