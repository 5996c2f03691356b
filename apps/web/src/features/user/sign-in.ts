/** The code for signing in, loaded when the user starts typing, so that the sign-in page opens quickly. */
import { fieldErrors } from '@servicebook/shared/error-codes';
import { email } from '@servicebook/shared/primitives';
import { type SessionUser, userContract } from '@servicebook/shared/user';
import { z } from 'zod';
import { http } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { forgetSessionChange } from '../../lib/session-change.ts';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { applyLanguageOf, beginSession } from '../../lib/use-session.ts';

const Credentials = z.object({ username: email, password: z.string().min(1, 'REQUIRED') });
type Credentials = z.infer<typeof Credentials>;

/** The checked credentials, or an error code for each invalid field. */
export function checkCredentials(
  input: Record<string, FormDataEntryValue>,
): { credentials: Credentials } | { fields: ReturnType<typeof fieldErrors> } {
  const { success, data, error } = Credentials.safeParse(input);
  return success ? { credentials: data } : { fields: fieldErrors(error) };
}

/** HTTP Basic carries bytes, so names and passwords beyond ASCII are encoded as UTF-8. */
function basicHeader({ username, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

const keeping = (sharedComputer: boolean) => (sharedComputer ? { sharedComputer } : {});

/** Starts a session; the guards then redirect. Throws an ApiError. */
export const signIn = (credentials: Credentials, sharedComputer: boolean): Promise<void> =>
  enter(userContract.auth.path, {
    headers: { Authorization: basicHeader(credentials) },
    params: keeping(sharedComputer),
  });

/**
 * Signs the original user of this page in again; their input stays. Two users share this browser, so the session
 * expires like one on a shared computer. Throws an ApiError.
 */
export async function signInAgain(credentials: Credentials): Promise<void> {
  await http.get<SessionUser>(userContract.auth.path, {
    headers: { Authorization: basicHeader(credentials) },
    params: keeping(true),
  });
  forgetSessionChange();
  // Background queries were refused in the meantime.
  await queryClient.invalidateQueries();
}

/** Starts a session with the code from Google's popup. Throws an ApiError. */
export const signInWithGoogle = (code: string, sharedComputer: boolean): Promise<void> =>
  enter(userContract.googleLogin.path, { headers: { code }, params: keeping(sharedComputer) });

/** Creates an account with the code from Google's popup, and starts a session. Throws an ApiError. */
export const registerWithGoogle = (
  code: string,
  { country, ...settings }: { country: string; timezone: string; language: string },
): Promise<void> =>
  enter(userContract.googleRegister.path, {
    headers: { code },
    params: { ...settings, ...(country && { country }) },
  });

async function enter(
  path: string,
  request: Pick<Parameters<typeof http.get>[1] & object, 'headers' | 'params'>,
) {
  const { data: user } = await http.get<SessionUser>(path, request);
  // A partly filled form on the page no longer needs protection.
  forgetUnsavedChanges();
  await applyLanguageOf(user);
  beginSession(queryClient, user);
}
