import { Button } from '@mantine/core';
import type { Employee } from '@servicebook/shared/employee';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { showToast } from '../../lib/toast.ts';
import { employeeQuery, useInviteAgain } from './employee.queries.ts';

/** Says that an employee has not signed in yet. The mailed password expires, and the mail may be lost. */
export function EmployeeInvitation({ employee }: { employee: Employee }) {
  const { t } = useTranslation('employee');
  const { id, email } = employee;
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useInviteAgain();
  const send = () =>
    mutate(id, {
      onSuccess: () => showToast({ tone: 'success', message: t('invitation.sent', { email }) }),
      // The employee may have signed in just now.
      onError: () => queryClient.invalidateQueries({ queryKey: employeeQuery(id).queryKey }),
    });
  return (
    <SectionCard title={t('invitation.waiting')} hint={t('invitation.hint')}>
      <ErrorNotice error={error} />
      <Button variant="default" onClick={send} loading={isPending}>
        {t('invitation.again')}
      </Button>
    </SectionCard>
  );
}
