import { Card } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import type { Employee } from '@servicebook/shared/employee';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AdminsOnly } from '../../../components/admins-only.tsx';
import { Page } from '../../../components/page.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SectionCards } from '../../../components/section-card.tsx';
import { ErrorState, LoadingState } from '../../../components/states.tsx';
import { AbsenceSection } from '../../../features/absence/absence-section.tsx';
import { DeleteEmployee } from '../../../features/employee/delete-employee.tsx';
import {
  employeeLinksQuery,
  employeeQuery,
  useUpdateEmployee,
} from '../../../features/employee/employee.queries.ts';
import { contentOf, EmployeeContent } from '../../../features/employee/employee-content.ts';
import { EmployeeForm, type EmployeeSaveForm } from '../../../features/employee/employee-form.tsx';
import { EmployeeInvitation } from '../../../features/employee/employee-invitation.tsx';
import { EmployeeSessions } from '../../../features/employee/employee-sessions.tsx';
import { RecordAddress } from '../../../lib/address.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { isAdmin } from '../../../lib/employees.ts';
import { lastSeen } from '../../../lib/last-seen.ts';
import { paths } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toast.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { useSaveForm } from '../../../lib/use-save-form.ts';
import { sessionQuery, useSession } from '../../../lib/use-session.ts';
import { EmployeeSummary } from './employee-summary.tsx';

export function EmployeeEditPage() {
  const { t } = useTranslation('employee');
  return (
    <AdminsOnly
      permission="user.manage"
      title={t('editTitle')}
      backTo={paths.userList}
      reason={t('adminsOnly')}
    >
      <LoadedEmployee />
    </AdminsOnly>
  );
}

function LoadedEmployee() {
  const { t } = useTranslation('employee');
  const { id } = useAddress(RecordAddress).values;
  const { data, error, refetch } = useQuery({ ...employeeQuery(id ?? 0), enabled: id !== null });
  if (data) return <EmployeeScreen key={data.id} employee={data} />;
  const failure = id === null ? new ApiError({ status: 404, code: 'NOT_FOUND' }) : error;
  return (
    <Page>
      <PageHeader title={t('editTitle')} backTo={paths.userList} />
      {failure ? (
        <ErrorState error={failure} onRetry={failure.unexpected ? () => refetch() : undefined} />
      ) : (
        <LoadingState />
      )}
    </Page>
  );
}

function EmployeeScreen({ employee }: { employee: Employee }) {
  const { t } = useTranslation(['employee', 'common']);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { user } = useSession();
  const isOwn = employee.id === user?.id;
  const update = useUpdateEmployee();
  const { data: links } = useQuery(employeeLinksQuery(employee.id));
  const form: EmployeeSaveForm = useSaveForm({
    schema: EmployeeContent,
    defaultValues: contentOf(employee),
    save: (content) => update.mutateAsync({ ...content, id: employee.id }),
    onSaved,
  });
  const { reset, formState } = form.form;

  // Newer values from the server replace an untouched form.
  useEffect(() => {
    if (!formState.isDirty) reset(contentOf(employee));
  }, [employee, reset, formState.isDirty]);

  function onSaved(saved: Employee): void {
    reset(contentOf(saved));
    if (isOwn && !saved.active) {
      navigate(paths.logout);
      return;
    }
    showToast({ tone: 'success', message: t('common:saved') });
    if (!isOwn) return;
    // Name and roles may have changed, and a new password ends the session.
    queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    if (!isAdmin(saved)) navigate(paths.userList);
  }

  return (
    <Page>
      <PageHeader title={nameOrEmail(employee)} backTo={paths.userList} />
      <EmployeeSummary employee={employee} />
      <SectionCards>
        <Card>
          <EmployeeForm
            form={form}
            isOwn={isOwn}
            isInvited={employee.invited}
            openVisits={links?.openVisits}
            failure={form.failure}
            onCancel={() => navigate(lastSeen(paths.userList))}
            extra={<DeleteEmployee employee={employee} isOwn={isOwn} />}
          />
        </Card>
        <AbsenceSection userId={employee.id} />
        {employee.invited && employee.active && <EmployeeInvitation employee={employee} />}
        {/* My account lists the user's own sessions; invited employees have none yet. */}
        {!isOwn && !employee.invited && <EmployeeSessions employee={employee} />}
      </SectionCards>
    </Page>
  );
}
