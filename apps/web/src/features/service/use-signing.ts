import type { ServiceProtocol } from '@servicebook/shared/service';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import { useRef } from 'react';
import type { Signing as Drawn } from '../../components/signature-dialog.tsx';
import { useSession } from '../../lib/use-session.ts';
import { ownSignatureIn } from './confirmed-fields.tsx';
import { useSignService } from './service.queries.ts';
import type { Confirmed, SigningAttempt } from './signature-keeping.ts';

interface Request {
  id: number;
  /** What was read before. */
  read: Pick<ProtocolToSign, 'revision' | 'contentSha256'>;
  /** The same as a text, with what is confirmed. */
  text: string;
  drawn: Drawn;
  confirmed: Confirmed;
  attempt: SigningAttempt;
}

/** Signs a protocol with a drawn signature. It can be cancelled at any moment, and retried with the same attempt. */
export function useSigning(onSigned: (signed: ServiceProtocol) => void) {
  const { mutate, isPending, error, reset } = useSignService();
  const { user } = useSession();
  const sending = useRef<AbortController | null>(null);

  function sign({ id, read: { revision, contentSha256 }, text, drawn, confirmed, attempt }: Request) {
    if (isPending) return;
    const { idempotencyKey, ...when } = attempt;
    const { svgPath, strokes, signerName, signerRole, consentToLocation } = drawn;
    const { date, performedBy, alsoPerformedBy } = confirmed;
    const content = {
      ...when,
      signerName,
      signerRole,
      strokes,
      consentToLocation,
      revision,
      contentSha256,
      date: `${date}T00:00:00`,
      performedBy: { id: performedBy },
      alsoPerformedBy: alsoPerformedBy.map((id) => ({ id })),
      ownSignature: user && ownSignatureIn(confirmed, user.id),
    };
    sending.current = new AbortController();
    const { signal } = sending.current;
    mutate({ id, content, text, svgPath, idempotencyKey, signal }, { onSuccess: onSigned });
  }

  function stop() {
    // Cleared first, so that the aborted request is not shown as a failure.
    reset();
    sending.current?.abort();
  }
  return { sign, stop, signing: isPending, refusal: error };
}
