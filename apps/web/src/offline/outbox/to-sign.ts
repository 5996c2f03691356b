/** What is read before a signature, of a protocol of which something waits on this phone. */
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import type { SessionUser } from '@servicebook/shared/user';
import { ApiError } from '../../lib/api-error.ts';
import { toSignFrom } from '../answers/to-sign.ts';
import { readStored } from '../phone.ts';
import type { StoredFacts } from './content.ts';
import { readOverlay } from './entries.ts';
import { withPictures } from './pictures.ts';

const path = /^\/api\/service\/toSign\/(-?\d+)$/;

/** As the signed content names them. Null: this browser cannot hash. */
function attachmentsOf({ fileDtos }: ServiceProtocol): StoredFacts['attachments'] | null {
  if (fileDtos.some(({ sha256 }) => !sha256)) return null;
  return fileDtos.map(({ filename, contentType, size, sha256, key, print }) => ({
    ...{ filename, contentType, size, sha256 },
    ...(print && { printKey: key }),
  }));
}

const readHere = new Set<string>();

/** Whether a content was made by this phone: the server would make another hash of it, with numbers and keys of its own. */
export const wasReadHere = (contentSha256: unknown): boolean =>
  typeof contentSha256 === 'string' && readHere.has(contentSha256);

/** @returns null if it is another call, or the server must be asked */
export async function toSignOf(
  asked: string,
  owner: string,
  user: SessionUser,
): Promise<ProtocolToSign | null> {
  const [, id] = path.exec(asked) ?? [];
  const found = id && (await readOverlay(owner, `/api/service/findById/${id}`));
  const records = found ? await readStored(user) : null;
  if (!records) return null;
  const protocol = await withPictures(found as ServiceProtocol, owner);
  const attachments = attachmentsOf(protocol);
  // The server would leave out what waits here, and the customer would sign without it. It is sent first.
  if (!attachments) throw new ApiError({ status: 0, code: 'CONNECTION' });
  const read = await toSignFrom(protocol, records, attachments);
  if (read) readHere.add(read.contentSha256);
  return read ?? null;
}
