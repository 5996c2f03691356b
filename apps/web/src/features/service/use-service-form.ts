import type { Device } from '@servicebook/shared/device';
import type { ServiceInput, ServiceProtocol } from '@servicebook/shared/service';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { type Contested, mergeProtocols, takeTheirs } from './merge-protocols.ts';
import { fetchService } from './service.queries.ts';
import type { ServiceDraft } from './service-draft.ts';
import {
  checkServiceForm,
  newValues,
  type ServiceFormContext,
  type ServiceFormValues,
  toFormErrors,
  valuesOf,
} from './service-form-values.ts';
import { useDraftKeeping } from './use-draft-keeping.ts';
import { useResilientSave } from './use-resilient-save.ts';
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

/** Somebody else's save, brought together with what is typed here. */
export interface Reconciled {
  theirs: ServiceFormValues;
  by: ServiceProtocol;
  conflicts: Contested[];
}

/** The form of one protocol: what is typed, how it is checked, saved, kept as a draft and reconciled with others. */
export function useServiceForm({ device, protocol, draft, uploads, onSaved }: Options) {
  const queryClient = useQueryClient();
  const { user, may } = useSession();
  const timezone = user?.timezone || 'UTC';
  const [base, setBase] = useState(draft ? draft.base : protocol);
  const [reconciled, setReconciled] = useState<Reconciled | null>(null);
  const [start] = useState(() =>
    base ? valuesOf(base, timezone) : newValues(device, new Date(draft?.keptAt ?? Date.now()), timezone),
  );
  const aim = useRef<SaveAim>('save');
  const { save, openAttempt } = useResilientSave(draft?.attempt ?? null);
  const sending = useRef(new AbortController());
  useEffect(() => {
    sending.current = new AbortController();
    // Closed while it is sent: the draft keeps the attempt.
    return () => sending.current.abort();
  }, []);

  const context: ServiceFormContext = {
    base,
    customerId: base?.customer.id ?? device.customer.id,
    timezone,
    mayChangeSigned: may('service.changeSigned'),
    mayPlan: may('todo.manage'),
  };
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });
  const schema = useMemo(
    () =>
      z.custom<ServiceFormValues>().transform((values, issues): ServiceInput => {
        const checked = checkServiceForm(values, latest.current);
        if (checked.ok) return checked.input;
        for (const [path, message] of Object.entries(checked.errors))
          issues.addIssue({ code: 'custom', message, path: path.split('.') });
        return z.NEVER;
      }),
    [],
  );

  const saveForm = useSaveForm({
    schema,
    // The popup asks itself: it knows what is kept.
    asksBeforeLeaving: false,
    defaultValues: start,
    save: async (content: ServiceInput) => {
      setReconciled(null);
      try {
        const signs = content.isToSign && aim.current !== 'filesFirst';
        return await save({ ...content, isToSign: signs }, sending.current.signal);
      } catch (error) {
        drafts.keepNow();
        if (!(error instanceof ApiError)) throw error;
        const { code, message, requestId } = error;
        // The session is over: the draft is kept here already, and offered after the next sign-in.
        const status = error.status === 401 ? 0 : error.status;
        const fields = toFormErrors(error.fields, form.getValues());
        throw new ApiError({ status, code, message, requestId, fields });
      }
    },
    refusals: { SERVICE_NUMBER_EXISTS: 'number' },
    onSaved: (saved) => {
      setBase(saved);
      setReconciled(null);
      form.reset(valuesOf(saved, timezone));
      drafts.settle(saved);
      onSaved(saved, aim.current);
    },
  });
  const { form, dirty } = saveForm;

  const files = uploads.unsent.map(toDraftFile);
  const owner = { accountId: user?.account.id ?? 0, userId: user?.id ?? 0, deviceId: device.id };
  const drafts = useDraftKeeping({
    values: () => form.getValues(),
    subscribe: (typed) => form.subscribe({ formState: { values: true }, callback: typed }),
    owner,
    base,
    dirty,
    files,
    openAttempt,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (!draft) return;
    form.reset(draft.values, { keepDefaultValues: true });
    uploads.restore(draft.files);
  }, []);

  /** Reads what the others saved; what was typed here stays. */
  async function reconcile() {
    if (!base) return;
    const newer = await fetchService(queryClient, base.id);
    const theirs = valuesOf(newer, timezone);
    const { values, conflicts } = mergeProtocols({
      base: valuesOf(base, timezone),
      mine: form.getValues(),
      theirs,
    });
    setBase(newer);
    form.reset(theirs);
    form.reset(values, { keepDefaultValues: true });
    setReconciled({ theirs, by: newer, conflicts });
  }

  /** Theirs instead of mine, in one field or action. */
  function take(contested: Contested) {
    if (!reconciled) return;
    form.reset(takeTheirs(form.getValues(), reconciled.theirs, contested), { keepDefaultValues: true });
    setReconciled({ ...reconciled, conflicts: reconciled.conflicts.filter((each) => each !== contested) });
  }

  return {
    ...saveForm,
    context,
    /** Signed by somebody else: the input can be read, but no longer saved. */
    locked: base?.state === 'SIGNED' && !context.mayChangeSigned,
    base,
    reconciled,
    reconcile,
    take,
    giveUp: drafts.giveUp,
    notKept: drafts.notKept,
    /** Checks, saves, and then does what is aimed at. */
    submitFor: (next: SaveAim) => {
      aim.current = next;
      return saveForm.submit();
    },
  };
}

export type ServiceFormState = ReturnType<typeof useServiceForm>;
