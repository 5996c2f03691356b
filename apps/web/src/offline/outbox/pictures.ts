/** The photos that wait on this phone, as screens show them. */
import type { ServiceProtocol } from '@servicebook/shared/service';
import { hashBytes } from '../../lib/read-content.ts';
import { listEntries, readBytes } from './entries.ts';

/** By the number of the entry. The number may be given again, to another photo, after its entry was removed. */
const made = new Map<number, { createdAt: string; sha256: string; url: string }>();
/** By the hash of its bytes: one that was sent before the others is still shown. */
const addresses = new Map<string, string>();

/** Gives addresses to the photos of a group. */
async function addressPhotos(owner: string, group: string): Promise<void> {
  for (const { seq, createdAt, file, label, group: of } of await listEntries(owner)) {
    if (of !== group || label.kind !== 'photo' || !file) continue;
    let picture = made.get(seq);
    if (picture?.createdAt !== createdAt) {
      const bytes = await readBytes(seq);
      const sha256 = bytes && (await hashBytes(bytes));
      if (!sha256) continue;
      picture = { createdAt, sha256, url: URL.createObjectURL(new Blob([bytes], { type: file.type })) };
      made.set(seq, picture);
    }
    addresses.set(picture.sha256, picture.url);
  }
}

/** A protocol whose waiting files can be opened: this phone has given them their negative ids. */
export async function withPictures(protocol: ServiceProtocol, owner: string): Promise<ServiceProtocol> {
  if (!protocol.fileDtos.some(({ id }) => id < 0)) return protocol;
  await addressPhotos(owner, `service:${protocol.id}`);
  return {
    ...protocol,
    fileDtos: protocol.fileDtos.map((file) =>
      file.id < 0 ? { ...file, key: addresses.get(file.sha256) ?? '' } : file,
    ),
  };
}
