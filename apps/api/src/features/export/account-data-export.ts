/** Everything an account holds: its tables, its files, and a page that explains them. */
import { formatLongMoment } from '@servicebook/i18n/format.ts';
import type { ExportParams } from '@servicebook/shared/export';
import { textsOf } from '../../platform/texts.ts';
import type { ZipEntry } from '../../platform/zip-file.ts';
import { countFiles, drawDocuments, fileEntries } from './account-files.ts';
import { tableEntries } from './account-rows.ts';
import { exportedTables } from './account-tables.ts';
import { exportSchemas } from './export-format.ts';
import type { ExportProducer, Requester } from './export-producer.ts';
import { sealed, sealingEntries } from './export-seal.ts';
import { formatName, formatTitle, formatVersion, type Manifest } from './manifest.ts';
import { atOneMoment } from './one-moment.ts';

const filesOfTable = 2;
const readme = 1;
const manifestAndSignature = 2;

export const accountDataExport: ExportProducer<ExportParams<'ACCOUNT_DATA'>> = {
  mail: { texts: 'exportReady', tab: 'management' },

  async describe(tx, { accountId }) {
    const { companyName } = await tx.account.findUniqueOrThrow({
      where: { id: accountId },
      select: { companyName: true },
    });
    return { entity: 'account', entityId: null, what: companyName };
  },

  title: (_deps, { language, companyName }) =>
    textsOf(language, 'export')('accountData.title', { company: companyName }),

  count: async (deps, of) =>
    exportedTables.length * filesOfTable +
    (await countFiles(deps, of)) +
    exportSchemas().length +
    readme +
    manifestAndSignature,

  async *entries(deps, of) {
    const { accountId: id, companyName: name } = of;
    const manifest: Manifest = {
      format: formatName,
      version: formatVersion,
      madeAt: deps.clock().toISOString(),
      company: { id, name },
      tables: [],
      files: [],
      others: [],
    };
    const other = (entry: ZipEntry) => sealed(entry, (facts) => manifest.others.push(facts));
    // Before the tables are read, so that they name the documents.
    await drawDocuments(deps, of);
    yield* atOneMoment(deps.db.of(of), of, async function* (tx) {
      for (const table of exportedTables) {
        let rows = 0;
        const { csv, json } = tableEntries(tx, of, table, (counted) => {
          rows = counted;
        });
        yield other(csv);
        yield sealed(json, (facts) => manifest.tables.push({ table: table.file, rows, ...facts }));
      }
    });
    const missing: string[] = [];
    for await (const file of fileEntries(deps, of)) {
      if (file.entry) yield sealed(file.entry, (facts) => manifest.files.push({ id: file.id, ...facts }));
      else {
        missing.push(file.name);
        manifest.files.push({ id: file.id, path: null });
      }
    }
    for (const schema of exportSchemas())
      yield other({ name: `schema/${schema.name}`, content: schema.content });
    // Late, because it also lists the files that could not be packed.
    yield other({ name: 'README.txt', content: explain(of, deps.clock(), missing) });
    yield* sealingEntries(deps.exportKey, manifest);
  },
};

/** The page that explains the archive, with the line ends and the mark that even the oldest editor understands. */
function explain(of: Requester, now: Date, missing: readonly string[]): string {
  const texts = textsOf(of.language, 'export');
  const moment = formatLongMoment(now.toISOString(), of.timezone, of.language);
  const paragraphs = [
    texts('readme.title', { company: of.companyName }),
    texts('readme.made', { moment }),
    texts('readme.data'),
    exportedTables.map(({ file }) => `  data/${file}: ${texts(`readme.tables.${file}`)}`).join('\n'),
    texts('readme.reading'),
    texts('readme.files'),
    texts('readme.leftOut'),
    texts('readme.format', { format: formatTitle }),
    texts('readme.back'),
    ...(missing.length > 0 ? [texts('readme.missing'), missing.map((name) => `  ${name}`).join('\n')] : []),
  ];
  return `\uFEFF${paragraphs.join('\n\n').replaceAll('\n', '\r\n')}\r\n`;
}
