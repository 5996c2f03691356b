/** What is read before a signature, of a protocol of which something waits on this phone. */
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { ProtocolToSign } from '@servicebook/shared/service-signing';
import type { SessionUser } from '@servicebook/shared/user';
import { ApiError } from '../../lib/api-error.ts';
import { hashBytes } from '../../lib/read-content.ts';
import type { StoredRecords } from '../answers/stored-records.ts';
import { toSignFrom } from '../answers/to-sign.ts';
import { readStored } from '../phone.ts';
import type { StoredFacts } from './content.ts';
import { listEntries, readBytes, readOverlay } from './entries.ts';
import type { WaitingFile } from './writes.ts';

const path = /^\/api\/service\/toSign\/(-?\d+)$/;

/** The addresses of pictures that wait, by the hashes of their bytes. */
const pictures = new Map<string, string>();

async function showPictures(owner: string, group: string): Promise<void> {
  for (const { seq, file, label, group: of } of await listEntries(owner)) {
    if (of !== group || label.kind !== 'photo' || !file) continue;
    const bytes = await readBytes(seq);
    const sha256 = bytes && (await hashBytes(bytes));
    if (sha256 && !pictures.has(sha256))
      pictures.set(sha256, URL.createObjectURL(new Blob([bytes], { type: file.type })));
  }
}

/** Null: the hash of one is known to the server only. */
async function attachmentsOf(
  { id, fileDtos }: ServiceProtocol,
  records: StoredRecords,
): Promise<StoredFacts['attachments'] | null> {
  const stored = (await records.byId('attachments')).get(id)?.attachments ?? [];
  const waiting = (fileDtos as WaitingFile[]).filter((file) => file.sha256 !== undefined);
  if (stored.length + waiting.length !== fileDtos.length) return null;
  return [
    ...stored,
    ...waiting.map(({ filename, contentType, size, sha256 = '', print }) => ({
      ...{ filename, contentType, size, sha256 },
      ...(print && { printKey: pictures.get(sha256) ?? '' }),
    })),
  ];
}

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
  const protocol = found as ServiceProtocol;
  await showPictures(owner, `service:${protocol.id}`);
  const attachments = await attachmentsOf(protocol, records);
  // The server would leave out what waits here, and the customer would sign without it. It is sent first.
  if (!attachments) throw new ApiError({ status: 0, code: 'CONNECTION' });
  return (await toSignFrom(protocol, records, attachments)) ?? null;
}
