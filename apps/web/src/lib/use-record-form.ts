import { useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues, PathValue } from 'react-hook-form';
import { type Conflict, mergeChanges } from './merge-changes.ts';
import { type SaveForm, type SaveOptions, useSaveForm } from './use-save-form.ts';

interface Options<Values extends FieldValues, Content, Stored>
  extends Omit<SaveOptions<Values, Content, Stored>, 'defaultValues'> {
  /** The record to change; a newer one replaces what nobody has touched. */
  stored: Stored;
  /** The form's content, the revision in it; the same function always. */
  valuesOf: (stored: Stored) => Values;
  /** Asks the server, not the cache. */
  fetchNewest: () => Promise<Stored>;
}

type FieldOf<Values> = keyof Values & string;

export interface RecordForm<Values extends FieldValues, Content = Values> extends SaveForm<Values, Content> {
  /** Somebody else saved the record meanwhile. */
  conflict: Conflict<FieldOf<Values>> | null;
  /** What they saved, once it was brought in. */
  theirs: Values | null;
}

/**
 * A form that changes a record which others may change too. It sends the revision it started from, so the server
 * refuses to overwrite unseen what somebody else saved meanwhile; then their changes can be brought in, or saved over.
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
      // With the revision the next save starts from.
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
