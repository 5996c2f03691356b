/** The content that a signer read, as the device hashed it. */
import { addMonths } from '@servicebook/shared/calendar';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { type Difference, SignedContent } from '@servicebook/shared/signed-content';
import { isPrintable } from '@servicebook/shared/storage';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

export interface ReadContent {
  content: SignedContent;
  sha256: string;
  /** It was signed without a network: what was stored here meanwhile. Null: it was signed with one. */
  differences: Difference[] | null;
}

/** @throws a refused field if it is not the canonical text of a content, or not of this hash */
export function readSignedContent(text: string, sha256: string | undefined): SignedContent {
  const invalid = () => refuseFields({ signedContent: 'INVALID' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid();
  }
  const { data } = SignedContent.safeParse(value);
  if (!data) throw invalid();
  const canonical = canonicalJson(data);
  if (canonical.text !== text || canonical.sha256 !== sha256) throw invalid();
  const next = data.period === null ? null : addMonths(data.date, data.period);
  if (data.nextInspection !== next) throw invalid();
  return data;
}

/**
 * The snapshot with the content as it was read, and with the server's keys of its files; as it is, if the device did not
 * say what was read.
 * @returns also the ids of the signed files
 * @throws AppError SERVICE_CHANGED if one of them is not there
 */
export async function asSigned(
  tx: AccountTransaction,
  serviceId: number,
  snapshot: ProtocolSnapshot,
  read: ReadContent | undefined,
): Promise<{ snapshot: ProtocolSnapshot; fileIds: number[] }> {
  const files = await tx.storedFile.findMany({
    where: { serviceId, kind: 'SERVICE_FILE' },
    select: { id: true, key: true, sha256: true, sentSha256: true, print: true },
    orderBy: { id: 'asc' },
  });
  if (!read) return { snapshot, fileIds: files.map(({ id }) => id) };
  const { content } = read;
  // In the order of their ids, as in the snapshot.
  const left = files.map((file, index) => ({ ...file, stored: (snapshot.attachments ?? [])[index] }));
  const signed = content.attachments.map(({ filename, sha256, print }) => {
    const isIt = (file: (typeof left)[number]) => (file.sentSha256 ?? file.sha256) === sha256;
    // Of two copies, the one with the same mark for print. A mark that was changed since stands as it was signed.
    const same = left.findIndex((file) => isIt(file) && file.print === print);
    const index = same < 0 ? left.findIndex(isIt) : same;
    const [file] = index < 0 ? [] : left.splice(index, 1);
    if (!file?.stored || (print && !isPrintable(file.stored.contentType)))
      throw new AppError('SERVICE_CHANGED');
    const { printKey: _, ...stored } = file.stored;
    return { id: file.id, attachment: { ...stored, filename, ...(print && { printKey: file.key }) } };
  });
  const company = { ...content.company, logo: snapshot.company.logo };
  const attachments = signed.map(({ attachment }) => attachment);
  return {
    snapshot: { ...snapshot, ...content, company, attachments },
    fileIds: signed.map(({ id }) => id),
  };
}
