/** The documents of protocols: of signed ones as they were stored, of others drafts. */
import type { ExportParams } from '@servicebook/shared/export';
import { documentNumber } from '@servicebook/shared/service';
import { refuseFields } from '../../platform/app-error.ts';
import { fileStem, uniqueNames } from '../../platform/file-name.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { readProtocolPdf } from '../service/service-versions.ts';
import type { ExportProducer } from './export-producer.ts';

const namedInLog = 5;

export const servicePdfsExport: ExportProducer<ExportParams<'SERVICE_PDFS'>> = {
  isMailed: false,

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

  title: (texts) => texts('servicePdfs.title'),

  count: async (_deps, _of, { serviceIds }) => serviceIds.length,

  async *entries(deps, of, { serviceIds }) {
    const nameOnce = uniqueNames();
    for (const id of serviceIds) {
      const service = await deps.db.of(of).service.findUnique({
        where: rowKey(of, id),
        include: { customer: { select: { shortName: true } } },
      });
      // Deleted since it was asked for.
      if (!service) continue;
      const { content } = await readProtocolPdf(deps, of, id);
      const number = documentNumber(service).replaceAll('/', '-');
      const name = nameOnce(fileStem(`${number} ${service.customer.shortName}`), '.pdf');
      yield { name, content, isCompressed: true };
    }
  },
};
