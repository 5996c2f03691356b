import type { Device } from '@servicebook/shared/device';
import type { ServiceInput, ServiceProtocol } from '@servicebook/shared/service';
import type { Visit } from '@servicebook/shared/visit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { isLost } from '../../lib/outbox.ts';
import { presentTime } from '../../lib/server-time.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { type Contested, mergeProtocols, takeTheirs } from './merge-protocols.ts';
import type { Aim, Protocol, ProtocolEvent } from './protocol-model.ts';
import { fetchService, offeredActions, useSaveService } from './service.queries.ts';
import type { DraftOwner, NotKept, ServiceDraft } from './service-draft.ts';
import {
  checkServiceForm,
  followStored,
  missingPlaces,
  newValues,
  type ServiceFormContext,
  type ServiceFormValues,
  toFormErrors,
  valuesOf,
} from './service-form-values.ts';
import { useDraftKeeping } from './use-draft-keeping.ts';
import { toDraftFile, type Uploads } from './use-uploads.ts';
import { noFacts } from './work-facts-values.ts';

interface Options {
  device: Device;
  protocol: ServiceProtocol | null;
  /** The visit of a new protocol. */
  visit: Visit | null;
  draft: ServiceDraft | null;
  owner: DraftOwner;
  uploads: Uploads;
  work: Protocol;
  dispatch: (event: ProtocolEvent) => void;
  onKept: (notKept: NotKept | null) => void;
}

/** What "Send for signature" confirms on the same screen, and who goes on typing meanwhile must not run into. */
const sharedFields = ['date', 'number', 'performerId', 'alsoPerformedBy'] as const;

/** What the drafts of earlier releases lack: facts of the work, further performers. */
const earlier: Partial<ServiceFormValues> = { ...noFacts, alsoPerformedBy: [] };

const comparison = { merge: mergeProtocols, take: takeTheirs };

/** The form of one protocol: a record form with a draft on the phone. */
export function useServiceForm(options: Options) {
  const { device, protocol, visit, draft, owner, uploads, work, dispatch, onKept } = options;
  const queryClient = useQueryClient();
  const { user, may } = useSession();
  const timezone = user?.timezone || 'UTC';
  const dirtyDraft = draft?.dirty ? draft : null;
  const [opened, follow] = useState(dirtyDraft ? dirtyDraft.base : protocol);
  const [fresh] = useState(() =>
    newValues(device, draft ? new Date(draft.keptAt) : presentTime(), timezone, visit, user?.id),
  );
  const aim = useRef<Aim>('done');
  const unchosen = useRef(false);
  const { mutateAsync: save } = useSaveService();
  const sending = useRef(new AbortController());
  useEffect(() => {
    sending.current = new AbortController();
    // Closed while sending: the draft contains the attempt.
    return () => sending.current.abort();
  }, []);

  const latest = useRef<ServiceFormContext | null>(null);
  const missingIn = useRef((values: ServiceFormValues): string[] =>
    // A correction of a signed protocol is not asked again.
    latest.current?.base?.version ? [] : missingPlaces(values, (id) => offeredActions(queryClient, id)),
  );
  const schema = useMemo(
    () =>
      z.custom<ServiceFormValues>().transform((values, issues): ServiceInput => {
        const checked = latest.current && checkServiceForm(values, latest.current);
        const missing = aim.current === 'done' ? [] : missingIn.current(values);
        // First stored without its signature.
        if (checked?.ok && missing.length === 0)
          return aim.current === 'paper' ? { ...checked.input, isToSign: false } : checked.input;
        const errors = checked && !checked.ok ? checked.errors : {};
        for (const path of missing) errors[path] ??= 'VALUE_OR_REASON';
        for (const [path, message] of Object.entries(errors))
          issues.addIssue({ code: 'custom', message, path: path.split('.') });
        return z.NEVER;
      }),
    [],
  );

  const record = useRecordForm<ServiceFormValues, ServiceInput, ServiceProtocol, Contested>({
    schema,
    stored: opened,
    newValues: fresh,
    valuesOf: useCallback((stored: ServiceProtocol) => valuesOf(stored, timezone), [timezone]),
    fetchNewest: ({ id }) => fetchService(queryClient, id),
    comparison,
    sharedFields,
    lost: draft?.attempt ?? null,
    follow: followStored,
    // The popup asks for confirmation itself, because it knows what is stored on the phone.
    asksBeforeLeaving: false,
    draft: { values: dirtyDraft && { ...earlier, ...dirtyDraft.values } },
    save: (content, idempotencyKey) => save({ content, idempotencyKey, signal: sending.current.signal }),
    onQueued: (outbox, stored) => dispatch({ type: 'queued', outbox, stored, aim: aim.current }),
    onLoaded: (stored) => dispatch({ type: 'merged', stored }),
    onFailed: (error) => {
      const changed = error instanceof ApiError && error.code === 'SERVICE_CHANGED';
      dispatch({ type: isLost(error) ? 'lost' : changed ? 'conflicted' : 'refused' });
    },
    refusals: { SERVICE_NUMBER_EXISTS: 'number' },
    fieldsOf: toFormErrors,
    onSaved: (stored) => {
      // Files are sent before the protocol is saved as signed.
      if (aim.current === 'paper') form.setValue('isToSign', true, { shouldDirty: true });
      dispatch({ type: 'stored', stored });
    },
  });
  const { form, base, dirty } = record;

  const context: ServiceFormContext = {
    base,
    customerId: base?.customer.id ?? device.customer.id,
    timezone,
    mayChangeSigned: may('service.changeSigned'),
    mayPlan: may('todo.manage'),
  };
  useEffect(() => {
    latest.current = context;
  });

  const files = uploads.unsent.map(toDraftFile);
  useDraftKeeping({
    values: () => form.getValues(),
    subscribe: (dirtyDraft) => form.subscribe({ formState: { values: true }, callback: dirtyDraft }),
    owner,
    base,
    dirty,
    files,
    attempt: work.phase === 'queued' ? work.outbox.attempt : null,
    discarded: work.phase === 'discarded',
    onKept,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (draft) uploads.restore(draft.files);
  }, []);

  useEffect(() => dispatch({ type: 'typed', typed: dirty }), [dirty, dispatch]);

  return {
    ...record,
    /** Goes on from a newer one, which this screen itself has brought about. */
    follow,
    context,
    /** A name was typed that was not chosen, so it would not be saved. */
    unchosen,
    /** Signed by another user: the input is still readable, but can no longer be saved. */
    locked: base?.state === 'SIGNED' && !context.mayChangeSigned,
    /** Before signing what is stored: marks the values that must be filled first. @returns whether there are any */
    marksMissing: (onMarked: () => void): boolean => {
      if (missingIn.current(form.getValues()).length === 0) return false;
      aim.current = 'screen';
      void form.handleSubmit(() => {}, onMarked)();
      return true;
    },
    /** Validates, saves, and then continues with the intended next step. */
    submitFor: (next: Aim) => {
      aim.current = next;
      return record.submit();
    },
  };
}

export type ServiceFormState = ReturnType<typeof useServiceForm>;
