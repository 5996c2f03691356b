import { Stack, Text } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import type { Employee } from '@servicebook/shared/employee';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DeleteButton } from '../../components/delete-button.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { planEnd } from '../../lib/employees.ts';
import { errorText } from '../../lib/error-text.ts';
import { lastSeen } from '../../lib/last-seen.ts';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSession } from '../../lib/use-session.ts';
import { useDeleteEmployee, useUpdateEmployee } from './employee.queries.ts';
import { contentOf } from './employee-content.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../components/confirm-dialog.tsx')).ConfirmDialog,
}));

interface Props {
  employee: Employee;
  isOwn: boolean;
}

/** The delete button with its confirmation. If an employee cannot be deleted, it offers to deactivate them. */
export function DeleteEmployee({ employee, isOwn }: Props) {
  const { t } = useTranslation(['employee', 'common']);
  const navigate = useNavigate();
  const { user } = useSession();
  const remove = useDeleteEmployee();
  const deactivate = useUpdateEmployee();
  const name = nameOrEmail(employee);
  const inUse = remove.error?.code === 'USER_IN_USE';
  // The dialog does not flash back to its first question while the screen closes.
  const offersDeactivation = inUse && (employee.active || !deactivate.isIdle);
  const until = employee.expired ? null : planEnd(employee, user?.timezone ?? 'UTC');

  const leave = () => {
    forgetUnsavedChanges();
    // Users who removed their own access are already signed out.
    navigate(isOwn ? paths.logout : lastSeen(paths.userList));
  };
  const deletion = useDeletion<Employee>(remove, {
    texts: ({ email }) => ({
      title: t('delete.title'),
      message: (
        <Stack gap="sm">
          <Text>{t('delete.message', { name, email })}</Text>
          {until && <Text>{t('delete.until', { date: until })}</Text>}
          {isOwn && (
            <Text c="var(--mantine-color-error)" fw={600}>
              {t('delete.own')}
            </Text>
          )}
        </Stack>
      ),
      confirm: isOwn ? t('delete.ownConfirm') : undefined,
      error: inUse ? t('delete.inUseInactive') : undefined,
    }),
    done: isOwn ? null : undefined,
    onDone: leave,
  });
  const close = () => {
    deletion.dialog.onClose();
    deactivate.reset();
  };
  const deactivated = () => {
    if (!isOwn) showToast({ tone: 'success', message: t('deactivated', { name }) });
    leave();
  };

  return (
    <>
      <DeleteButton onClick={() => deletion.ask(employee)} />
      {offersDeactivation ? (
        <Suspense>
          <ConfirmDialog
            opened
            title={t('delete.inUseTitle')}
            message={
              <Stack gap="sm">
                <Text>{errorText(remove.error)}</Text>
                <Text>{t('delete.inUseKept')}</Text>
                {isOwn && (
                  <Text c="var(--mantine-color-error)" fw={600}>
                    {t('own.inactive')}
                  </Text>
                )}
              </Stack>
            }
            confirmLabel={t('delete.deactivate')}
            loading={deactivate.isPending}
            error={deactivate.error}
            onConfirm={() =>
              deactivate.mutate(
                { ...contentOf(employee), id: employee.id, active: false, password: null },
                { onSuccess: deactivated },
              )
            }
            onClose={close}
          />
        </Suspense>
      ) : (
        <DeletionDialog {...deletion.dialog} />
      )}
    </>
  );
}
