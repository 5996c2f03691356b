import type { Role } from '@servicebook/shared/access';
import { employeeContract } from '@servicebook/shared/employee';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';
import { recordQueryOf } from '../../lib/queries.ts';
import type { EmployeeContent } from './employee-content.ts';

const employeeApi = apiOf(employeeContract);

export const employeeQuery = recordQueryOf('employee', employeeApi.findById);

export const employeeSessionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['employee', 'sessions', id],
    queryFn: ({ signal }) => employeeApi.sessions({ params: { id }, signal }),
    // The employee may be signing in just now.
    staleTime: 0,
  });

/** What is linked to an employee. Colleagues plan and write at any time, so it is asked again. */
export const employeeLinksQuery = (id: number) =>
  queryOptions({
    queryKey: ['employee', 'links', id],
    queryFn: ({ signal }) => employeeApi.links({ params: { id }, signal }),
    staleTime: 0,
  });

/** Sends the invitation mail again. */
export const useInviteAgain = mutationOf((id: number) => employeeApi.invite({ params: { id } }));

/** Signs an employee out of one browser, or of all. */
export function useEndEmployeeSession(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: number | 'all') =>
      sessionId === 'all'
        ? employeeApi.endSessions({ params: { id } })
        : employeeApi.endSession({ params: { id, sessionId } }),
    // Also after a failure, because the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: employeeSessionsQuery(id).queryKey }),
  });
}

/** As specified, a role has different ids on insert and on update. */
const roleIds = {
  insert: { ROLE_ADMIN: 2, ROLE_USER: 3 },
  update: { ROLE_ADMIN: 1, ROLE_USER: 2 },
} as const;

function rolesSent(admin: boolean, ids: Record<Role, number>): { id: number; role: Role }[] {
  const role = admin ? 'ROLE_ADMIN' : 'ROLE_USER';
  return [{ id: ids[role], role }];
}

export const useInsertEmployee = mutationOf(
  ({
    body: { admin, password: _, ...own },
    idempotencyKey,
  }: {
    body: EmployeeContent;
    idempotencyKey: string;
  }) => employeeApi.insert({ body: { ...own, roles: rolesSent(admin, roleIds.insert) }, idempotencyKey }),
  { refreshes: 'employee' },
);

export const useUpdateEmployee = mutationOf(
  ({ admin, ...own }: EmployeeContent & { id: number }) =>
    employeeApi.update({ body: { ...own, roles: rolesSent(admin, roleIds.update) } }),
  { refreshes: 'employee', stores: ({ id }) => employeeQuery(id) },
);

export const useDeleteEmployee = deletionOf((id) => employeeApi.delete({ params: { id } }), {
  of: 'employee',
});
