import type { ServiceProtocol } from '@servicebook/shared/service';
import { useEffect } from 'react';
import { useSession } from '../../lib/use-session.ts';
import type { DraftOwner, NotKept, ServiceDraft } from './service-draft.ts';
import { valuesOf } from './service-form-values.ts';
import { useDraftKeeping } from './use-draft-keeping.ts';
import { toDraftFile, type Uploads } from './use-uploads.ts';

interface Options {
  protocol: ServiceProtocol;
  owner: DraftOwner;
  /** A stored draft: its files are sent, and its text is left unchanged. */
  draft: ServiceDraft | null;
  uploads: Uploads;
  onKept: (notKept: NotKept | null) => void;
}

/** Stores the unsent attachments of a stored protocol in the browser, if there is no other input. */
export function useFileKeeping({ protocol, owner, draft, uploads, onKept }: Options): void {
  const { user } = useSession();
  const timezone = user?.timezone || 'UTC';
  const { restore } = uploads;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => restore(draft?.files ?? []), []);
  useDraftKeeping({
    values: () => draft?.values ?? valuesOf(protocol, timezone),
    owner,
    base: draft?.base ?? protocol,
    dirty: draft?.dirty ?? false,
    files: uploads.unsent.map(toDraftFile),
    attempt: draft?.attempt ?? null,
    onKept,
  });
}
