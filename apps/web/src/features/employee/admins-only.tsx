import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './employee-page.module.css';

const noPermission = new ApiError({ status: 403, code: 'NO_PERMISSION' });

/** The page, or, for who came by its address without being an admin, why it stays closed. */
export function AdminsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('employee');
  const { may } = useSession();
  if (may('user.manage')) return children;
  return (
    <div className={classes.page}>
      <PageHeader title={title} backTo={paths.userList} />
      <ErrorState error={noPermission} title={t('adminsOnly')} />
    </div>
  );
}
