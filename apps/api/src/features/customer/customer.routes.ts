import { customerContract } from '@servicebook/shared/customer';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  countCustomerMachines,
  deleteCustomer,
  exportCustomers,
  findCustomer,
  findCustomerIds,
  insertCustomer,
  listCustomers,
  searchCustomers,
  updateCustomer,
} from './customer.service.ts';

export const customerRoutes = (deps: Deps) =>
  handlers(customerContract, {
    findAll: async ({ ctx }) => listCustomers(deps, ctx),
    search: ({ ctx, body }) => searchCustomers(deps, ctx, body),
    findById: ({ ctx, params }) => findCustomer(deps, ctx, params.id),
    findIds: ({ ctx, body }) => findCustomerIds(deps, ctx, body),
    export: ({ ctx, body }) => exportCustomers(deps, ctx, body),
    counts: ({ ctx, params }) => countCustomerMachines(deps, ctx, params.id),
    insert: ({ ctx, body }) => insertCustomer(deps, ctx, body),
    update: ({ ctx, body }) => updateCustomer(deps, ctx, body),
    delete: ({ ctx, params }) => deleteCustomer(deps, ctx, params.id),
    deleteByPost: ({ ctx, query }) => deleteCustomer(deps, ctx, query.id),
  });
