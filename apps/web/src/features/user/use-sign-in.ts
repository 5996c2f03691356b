import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';

const load = () => import('./sign-in.ts');

/** The sign-in form's state; the form itself is the browser's, at its best with password managers. */
export function useSignIn() {
  const [signingIn, setSigningIn] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (signingIn) return;
    const form = event.currentTarget;
    const input = Object.fromEntries(new FormData(form));
    setFailure(null);
    setSigningIn(true);
    try {
      const { checkCredentials, signIn } = await load();
      const checked = checkCredentials(input);
      const wrong = 'fields' in checked ? checked.fields : {};
      setFields(wrong);
      if ('credentials' in checked) await signIn(checked.credentials, 'sharedComputer' in input);
      else form.querySelector<HTMLInputElement>(`[name=${Object.keys(wrong)[0]}]`)?.focus();
    } catch (error) {
      // Whatever else went wrong, the code could not be loaded: that is the connection, too.
      setFailure(error instanceof ApiError ? error : new ApiError({ status: 0, code: 'CONNECTION' }));
    } finally {
      setSigningIn(false);
    }
  }

  return {
    submit,
    /** Fetches what signing in takes while the user types. */
    prepare: () => {
      load().catch(() => {
        // Submitting tries again, and says so.
      });
    },
    signingIn,
    fields,
    failure,
    /** For another way to sign in, whose failures show in the same place. */
    setFailure,
  };
}
