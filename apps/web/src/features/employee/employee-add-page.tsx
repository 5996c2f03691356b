import { Card } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AdminsOnly } from '../../components/admins-only.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader, useWayBack } from '../../components/page-header.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { lastSeen } from '../../lib/last-seen.ts';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useInsertEmployee } from './employee.queries.ts';
import { EmployeeContent, newEmployee } from './employee-content.ts';
import { EmployeeForm } from './employee-form.tsx';

const FreeAccountDialog = lazy(async () => ({
  default: (await import('./free-account-dialog.tsx')).FreeAccountDialog,
}));

export function EmployeeAddPage() {
  const { t } = useTranslation('employee');
  return (
    <AdminsOnly
      permission="user.manage"
      title={t('addTitle')}
      backTo={paths.userList}
      reason={t('adminsOnly')}
    >
      <AddForm />
    </AdminsOnly>
  );
}

function AddForm() {
  const { t } = useTranslation(['employee', 'common']);
  const navigate = useNavigate();
  const toSteps = useWayBack(null);
  const insert = useInsertEmployee();
  const [understood, setUnderstood] = useState<ApiError | null>(null);
  const form = useSaveForm({
    schema: EmployeeContent,
    defaultValues: newEmployee,
    save: (content, idempotencyKey) => insert.mutateAsync({ body: content, idempotencyKey }),
    onSaved: ({ active, email }) => {
      // New users who are inactive receive no mail yet.
      showToast({ tone: 'success', message: active ? t('invitation.sent', { email }) : t('common:saved') });
      navigate(toSteps ?? paths.userList);
    },
    refusals: { USER_EXISTS: 'email' },
  });
  const { failure } = form;
  const isFree = failure?.code === 'FREE_PLAN_USER_LIMIT';
  return (
    <Page>
      <PageHeader title={t('addTitle')} backTo={paths.userList} />
      <Card>
        <EmployeeForm
          form={form}
          isNew
          failure={isFree ? null : failure}
          onCancel={() => navigate(toSteps ?? lastSeen(paths.userList))}
        />
      </Card>
      {isFree && failure !== understood && (
        <Suspense>
          <FreeAccountDialog onClose={() => setUnderstood(failure)} />
        </Suspense>
      )}
    </Page>
  );
}
