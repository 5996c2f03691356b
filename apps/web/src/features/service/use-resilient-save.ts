import type { ServiceInput, ServiceProtocol } from '@servicebook/shared/service';
import { useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { randomUuid } from '../../lib/idempotency.ts';
import { useSaveService } from './service.queries.ts';
import type { OpenAttempt } from './service-draft.ts';

const same = (one: ServiceInput, other: ServiceInput) => JSON.stringify(one) === JSON.stringify(other);
/** It is unknown whether it was stored. */
const isOpen = (error: unknown) => !(error instanceof ApiError) || error.unexpected;

/**
 * Saves a protocol so that it is stored once, even when an answer is lost and the user has gone on typing: the lost
 * attempt is repeated first, under its own key, and the newer content follows as a change of what it stored.
 */
export function useResilientSave(initial: OpenAttempt | null) {
  const { mutateAsync } = useSaveService();
  const attempt = useRef(initial);

  async function send(content: ServiceInput, key: string, signal: AbortSignal): Promise<ServiceProtocol> {
    attempt.current = { content, key };
    try {
      const saved = await mutateAsync({ content, idempotencyKey: key, signal });
      attempt.current = null;
      return saved;
    } catch (error) {
      if (!isOpen(error)) attempt.current = null;
      throw error;
    }
  }

  /** The lost attempt's protocol; null when the server refused it, so nothing was stored. */
  async function settle({ content, key }: OpenAttempt, signal: AbortSignal): Promise<ServiceProtocol | null> {
    try {
      return await send(content, key, signal);
    } catch (error) {
      if (isOpen(error)) throw error;
      return null;
    }
  }

  async function save(content: ServiceInput, signal: AbortSignal): Promise<ServiceProtocol> {
    const lost = attempt.current;
    if (!lost) return send(content, randomUuid(), signal);
    if (same(lost.content, content)) return send(content, lost.key, signal);
    const stored = await settle(lost, signal);
    if (!stored) return send(content, randomUuid(), signal);
    const { id, revision, number, numberExtension } = stored;
    const numbered = content.number ? content : { ...content, number, numberExtension };
    return send({ ...numbered, id, revision }, randomUuid(), signal);
  }

  return { save, openAttempt: () => attempt.current };
}
