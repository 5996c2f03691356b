import type { Device } from '@servicebook/shared/device';
import type { ServiceInput, ServiceProtocol } from '@servicebook/shared/service';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { Outbox } from '../../lib/outbox.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { type Contested, mergeProtocols, takeTheirs } from './merge-protocols.ts';
import { fetchService, useSaveService } from './service.queries.ts';
import type { ServiceDraft } from './service-draft.ts';
import {
  checkServiceForm,
  followStored,
  newValues,
  type ServiceFormContext,
  type ServiceFormValues,
  toFormErrors,
  valuesOf,
} from './service-form-values.ts';
import { useDraftKeeping } from './use-draft-keeping.ts';
import { toDraftFile, type Uploads } from './use-uploads.ts';

/**
 * After saving: nothing more, or the customer signs on the screen. `filesFirst` stores a new protocol that was signed on
 * paper without its signature at first, so that its attachments can be sent before it is signed.
 */
export type SaveAim = 'save' | 'sign' | 'filesFirst';

interface Options {
  device: Device;
  protocol: ServiceProtocol | null;
  draft: ServiceDraft | null;
  uploads: Uploads;
  onSaved: (saved: ServiceProtocol, aim: SaveAim) => void;
}

const comparison = { merge: mergeProtocols, take: takeTheirs };

/** The form of one protocol: a record form whose input stays on the phone. */
export function useServiceForm({ device, protocol, draft, uploads, onSaved }: Options) {
  const queryClient = useQueryClient();
  const { user, may } = useSession();
  const timezone = user?.timezone || 'UTC';
  const [opened] = useState(draft ? draft.base : protocol);
  const [fresh] = useState(() => newValues(device, new Date(draft?.keptAt ?? Date.now()), timezone));
  const aim = useRef<SaveAim>('save');
  const outbox = useRef<Outbox<ServiceInput> | null>(
    draft?.attempt ? { attempt: draft.attempt, newer: null } : null,
  );
  const { mutateAsync: save } = useSaveService();
  const sending = useRef(new AbortController());
  useEffect(() => {
    sending.current = new AbortController();
    // Closed while it is sent: the draft keeps the attempt.
    return () => sending.current.abort();
  }, []);

  const latest = useRef<ServiceFormContext | null>(null);
  const schema = useMemo(
    () =>
      z.custom<ServiceFormValues>().transform((values, issues): ServiceInput => {
        const checked = latest.current && checkServiceForm(values, latest.current);
        // Stored without its signature at first.
        if (checked?.ok)
          return aim.current === 'filesFirst' ? { ...checked.input, isToSign: false } : checked.input;
        for (const [path, message] of Object.entries(checked?.errors ?? {}))
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
    lost: draft?.attempt ?? null,
    follow: followStored,
    // The popup asks itself: it knows what is kept.
    asksBeforeLeaving: false,
    draft: { values: draft?.values ?? null, keep: () => drafts.keepNow() },
    save: (content, idempotencyKey) => save({ content, idempotencyKey, signal: sending.current.signal }),
    onOutbox: (left) => {
      outbox.current = left;
    },
    refusals: { SERVICE_NUMBER_EXISTS: 'number' },
    fieldsOf: toFormErrors,
    onSaved: (saved) => {
      drafts.settle(saved);
      onSaved(saved, aim.current);
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
  const owner = { accountId: user?.account.id ?? 0, userId: user?.id ?? 0, deviceId: device.id };
  const drafts = useDraftKeeping({
    values: () => form.getValues(),
    subscribe: (typed) => form.subscribe({ formState: { values: true }, callback: typed }),
    owner,
    base,
    dirty,
    files,
    openAttempt: () => outbox.current?.attempt ?? null,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (draft) uploads.restore(draft.files);
  }, []);

  return {
    ...record,
    context,
    /** Signed by somebody else: the input can be read, but no longer saved. */
    locked: base?.state === 'SIGNED' && !context.mayChangeSigned,
    giveUp: drafts.giveUp,
    notKept: drafts.notKept,
    /** Checks, saves, and then does what is aimed at. */
    submitFor: (next: SaveAim) => {
      aim.current = next;
      return record.submit();
    },
  };
}

export type ServiceFormState = ReturnType<typeof useServiceForm>;
