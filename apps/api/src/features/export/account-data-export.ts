/** Everything an account holds: its tables, its files, and a page that explains them. */
import { clockIn } from '@servicebook/shared/calendar';
import type { ExportParams } from '@servicebook/shared/export';
import { textsOf } from '../../platform/texts.ts';
import { countFiles, fileEntries } from './account-files.ts';
import { tableEntries } from './account-rows.ts';
import { exportedTables } from './account-tables.ts';
import type { ExportProducer, Requester } from './export-producer.ts';

const filesOfTable = 2;
const readme = 1;

export const accountDataExport: ExportProducer<ExportParams<'ACCOUNT_DATA'>> = {
  isMailed: true,

  async describe(tx, { accountId }) {
    const { companyName } = await tx.account.findUniqueOrThrow({
      where: { id: accountId },
      select: { companyName: true },
    });
    return { entity: 'account', entityId: null, what: companyName };
  },

  title: (texts, { companyName }) => texts('accountData.title', { company: companyName }),

  count: async (deps, of) => exportedTables.length * filesOfTable + (await countFiles(deps, of)) + readme,

  async *entries(deps, of) {
    const missing: string[] = [];
    for (const table of exportedTables) yield* tableEntries(deps, of, table);
    yield* fileEntries(deps, of, (name) => missing.push(name));
    // Last, because it also lists the files that could not be packed.
    yield { name: 'README.txt', content: explain(of, deps.clock(), missing) };
  },
};

/** The page that explains the archive, with the line ends and the mark that even the oldest editor understands. */
function explain(of: Requester, now: Date, missing: readonly string[]): string {
  const texts = textsOf(of.language, 'export');
  const moment = `${clockIn(now.toISOString(), of.timezone).slice(0, 16).replace('T', ' ')} (${of.timezone})`;
  const paragraphs = [
    texts('readme.title', { company: of.companyName }),
    texts('readme.made', { moment }),
    texts('readme.data'),
    exportedTables.map(({ file }) => `  data/${file}: ${texts(`readme.tables.${file}`)}`).join('\n'),
    texts('readme.reading'),
    texts('readme.files'),
    texts('readme.leftOut'),
    ...(missing.length > 0 ? [texts('readme.missing'), missing.map((name) => `  ${name}`).join('\n')] : []),
  ];
  return `\uFEFF${paragraphs.join('\n\n').replaceAll('\n', '\r\n')}\r\n`;
}
