import { may, type Permission, type Role } from '@servicebook/shared/access';
import { type SessionUser, userContract } from '@servicebook/shared/user';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';
import { ApiError } from './api-error.ts';

const userApi = apiOf(userContract);

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<SessionUser | null> => {
    try {
      return await userApi.checkAuth();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  // A dead server leads to /login without a long wait, as the specification has it.
  retry: false,
});

export interface Session {
  user: SessionUser | null;
  /** Not known yet. */
  pending: boolean;
  isAdmin: boolean;
  /** Whether the user may; `own`: about something of theirs. */
  may: (permission: Permission, own?: boolean) => boolean;
}

export function useSession(): Session {
  const { data: user = null, isPending } = useQuery(sessionQuery);
  const held: Role[] = user?.roles.map(({ role }) => role) ?? [];
  return {
    user,
    pending: isPending,
    isAdmin: held.includes('ROLE_ADMIN'),
    may: (permission, own) => may(held, permission, own),
  };
}
