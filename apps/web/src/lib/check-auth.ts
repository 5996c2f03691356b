import { type SessionUser, userContract } from '@servicebook/shared/user';
import { apiOf } from './api-client.ts';
import { ApiError } from './api-error.ts';

const userApi = apiOf(userContract);

/** Asks the server who is signed in; null if nobody is. */
export async function checkAuth(): Promise<SessionUser | null> {
  try {
    return await userApi.checkAuth();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
