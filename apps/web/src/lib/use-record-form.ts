import { useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues, PathValue } from 'react-hook-form';
import { type Conflict, type Merge, mergeChanges, type Versions } from './merge-changes.ts';
import { type Attempt, deliver, type Outbox, put } from './outbox.ts';
import { type SaveForm, type SaveOptions, useSaveForm } from './use-save-form.ts';

/** How concurrent changes by two users are compared and merged. */
interface Comparison<Values, Contested> {
  merge: (versions: Versions<Values>) => Merge<Values, Contested>;
  /** Takes the other user's value for a conflict. */
  take: (mine: Values, theirs: Values, contested: Contested) => Values;
}

interface Options<Values extends FieldValues, Content, Stored, Contested>
  extends Omit<SaveOptions<Values, Content, Stored>, 'defaultValues' | 'save'> {
  /** The record to change; a newer one replaces an untouched form. Null: a new record. */
  stored: Stored | null;
  /** The values of a new record. */
  newValues?: Values;
  /** The form's content including the revision; must be a stable function. */
  valuesOf: (stored: Stored) => Values;
  /** Fetches from the server, not from the cache. */
  fetchNewest: (stored: Stored) => Promise<Stored>;
  save: (content: Content, idempotencyKey: string) => Promise<Stored>;
  /** Without it, every field is compared as a whole. */
  comparison?: Comparison<Values, Contested>;
  /** Fields that the same page also changes elsewhere: such a change is taken into a form with unsaved input. */
  sharedFields?: readonly FieldOf<Values>[];
  /** An earlier save whose answer was lost. */
  lost?: Attempt<Content> | null;
  /** Turns content into a change of the stored lost attempt. */
  follow?: (content: Content, stored: Stored) => Content;
  /** Called before sending; `stored` is the result of a lost attempt that had been stored. */
  onQueued?: (outbox: Outbox<Content>, stored: Stored | null) => void;
  /** Called after the other user's changes were loaded. */
  onLoaded?: (newest: Stored) => void;
}

type FieldOf<Values> = keyof Values & string;

export interface RecordForm<
  Values extends FieldValues,
  Content = Values,
  Stored = unknown,
  Contested extends string = FieldOf<Values>,
> extends SaveForm<Values, Content> {
  /** The record that the form changes. Null: a new record. */
  base: Stored | null;
  /** Set when another user has saved the record. */
  conflict: Conflict<Contested> | null;
  /** The other user's values, once loaded. */
  theirs: Values | null;
}

const byField = <Values extends FieldValues>(): Comparison<Values, FieldOf<Values>> => ({
  merge: (versions) => mergeChanges(versions, Object.keys(versions.theirs)),
  take: (mine, theirs, field) => ({ ...mine, [field]: theirs[field] }),
});

/** Whether others changed nothing but these fields, which the user did not change. */
function differsOnlyIn<Values extends FieldValues>(
  fields: readonly string[],
  { base, mine, theirs }: Versions<Values>,
): boolean {
  const same = (name: string, one: Values, other: Values) =>
    JSON.stringify(one[name]) === JSON.stringify(other[name]);
  return Object.keys(theirs).every(
    (name) =>
      name === 'revision' || same(name, base, theirs) || (fields.includes(name) && same(name, base, mine)),
  );
}

const noFields: [] = [];
const changedByOthers: string[] = ['RECORD_CHANGED', 'SERVICE_CHANGED'];

/**
 * A form for a record that others may change too. It sends the revision it started from, so the server refuses to
 * overwrite changes the user has not seen; the user can then load these changes or overwrite them. Saving again after a
 * lost answer stores the content once.
 */
export function useRecordForm<
  Values extends FieldValues & { revision?: number },
  Content,
  Stored extends { revision: number },
  Contested extends string = FieldOf<Values>,
>({
  stored,
  newValues,
  valuesOf,
  fetchNewest,
  save,
  comparison = byField<Values>() as unknown as Comparison<Values, Contested>,
  sharedFields = noFields,
  lost = null,
  follow = (content, { revision }) => ({ ...content, revision }),
  onQueued,
  onLoaded,
  onSaved,
  ...options
}: Options<Values, Content, Stored, Contested>): RecordForm<Values, Content, Stored, Contested> {
  const [base, setBase] = useState(stored);
  const [loaded, setLoaded] = useState<{ theirs: Values; fields: Contested[] } | null>(null);
  const outbox = useRef<Outbox<Content> | null>(lost && { attempt: lost, newer: null });
  const hold = (next: Outbox<Content> | null, found: Stored | null = null) => {
    outbox.current = next;
    if (next) onQueued?.(next, found);
  };
  const saveForm = useSaveForm<Values, Content, Stored>({
    ...options,
    defaultValues: (stored ? valuesOf(stored) : newValues) as DefaultValues<Values>,
    save: (content, key) => {
      setLoaded(null);
      const outgoing = put(outbox.current, { key, content });
      hold(outgoing);
      return deliver(outgoing, {
        send: (attempt) => save(attempt.content, attempt.key),
        follow,
        onProgress: (left, found) => {
          hold(left, found);
          // A lost attempt had been stored, so the input is now a change of it.
          if (left && found) startFrom(found, form.getValues());
        },
      });
    },
    onSaved: (saved, content) => {
      // With the revision for the next save.
      startFrom(saved);
      onSaved?.(saved, content);
    },
  });
  const { form, failure, submit } = saveForm;

  const resetTo = (values: Values) => form.reset(values, { keepDefaultValues: true });
  /** Continues from the stored record, with or without the current input. */
  const startFrom = (found: Stored, values?: Values) => {
    setBase(found);
    form.reset(valuesOf(found));
    if (values) resetTo(values);
  };

  const seenRecord = useRef(stored);
  useEffect(() => {
    if (!stored || seenRecord.current === stored) return;
    seenRecord.current = stored;
    if (stored.revision < (form.getValues().revision ?? 0)) return;
    const theirs = valuesOf(stored);
    const mine = form.getValues();
    const { defaultValues: before } = form.formState;
    if (!form.formState.isDirty) form.reset(theirs);
    else if (before && differsOnlyIn(sharedFields, { base: before as Values, mine, theirs })) {
      const versions = { base: before as Values, mine, theirs };
      form.reset(theirs);
      form.reset(mergeChanges(versions, Object.keys(theirs)).values, { keepDefaultValues: true });
    } else return;
    setBase(stored);
  }, [stored, valuesOf, form, sharedFields]);

  async function load() {
    if (!base) return;
    const newest = await fetchNewest(base);
    const theirs = valuesOf(newest);
    const versions = { base: form.formState.defaultValues as Values, mine: form.getValues(), theirs };
    const { values, conflicts } = comparison.merge(versions);
    startFrom(newest, values);
    setLoaded({ theirs, fields: conflicts });
    onLoaded?.(newest);
  }

  async function saveOver() {
    if (!base) return;
    const { revision } = await fetchNewest(base);
    form.setValue('revision' as FieldPath<Values>, revision as PathValue<Values, FieldPath<Values>>);
    await submit();
  }

  function takeTheirs(contested: Contested) {
    if (!loaded) return;
    resetTo(comparison.take(form.getValues(), loaded.theirs, contested));
    setLoaded({ ...loaded, fields: loaded.fields.filter((each) => each !== contested) });
  }

  const isConflict = failure !== null && changedByOthers.includes(failure.code);
  const stage = loaded ? 'loaded' : isConflict ? 'refused' : null;
  return {
    ...saveForm,
    base,
    failure: isConflict ? null : failure,
    conflict: stage && { stage, fields: loaded?.fields ?? [], load, saveOver, take: takeTheirs },
    theirs: loaded?.theirs ?? null,
  };
}
