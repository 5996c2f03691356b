import type { Permission } from '@servicebook/shared/access';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import type { Path } from '../lib/paths.ts';
import { useSession } from '../lib/use-session.ts';
import { PageHeader } from './page-header.tsx';
import { ErrorState } from './states.tsx';

const noPermission = new ApiError({ status: 403, code: 'NO_PERMISSION' });

interface AdminsOnlyProps {
  permission: Permission;
  title: string;
  backTo: Path;
  /** Explains why the page is not accessible. */
  reason: string;
  children: ReactNode;
}

/** Shows the page to admins, and the reason for the refusal to other users. */
export function AdminsOnly({ permission, title, backTo, reason, children }: AdminsOnlyProps) {
  const { may } = useSession();
  if (may(permission)) return children;
  return (
    <>
      <PageHeader title={title} backTo={backTo} />
      <ErrorState error={noPermission} title={reason} />
    </>
  );
}
