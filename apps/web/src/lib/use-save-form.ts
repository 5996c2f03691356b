import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { fieldText } from './error-text.ts';
import { keepDraft, takeDraft } from './form-draft.ts';
import { useIdempotencyKey } from './idempotency.ts';
import { useRouterIfAny } from './late-drawing.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';
import { useSession } from './use-session.ts';

export interface SaveOptions<Values extends FieldValues, Content, Saved> {
  schema: z.ZodType<Content, Values>;
  defaultValues: DefaultValues<Values>;
  /** Sends the validated content; usually a mutation's `mutateAsync`. */
  save: (content: Content, idempotencyKey: string) => Promise<Saved>;
  onSaved?: (saved: Saved, content: Content) => void;
  /** Errors that belong to a field: `{ CUSTOMER_EXISTS: 'shortName' }`. */
  refusals?: Partial<Record<ApiErrorCode, FieldPath<Values>>>;
  /** Maps the server's errors to the form's fields, if the content has another shape than the form. */
  fieldsOf?: (errors: ApiError['fields'], values: Values) => ApiError['fields'];
  onFailed?: (error: unknown) => void;
  /** The caller stores the input: the draft, if there is one. Otherwise, the input only survives an ended session. */
  draft?: { values: Values | null };
  /** False if leaving loses nothing important, for example at sign-in. */
  asksBeforeLeaving?: boolean;
  /** The query parameter that shows the form, if it is only a part of its page. */
  shownBy?: string;
}

export interface SaveForm<Values extends FieldValues, Content = Values> {
  form: UseFormReturn<Values, unknown, Content>;
  /** For the form's onSubmit. */
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** `register` with the error text, for a text field. */
  field: (name: FieldPath<Values>) => UseFormRegisterReturn & { error: string | undefined };
  /** The error text of a controlled field. */
  errorOf: (name: FieldPath<Values>) => string | undefined;
  saving: boolean;
  dirty: boolean;
  /** The failure of the whole save; null if all errors are shown at fields. */
  failure: ApiError | null;
}

/**
 * A form that saves. It is validated on submit by the shared schema and the server, and from then on while typing, with
 * each message next to its field. Input survives every failure, and leaving with unsaved changes asks for confirmation.
 */
export function useSaveForm<Values extends FieldValues, Content, Saved>({
  schema,
  defaultValues,
  save,
  onSaved,
  refusals = {},
  fieldsOf = (errors) => errors,
  onFailed,
  draft,
  asksBeforeLeaving = true,
  shownBy,
}: SaveOptions<Values, Content, Saved>): SaveForm<Values, Content> {
  const form = useForm<Values, unknown, Content>({
    resolver: zodResolver(schema),
    defaultValues,
    // Not on blur: its message would move the button while the user is about to click it.
    mode: 'onSubmit',
  });
  const keyFor = useIdempotencyKey();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const { isDirty, isSubmitting, errors } = form.formState;
  const releaseGuard = useUnsavedChanges(asksBeforeLeaving && isDirty, { shownBy });

  const { user } = useSession();
  // Asked when it is needed: each change of the address would draw the whole form again.
  const router = useRouterIfAny();
  const placeNow = () => {
    const { pathname, search } = router?.state.location ?? window.location;
    return [user?.id, pathname, search, ...Object.keys(defaultValues)].join(' ');
  };
  const { reset } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    const restored = draft ? null : takeDraft(placeNow());
    if (restored) reset(restored.base as Values);
    const values = (restored ?? draft)?.values;
    if (values) reset(values as Values, { keepDefaultValues: true });
  }, []);

  /** Shows the server's errors at their fields; true if that covers all of them. */
  function showBesideFields(refusal: ApiError): boolean {
    const field = refusals[refusal.code];
    const entries = field ? { [field]: refusal.code } : fieldsOf(refusal.fields, form.getValues());
    const names = Object.keys(entries) as FieldPath<Values>[];
    const shownFields = names.filter((name) => get(form.getValues(), name) !== undefined);
    for (const name of shownFields) form.setError(name, { type: 'server', message: entries[name] });
    if (shownFields[0]) form.setFocus(shownFields[0]);
    return shownFields.length > 0 && shownFields.length === names.length;
  }

  const submit = form.handleSubmit(async (content) => {
    setFailure(null);
    // Before the end of the session leads to another page.
    const place = placeNow();
    try {
      const saved = await save(content, keyFor(content));
      form.reset(form.getValues());
      releaseGuard();
      onSaved?.(saved, content);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError({ status: 0, code: 'INTERNAL' });
      onFailed?.(error);
      if (!draft && refusal.status === 401)
        keepDraft({ place, values: form.getValues(), base: form.formState.defaultValues });
      if (!showBesideFields(refusal)) setFailure(refusal);
    }
  });

  // Not `isSubmitting`: a second click may come before React has rendered the first one's state.
  const running = useRef(false);
  const submitOnce = async (event?: React.BaseSyntheticEvent) => {
    if (running.current) return;
    running.current = true;
    try {
      await submit(event);
    } finally {
      running.current = false;
    }
  };

  const errorOf = (name: FieldPath<Values>) =>
    fieldText((get(errors, name) as FieldError | undefined)?.message);
  return {
    form,
    submit: async (event) => {
      event?.preventDefault();
      // A form in a popup must not submit the one around it.
      event?.stopPropagation();
      await submitOnce(event);
    },
    field: (name) => ({ ...form.register(name), error: errorOf(name) }),
    errorOf,
    saving: isSubmitting,
    dirty: isDirty,
    failure,
  };
}
