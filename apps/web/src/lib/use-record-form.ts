import { useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues, PathValue } from 'react-hook-form';
import { type Conflict, mergeChanges } from './merge-changes.ts';
import { type SaveForm, type SaveOptions, useSaveForm } from './use-save-form.ts';

interface Options<Values extends FieldValues, Content, Stored>
  extends Omit<SaveOptions<Values, Content, Stored>, 'defaultValues'> {
  /** The record to change; a newer one replaces an untouched form. */
  stored: Stored;
  /** The form's content including the revision; must be a stable function. */
  valuesOf: (stored: Stored) => Values;
  /** Fetches from the server, not from the cache. */
  fetchNewest: () => Promise<Stored>;
}

type FieldOf<Values> = keyof Values & string;

export interface RecordForm<Values extends FieldValues, Content = Values> extends SaveForm<Values, Content> {
  /** Set when somebody else has saved the record. */
  conflict: Conflict<FieldOf<Values>> | null;
  /** The other user's values, once loaded. */
  theirs: Values | null;
}

/**
 * A form for a record that others may change too. It sends the revision it started from, so the server refuses to
 * overwrite changes the user has not seen; the user can then load these changes or overwrite them.
 */
export function useRecordForm<
  Values extends FieldValues & { revision?: number },
  Content,
  Stored extends { revision: number },
>({
  stored,
  valuesOf,
  fetchNewest,
  save,
  onSaved,
  ...options
}: Options<Values, Content, Stored>): RecordForm<Values, Content> {
  const [loaded, setLoaded] = useState<{ theirs: Values; fields: FieldOf<Values>[] } | null>(null);
  const saveForm = useSaveForm<Values, Content, Stored>({
    ...options,
    defaultValues: valuesOf(stored) as DefaultValues<Values>,
    save: (content, idempotencyKey) => {
      setLoaded(null);
      return save(content, idempotencyKey);
    },
    onSaved: (saved, content) => {
      // With the revision for the next save.
      form.reset(valuesOf(saved));
      onSaved?.(saved, content);
    },
  });
  const { form, failure, submit } = saveForm;

  const seen = useRef(stored);
  useEffect(() => {
    if (seen.current === stored) return;
    seen.current = stored;
    if (!form.formState.isDirty && stored.revision >= (form.getValues().revision ?? 0))
      form.reset(valuesOf(stored));
  }, [stored, valuesOf, form]);

  const over = (values: Values) => form.reset(values, { keepDefaultValues: true });

  async function load() {
    const theirs = valuesOf(await fetchNewest());
    const base = form.formState.defaultValues as Values;
    const { values, conflicts } = mergeChanges({ base, mine: form.getValues(), theirs }, Object.keys(theirs));
    form.reset(theirs);
    over(values);
    setLoaded({ theirs, fields: conflicts });
  }

  async function saveOver() {
    const { revision } = await fetchNewest();
    form.setValue('revision' as FieldPath<Values>, revision as PathValue<Values, FieldPath<Values>>);
    await submit();
  }

  function take(field: FieldOf<Values>) {
    if (!loaded) return;
    over({ ...form.getValues(), [field]: loaded.theirs[field] });
    setLoaded({ ...loaded, fields: loaded.fields.filter((each) => each !== field) });
  }

  const refused = failure?.code === 'RECORD_CHANGED';
  const stage = loaded ? 'loaded' : refused ? 'refused' : null;
  return {
    ...saveForm,
    failure: refused ? null : failure,
    conflict: stage && { stage, fields: loaded?.fields ?? [], load, saveOver, take },
    theirs: loaded?.theirs ?? null,
  };
}
