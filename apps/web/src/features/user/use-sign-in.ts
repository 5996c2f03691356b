import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';

const load = () => import('./sign-in.ts');

/** The state of the sign-in form. The inputs are uncontrolled, which works best with password managers. */
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
      const fieldErrors = 'fields' in checked ? checked.fields : {};
      setFields(fieldErrors);
      if ('credentials' in checked) await signIn(checked.credentials, 'sharedComputer' in input);
      else form.querySelector<HTMLInputElement>(`[name=${Object.keys(fieldErrors)[0]}]`)?.focus();
    } catch (error) {
      // Any other error means that the code could not be loaded, which is also a connection failure.
      setFailure(error instanceof ApiError ? error : new ApiError({ status: 0, code: 'CONNECTION' }));
    } finally {
      setSigningIn(false);
    }
  }

  return {
    submit,
    /** Loads the sign-in code while the user types. */
    prepare: () => {
      load().catch(() => {
        // Submitting retries, with a loading indicator.
      });
    },
    signingIn,
    fields,
    failure,
    /** For other ways to sign in, whose errors are shown in the same place. */
    setFailure,
  };
}
