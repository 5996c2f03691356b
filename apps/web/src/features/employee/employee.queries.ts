import type { Role } from '@servicebook/shared/access';
import { employeeContract } from '@servicebook/shared/employee';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { employeesQuery } from '../../lib/employees.ts';
import type { EmployeeContent } from './employee-content.ts';

const employeeApi = apiOf(employeeContract);

const employees = 'employee';
/** Protocols show who wrote them. */
const services = 'service';

export const employeeQuery = (id: number) =>
  queryOptions({
    queryKey: [employees, 'one', id],
    queryFn: ({ signal }) => employeeApi.findById({ params: { id }, signal }),
  });

export const employeeSessionsQuery = (id: number) =>
  queryOptions({
    queryKey: [employees, 'sessions', id],
    queryFn: ({ signal }) => employeeApi.sessions({ params: { id }, signal }),
    // Somebody may be signing in just now.
    staleTime: 0,
  });

/** Mails the invitation again. */
export const useInviteAgain = (id: number) =>
  useMutation({
    mutationFn: () => employeeApi.invite({ params: { id } }),
    meta: { handlesErrors: true },
  });

/** Signs an employee out in one browser, or everywhere. */
export function useEndEmployeeSession(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: number | 'all') =>
      sessionId === 'all'
        ? employeeApi.endSessions({ params: { id } })
        : employeeApi.endSession({ params: { id, sessionId } }),
    meta: { handlesErrors: true },
    // Also after a failure: the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: employeeSessionsQuery(id).queryKey }),
  });
}

/** The specification gives a role one id on insert and another on update. */
const roleIds = {
  insert: { ROLE_ADMIN: 2, ROLE_USER: 3 },
  update: { ROLE_ADMIN: 1, ROLE_USER: 2 },
} as const;

function rolesSent(admin: boolean, ids: Record<Role, number>): { id: number; role: Role }[] {
  const role = admin ? 'ROLE_ADMIN' : 'ROLE_USER';
  return [{ id: ids[role], role }];
}

export function useInsertEmployee() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: EmployeeContent; idempotencyKey: string }) => {
      const { admin, password: _, ...own } = content;
      return employeeApi.insert({
        body: { ...own, roles: rolesSent(admin, roleIds.insert) },
        idempotencyKey,
      });
    },
    meta: { handlesErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [employees] }),
  });
}

export function useUpdateEmployee(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ admin, ...own }: EmployeeContent) =>
      employeeApi.update({ body: { ...own, id, roles: rolesSent(admin, roleIds.update) } }),
    meta: { handlesErrors: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(employeeQuery(id).queryKey, saved);
      queryClient.invalidateQueries({ queryKey: employeesQuery.queryKey });
      queryClient.invalidateQueries({ queryKey: [services] });
      // A new password or a deactivation has ended them.
      queryClient.invalidateQueries({ queryKey: employeeSessionsQuery(id).queryKey });
    },
  });
}

export function useDeleteEmployee() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => employeeApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: (_, id) => {
      // Asking for what is gone would only answer 404.
      queryClient.removeQueries({ queryKey: employeeQuery(id).queryKey });
      queryClient.invalidateQueries({ queryKey: employeesQuery.queryKey });
    },
  });
}
