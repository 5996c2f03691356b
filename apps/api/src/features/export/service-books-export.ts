/** The service books of machines, one document each, in a folder for each customer. */

import type { ExportParams } from '@servicebook/shared/export';
import { machineName } from '@servicebook/shared/machine-name';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { fileStem, uniqueNames } from '../../platform/file-name.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { drawServiceBook } from '../service-book/service-book.ts';
import type { ExportProducer, Requester } from './export-producer.ts';

const namedInLog = 5;

export const serviceBooksExport: ExportProducer<ExportParams<'SERVICE_BOOKS'>> = {
  mail: { texts: 'booksReady', tab: 'user' },

  // Machines that were deleted since they were chosen are left out.
  async describe(tx, _ctx, { ids }) {
    const where = { id: { in: ids } };
    const machines = await tx.device.findMany({ where, orderBy: { id: 'asc' }, take: namedInLog });
    if (machines.length === 0) throw new AppError('NOT_FOUND');
    const all = await tx.device.count({ where });
    const more = all > namedInLog ? `, … (${all})` : '';
    return { entity: 'device', entityId: null, what: machines.map(machineName).join(', ') + more };
  },

  title: (_deps, { language }) => textsOf(language, 'export')('serviceBooks.title'),

  count: (deps, of, { ids }) => deps.db.of(of).device.count({ where: { id: { in: ids } } }),

  async *entries(deps, of, { ids }) {
    const nameOnce = uniqueNames();
    for (const id of ids) {
      const machine = await deps.db.of(of).device.findUnique({
        where: rowKey(of, id),
        select: { name: true, serialNumber: true, customer: { select: { shortName: true } } },
      });
      const content = machine && (await draw(deps, of, id));
      if (!content) continue;
      const name = `${fileStem(machine.customer.shortName)}/${fileStem(machineName(machine))}`;
      yield { name: nameOnce(name, '.pdf'), content, isCompressed: true };
    }
  },
};

/** Null when the machine was deleted before its book was drawn. */
async function draw(deps: Deps, of: Requester, id: number): Promise<Uint8Array | null> {
  try {
    return (await drawServiceBook(deps, of, id)).content;
  } catch (error) {
    if ((await deps.db.of(of).device.count({ where: { id } })) > 0) throw error;
    return null;
  }
}
