/** What is read before a signature, of a protocol of which something waits on this phone. */
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import type { SessionUser } from '@servicebook/shared/user';
import { ApiError } from '../../lib/api-error.ts';
import { isUnsentId } from '../../lib/unsent.ts';
import { toSignHere } from '../answers/to-sign.ts';
import { readStored } from '../phone.ts';
import { readOverlay } from './entries.ts';
import { withPictures } from './pictures.ts';

const path = /^\/api\/service\/toSign\/(-?\d+)$/;

/** @returns null if it is another call, or the server must be asked */
export async function toSignOf(
  asked: string,
  owner: string,
  user: SessionUser,
): Promise<ProtocolToSign | null> {
  const [, id] = path.exec(asked) ?? [];
  const found = id && (await readOverlay(owner, `/api/service/findById/${id}`));
  if (!found) return null;
  const records = await readStored(user);
  const protocol = await withPictures(found as ServiceProtocol, owner);
  const here = records && (await toSignHere(protocol, records));
  if (here) return here;
  // The server would leave out what waits here, and the customer would sign without it. It is sent first.
  if (protocol.fileDtos.some(({ id: file, sha256 }) => !sha256 || isUnsentId(file)))
    throw new ApiError({ status: 0, code: 'CONNECTION' });
  return null;
}
