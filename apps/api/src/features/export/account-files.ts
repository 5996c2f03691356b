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
  imageOf: { select: { version: { select: { service: numbered } } }, take: 1 },
} as const;

const readBatch = (db: AccountDatabase, after: number) =>
  db.storedFile.findMany({ where: { id: { gt: after } }, orderBy: { id: 'asc' }, take: batchSize, select });
type Stored = Awaited<ReturnType<typeof readBatch>>[number];

/** How many there are. */
export async function countFiles(deps: Deps, of: Requester): Promise<number> {
  const db = deps.db.of(of);
  const invoices = await db.invoice.findMany({ where: {}, select: { pdfKey: true, xmlKey: true } });
  const ofInvoices = invoices.flatMap(({ pdfKey, xmlKey }) => [pdfKey, xmlKey]).filter((key) => key !== null);
  const undrawn = await db.serviceVersion.count({ where: { pdfFileId: null } });
  const listed = await db.storedFile.count({ where: { key: { in: ofInvoices } } });
  return (await db.storedFile.count()) + undrawn + ofInvoices.length - listed;
}

/**
 * All of them.
 * @param missing is told the names of those whose bytes are lost; the others are not held back for it
 */
export async function* fileEntries(
  deps: Deps,
  of: Requester,
  missing: (name: string) => void,
): AsyncGenerator<ZipEntry> {
  const nameOnce = uniqueNames();
  const entryOf = async (key: string, folder: string, filename: string): Promise<ZipEntry | null> => {
    const dot = filename.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ''];
    const name = nameOnce(`files/${folder}/${fileStem(stem)}`, ending);
    const content = await untilOpen(deps.files.stream(key));
    if (content) return { name, content, isCompressed: true };
    deps.log.files.warn({ key }, 'bytes of a stored file are lost');
    missing(name);
    return null;
  };
  const db = deps.db.of(of);
  const exportedKeys = new Set<string>();
  for await (const file of storedFiles(deps, of)) {
    exportedKeys.add(file.key);
    const entry = await entryOf(file.key, folderOf(file), file.filename);
    if (entry) yield entry;
  }
  const invoices = await db.invoice.findMany({ where: {}, orderBy: { id: 'asc' } });
  for (const { number, pdfKey, xmlKey } of invoices) {
    for (const [key, ending] of [
      [pdfKey, '.pdf'],
      [xmlKey, '.xml'],
    ] as const) {
      if (!key || exportedKeys.has(key)) continue;
      const entry = await entryOf(key, 'invoices', `${number.replaceAll('/', '-')}${ending}`);
      if (entry) yield entry;
    }
  }
}

/** Those that lie there, then the documents of signed versions that nobody has asked for yet, drawn now. */
async function* storedFiles(deps: Deps, of: Requester): AsyncGenerator<Stored> {
  const db = deps.db.of(of);
  const undrawn = await db.serviceVersion.findMany({
    where: { pdfFileId: null },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  let after = 0;
  async function* further(): AsyncGenerator<Stored> {
    for (;;) {
      const batch = await readBatch(db, after);
      for (const file of batch) {
        after = file.id;
        yield file;
      }
      if (batch.length < batchSize) return;
    }
  }
  yield* further();
  for (const { id: versionId } of undrawn) {
    await ensureProtocolPdf(deps, of, versionId);
    yield* further();
  }
}

function folderOf({ kind, device, service, visit, pdfOfVersions, imageOf }: Stored): string {
  const protocol = service ?? pdfOfVersions[0]?.service ?? imageOf[0]?.version.service;
  if (protocol) return `protocols/${documentNumber(protocol).replaceAll('/', '-')}`;
  if (device) {
    const machine = `machines/${fileStem(`${device.name} (${device.id})`)}`;
    return kind === 'MACHINE_NAMEPLATE' ? `${machine}/nameplate` : machine;
  }
  if (visit) return `visits/${fileStem(`${visit.customer.shortName} (${visit.id})`)}`;
  if (kind === 'INVOICE_PDF' || kind === 'INVOICE_XML') return 'invoices';
  return kind === 'LOGO' ? 'company' : 'other';
}
