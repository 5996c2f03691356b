/** The files of an account, in folders as people would file them. */
import { documentNumber } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { fileStem, uniqueNames } from '../../platform/file-name.ts';
import { untilOpen } from '../../platform/file-store.ts';
import type { AccountDatabase } from '../../platform/tenancy.ts';
import type { ZipEntry } from '../../platform/zip-file.ts';
import { ensureProtocolPdf } from '../service/service.jobs.ts';
import type { Requester } from './export-producer.ts';

const batchSize = 500;

const numbered = { select: { number: true, numberExtension: true, year: true, month: true } } as const;
const select = {
  id: true,
  key: true,
  kind: true,
  filename: true,
  device: { select: { id: true, name: true } },
  service: numbered,
  visit: { select: { id: true, customer: { select: { shortName: true } } } },
  pdfOfVersions: { select: { service: numbered }, take: 1 },
  markedOfVersions: { select: { service: numbered }, take: 1 },
  imageOf: { select: { version: { select: { service: numbered } } }, take: 1 },
} as const;

const readBatch = (db: AccountDatabase, after: number) =>
  db.storedFile.findMany({ where: { id: { gt: after } }, orderBy: { id: 'asc' }, take: batchSize, select });
type Stored = Awaited<ReturnType<typeof readBatch>>[number];

/** How many there are, when the documents are drawn. */
export async function countFiles(deps: Deps, of: Requester): Promise<number> {
  const db = deps.db.of(of);
  const invoices = await db.invoice.findMany({ where: {}, select: { pdfKey: true, xmlKey: true } });
  const ofInvoices = invoices.flatMap(({ pdfKey, xmlKey }) => [pdfKey, xmlKey]).filter((key) => key !== null);
  const undrawn = await db.serviceVersion.count({ where: { pdfFileId: null } });
  const listed = await db.storedFile.count({ where: { key: { in: ofInvoices } } });
  return (await db.storedFile.count()) + undrawn + ofInvoices.length - listed;
}

/** Draws the documents of signed versions that nobody has asked for yet, and seals those of long ago. */
export async function drawDocuments(deps: Deps, of: Requester): Promise<void> {
  const unfinished = await deps.db.of(of).serviceVersion.findMany({
    where: { OR: [{ pdfFileId: null }, { sealed: { sealedAt: null } }] },
    orderBy: { id: 'asc' },
    select: { id: true, pdfFileId: true },
  });
  for (const { id: versionId, pdfFileId } of unfinished)
    await ensureProtocolPdf(deps, of, versionId).catch((error: unknown) => {
      // What is only not sealed yet goes along as it is.
      if (pdfFileId === null) throw error;
    });
}

export interface FileEntry {
  /** Of its row; null: only an invoice names it. */
  id: number | null;
  name: string;
  /** Null: its bytes are lost. The others are not held back for it. */
  entry: ZipEntry | null;
}

/** All of them. */
export async function* fileEntries(deps: Deps, of: Requester): AsyncGenerator<FileEntry> {
  const nameOnce = uniqueNames();
  const entryOf = async (
    id: number | null,
    key: string,
    folder: string,
    filename: string,
  ): Promise<FileEntry> => {
    const dot = filename.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ''];
    const name = nameOnce(`files/${folder}/${fileStem(stem)}`, ending);
    const content = await untilOpen(deps.files.stream(key));
    if (content) return { id, name, entry: { name, content, isCompressed: true } };
    deps.log.files.warn({ key }, 'bytes of a stored file are lost');
    return { id, name, entry: null };
  };
  const db = deps.db.of(of);
  const exportedKeys = new Set<string>();
  for (let after = 0; ; ) {
    const batch = await readBatch(db, after);
    for (const file of batch) {
      after = file.id;
      exportedKeys.add(file.key);
      yield await entryOf(file.id, file.key, folderOf(file), file.filename);
    }
    if (batch.length < batchSize) break;
  }
  const invoices = await db.invoice.findMany({ where: {}, orderBy: { id: 'asc' } });
  for (const { number, pdfKey, xmlKey } of invoices) {
    for (const [key, ending] of [
      [pdfKey, '.pdf'],
      [xmlKey, '.xml'],
    ] as const) {
      if (!key || exportedKeys.has(key)) continue;
      yield await entryOf(null, key, 'invoices', `${number.replaceAll('/', '-')}${ending}`);
    }
  }
}

function folderOf({
  kind,
  device,
  service,
  visit,
  pdfOfVersions,
  markedOfVersions,
  imageOf,
}: Stored): string {
  const [version] = [...pdfOfVersions, ...markedOfVersions];
  const protocol = service ?? version?.service ?? imageOf[0]?.version.service;
  if (protocol) return `protocols/${documentNumber(protocol).replaceAll('/', '-')}`;
  if (device) {
    const machine = `machines/${fileStem(`${device.name} (${device.id})`)}`;
    return kind === 'MACHINE_NAMEPLATE' ? `${machine}/nameplate` : machine;
  }
  if (visit) return `visits/${fileStem(`${visit.customer.shortName} (${visit.id})`)}`;
  if (kind === 'INVOICE_PDF' || kind === 'INVOICE_XML') return 'invoices';
  return kind === 'LOGO' ? 'company' : 'other';
}
