/** Whether a call would be kept here, as far as that is known without the network. What `writes.ts` needs decides. */
import type { SessionUser } from '@servicebook/shared/user';
import { onPhone } from '../../lib/phone.ts';
import { readContent } from '../../lib/read-content.ts';
import type { WaitingCall } from '../../lib/unsent.ts';

interface Named {
  id?: number | null;
  step?: string;
  isToSign?: boolean;
  devices?: { id: number }[];
  signedSha256?: string;
}

/** The record that a call needs to be on the phone; null: none. Undefined: it cannot wait in any case. */
function neededBy({ path, body }: WaitingCall): string | null | undefined {
  const [, kind = '', , inPath] =
    /^\/api\/((?:service|visit|device|todo)\/(\w+))(?:\/(-?\d+))?$/.exec(path) ?? [];
  const { id, step = '', isToSign, devices, signedSha256 } = (body ?? {}) as Named;
  switch (kind) {
    case 'service/add':
      if (isToSign) return undefined;
      return id ? `/api/service/findById/${id}` : `/api/device/findById/${devices?.[0]?.id}`;
    case 'service/sign':
      return signedSha256 && readContent(signedSha256) ? `/api/service/findById/${inPath}` : undefined;
    case 'service/addFile':
      return `/api/service/findById/${inPath}`;
    case 'device/update':
      return `/api/device/findById/${id}`;
    case 'visit/step':
      return ['START', 'FINISH'].includes(step) ? `/api/visit/findById/${id}` : undefined;
    case 'visit/check':
      return `/api/visit/findById/${id}`;
    case 'todo/status':
      return `/api/todo/findById/${id}`;
    default:
      return null;
  }
}

export async function canWait(call: WaitingCall, user: SessionUser): Promise<boolean> {
  const path = neededBy(call);
  if (!path) return path === null;
  const found = await onPhone((phone) => phone.answer({ method: 'get', path, query: {}, body: null }, user));
  // What is signed is changed by the office only.
  const isSigned = (found?.data as { state?: unknown } | undefined)?.state === 'SIGNED';
  return found !== null && !(isSigned && /\/(add|addFile)(\/|$)/.test(call.path));
}
