import { customerContactContract } from '@servicebook/shared/customer-contact';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  deleteContact,
  findContact,
  insertContact,
  listContacts,
  updateContact,
} from './customer-contact.service.ts';

export const customerContactRoutes = (deps: Deps) =>
  handlers(customerContactContract, {
    findByCustomer: ({ ctx, params }) => listContacts(deps, ctx, params.customerId),
    findById: ({ ctx, params }) => findContact(deps, ctx, params.id),
    insert: ({ ctx, body }) => insertContact(deps, ctx, body),
    update: ({ ctx, body }) => updateContact(deps, ctx, body),
    delete: ({ ctx, params }) => deleteContact(deps, ctx, params.id),
  });
