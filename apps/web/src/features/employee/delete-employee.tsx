import { Stack, Text } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import type { Employee } from '@servicebook/shared/employee';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DeleteButton } from '../../components/delete-button.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { planEnd } from '../../lib/employees.ts';
import { lastSeen } from '../../lib/last-seen.ts';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSession } from '../../lib/use-session.ts';
import { employeeLinksQuery, useDeleteEmployee, useUpdateEmployee } from './employee.queries.ts';
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
  const { t } = useTranslation(['employee', 'common', 'errors']);
  const navigate = useNavigate();
  const { user } = useSession();
  const remove = useDeleteEmployee();
  const deactivate = useUpdateEmployee();
  const name = nameOrEmail(employee);
  const inUse = remove.error?.code === 'USER_IN_USE';
  const { data: links } = useQuery(employeeLinksQuery(employee.id));
  const isKept = links?.deletable === false;
  const until = employee.expired ? null : planEnd(employee, user?.timezone ?? 'UTC');

  const leave = () => {
    forgetUnsavedChanges();
    // Users who removed their own access are already signed out.
    navigate(isOwn ? paths.logout : lastSeen(paths.userList));
  };
  const deletion = useDeletion<Employee>(remove, {
    texts: ({ email }) => ({
      title: t('delete.title'),
      message: isKept ? (
        t('delete.inUseInactive')
      ) : (
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
      impossible: isKept,
      confirm: isOwn ? t('delete.ownConfirm') : undefined,
      error: inUse ? t('delete.inUseInactive') : undefined,
    }),
    done: isOwn ? null : undefined,
    onDone: leave,
  });
  // The dialog does not flash back to its first question while the screen closes.
  const offersDeactivation =
    (inUse || (isKept && deletion.dialog.opened)) && (employee.active || !deactivate.isIdle);
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
                <Text>{t('errors:USER_IN_USE')}</Text>
                <Text>{t('delete.inUseKept')}</Text>
                {links && links.openVisits > 0 && <Text>{t('visitsStay', { count: links.openVisits })}</Text>}
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
