import { employeeContract } from '@servicebook/shared/employee';
import type { Deps } from '../../context.ts';
import { handlers } from '../../http/handlers.ts';
import {
  deleteEmployee,
  findEmployee,
  insertEmployee,
  listEmployees,
  updateEmployee,
} from './employee.service.ts';

export const employeeRoutes = (deps: Deps) =>
  handlers(employeeContract, {
    findAllFlatRoles: ({ ctx }) => listEmployees(deps, ctx),
    findById: ({ ctx, params }) => findEmployee(deps, ctx, params.id),
    insert: ({ ctx, body }) => insertEmployee(deps, ctx, body),
    update: ({ ctx, body }) => updateEmployee(deps, ctx, body),
    delete: ({ ctx, params }) => deleteEmployee(deps, ctx, params.id),
  });
