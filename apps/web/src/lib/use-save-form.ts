import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { fieldText } from './error-text.ts';
import { useIdempotencyKey } from './idempotency.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

interface Options<Values extends FieldValues, Content, Saved> {
  schema: z.ZodType<Content, Values>;
  defaultValues: DefaultValues<Values>;
  save: (content: Content, idempotencyKey: string) => Promise<Saved>;
  onSaved?: (saved: Saved, content: Content) => void;
  /** Refusals that belong beside a field: `{ CUSTOMER_EXISTS: 'shortName' }`. */
  refusals?: Partial<Record<ApiErrorCode, FieldPath<Values>>>;
}

export interface SaveForm<Values extends FieldValues, Content> {
  form: UseFormReturn<Values, unknown, Content>;
  /** For the form's onSubmit. */
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** `register` and the error text, for a text field of ours or Mantine's. */
  field: (name: FieldPath<Values>) => ReturnType<UseFormReturn<Values>['register']> & { error?: string };
  /** The error text beside a field that is not registered but controlled. */
  errorOf: (name: FieldPath<Values>) => string | undefined;
  saving: boolean;
  dirty: boolean;
  /** What went wrong with the whole save; null when all of it stands beside fields. */
  failure: ApiError | null;
}

/**
 * A form that saves: checked by the shared schema while typing, by the server on saving, both shown beside the same
 * fields. Whatever goes wrong, what was typed stays, and leaving with unsaved changes asks first.
 */
export function useSaveForm<Values extends FieldValues, Content, Saved>({
  schema,
  defaultValues,
  save,
  onSaved,
  refusals = {},
}: Options<Values, Content, Saved>): SaveForm<Values, Content> {
  const form = useForm<Values, unknown, Content>({
    // Types alone differ: the resolver names zod's core, we name zod.
    resolver: zodResolver(schema as never) as never,
    defaultValues,
    mode: 'onTouched',
  });
  const keyFor = useIdempotencyKey();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (content: Content) => save(content, keyFor(content)),
    meta: { handlesErrors: true },
  });
  const { isDirty, errors } = form.formState;
  const releaseGuard = useUnsavedChanges(isDirty);

  /** Puts the server's words beside their fields; true when that says everything. */
  function showBesideFields(refusal: ApiError): boolean {
    const field = refusals[refusal.code];
    const entries = field
      ? [[field, refusal.code] as const]
      : (Object.entries(refusal.fields) as [FieldPath<Values>, string][]);
    const known = entries.filter(([name]) => get(form.getValues(), name) !== undefined);
    for (const [name, code] of known) form.setError(name, { type: 'server', message: code });
    const first = known[0]?.[0];
    if (first) form.setFocus(first);
    return known.length > 0 && known.length === entries.length;
  }

  const submit = form.handleSubmit(async (content) => {
    setFailure(null);
    try {
      const saved = await mutateAsync(content);
      form.reset(form.getValues());
      releaseGuard();
      onSaved?.(saved, content);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      if (!showBesideFields(refusal)) setFailure(refusal);
    }
  });

  const errorOf = (name: FieldPath<Values>) => fieldText(get(errors, name)?.message);
  return {
    form,
    submit: async (event) => {
      // A form in a popup must not submit the one around it.
      event?.stopPropagation();
      if (!isPending) await submit(event);
    },
    field: (name) => ({ ...form.register(name), error: errorOf(name) }) as never,
    errorOf,
    saving: isPending,
    dirty: isDirty,
    failure,
  };
}
