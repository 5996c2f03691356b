/** The documents of protocols: of signed ones as they were stored, of others drafts. */
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ExportParams } from '@servicebook/shared/export';
import { documentNumber } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { uniqueNames } from '../../platform/file-name.ts';
import { untilOpen } from '../../platform/file-store.ts';
import { textsOf } from '../../platform/texts.ts';
import { readProtocolPdf } from '../service/service-versions.ts';
import type { ExportProducer, Requester } from './export-producer.ts';

const namedInLog = 5;

export const servicePdfsExport: ExportProducer<ExportParams<'SERVICE_PDFS'>> = {
  mail: null,

  async describe(tx, _ctx, { serviceIds }) {
    const services = await tx.service.findMany({
      where: { id: { in: serviceIds } },
      select: { number: true, numberExtension: true, year: true, month: true },
      orderBy: { id: 'asc' },
    });
    if (services.length < serviceIds.length) throw refuseFields({ serviceIds: 'INVALID' });
    const numbers = services.slice(0, namedInLog).map(documentNumber).join(', ');
    const more = services.length > namedInLog ? `, … (${services.length})` : '';
    return { entity: 'service', entityId: null, what: numbers + more };
  },

  title: (_deps, { language }) => textsOf(language, 'export')('servicePdfs.title'),

  count: async (_deps, _of, { serviceIds }) => serviceIds.length,

  async *entries(deps, of, { serviceIds }) {
    const nameOnce = uniqueNames();
    for (const id of serviceIds) {
      const document = await readDocument(deps, of, id);
      // Deleted since it was asked for.
      if (!document) continue;
      const { content, filename } = document;
      yield { name: nameOnce(path.parse(filename).name, '.pdf'), content, isCompressed: true };
    }
  },
};

/** The document of a protocol; null when the protocol was deleted before it was drawn and opened. */
async function readDocument(
  deps: Deps,
  of: Requester,
  id: number,
): Promise<{ content: Uint8Array | Readable; filename: string } | null> {
  try {
    const { content, filename } = await readProtocolPdf(deps, of, id);
    const opened = content instanceof Uint8Array ? content : await untilOpen(content);
    if (!opened) throw new AppError('NOT_FOUND');
    return { content: opened, filename };
  } catch (error) {
    if ((await deps.db.of(of).service.count({ where: { id } })) > 0) throw error;
    return null;
  }
}
