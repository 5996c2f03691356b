import {
  type CustomerRow,
  findCustomersInUse,
  removeCustomer,
  writeCustomer,
} from '../customer/customer.service.ts';
import type { BulkRecords, RulesFor } from './bulk-rule.ts';

const customers: BulkRecords<CustomerRow> = {
  table: 'customer',
  entity: 'customer',
  bin: 'customer',
  read: ({ tx }, ids) => tx.customer.findMany({ where: { id: { in: [...ids] } } }),
  idOf: ({ id }) => id,
  nameOf: ({ shortName }) => shortName,
  async write({ tx, ctx }, changes) {
    for (const { before, values } of changes) await writeCustomer(tx, ctx, before, values);
  },
  async remove({ deps, tx, ctx }, rows) {
    for (const { id } of rows) await removeCustomer(deps, tx, ctx, id);
  },
};

export const customerRules: RulesFor<'customer', CustomerRow> = {
  'customer.language': {
    records: customers,
    access: 'customer.edit',
    judge: (_work, rows, { language }) => rows.map(() => ({ values: { language } })),
  },
  'customer.delete': {
    records: customers,
    access: 'customer.delete',
    async judge({ tx, ctx }, rows) {
      const ids = rows.map(({ id }) => id);
      const used = await findCustomersInUse(tx, ctx, ids);
      return rows.map(({ id }) => {
        const refused = used.get(id);
        return refused ? { refused } : { isDeleted: true };
      });
    },
  },
};
