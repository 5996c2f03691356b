import type { ServiceProtocol } from '@servicebook/shared/service';
import { useRef } from 'react';
import type { Signing as Drawn } from '../../components/signature-dialog.tsx';
import { randomUuid } from '../../lib/idempotency.ts';
import { type Signing, useSignService } from './service.queries.ts';

/**
 * Signs a protocol with a drawn signature. Trying again with the same ink repeats the very same request, time and
 * place included, so a lost answer is found instead of a second signature being made.
 */
export function useSigning(onSigned: (signed: ServiceProtocol) => void) {
  const { mutate, isPending, error, reset } = useSignService();
  const last = useRef<{ essence: string; request: Signing } | null>(null);

  function sign({ id, revision }: ServiceProtocol, drawn: Drawn) {
    if (isPending) return;
    const { svgPath, strokes, signerName, signerRole, consentToLocation } = drawn;
    const essence = JSON.stringify([id, revision, strokes, signerName, signerRole, consentToLocation]);
    if (last.current?.essence !== essence) {
      const { latitude, longitude, signedAt } = drawn;
      const content = {
        signerName,
        signerRole,
        strokes,
        signedAt,
        consentToLocation,
        latitude,
        longitude,
        revision,
      };
      last.current = { essence, request: { id, content, svgPath, idempotencyKey: randomUuid() } };
    }
    mutate(last.current.request, { onSuccess: onSigned });
  }
  return { sign, signing: isPending, refusal: error, forgetRefusal: reset };
}
