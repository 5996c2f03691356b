import { employeeContract } from '@servicebook/shared/employee';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { endAllSessions, endOneSession, listSessions } from '../user/sessions.service.ts';
import {
  deleteEmployee,
  findEmployee,
  insertEmployee,
  inviteAgain,
  listEmployees,
  readEmployeeLinks,
  updateEmployee,
} from './employee.service.ts';

export const employeeRoutes = (deps: Deps) =>
  handlers(employeeContract, {
    findAllFlatRoles: ({ ctx }) => listEmployees(deps, ctx),
    findById: ({ ctx, params }) => findEmployee(deps, ctx, params.id),
    insert: ({ ctx, body }) => insertEmployee(deps, ctx, body),
    invite: ({ ctx, params }) => inviteAgain(deps, ctx, params.id),
    update: ({ ctx, body }) => updateEmployee(deps, ctx, body),
    sessions: ({ ctx, params }) => listSessions(deps, ctx, params.id),
    endSessions: ({ ctx, params }) => endAllSessions(deps, ctx, params.id),
    endSession: ({ ctx, params: { id: userId, sessionId: id } }) => endOneSession(deps, ctx, { userId, id }),
    links: ({ ctx, params }) => readEmployeeLinks(deps, ctx, params.id),
    delete: ({ ctx, params }) => deleteEmployee(deps, ctx, params.id),
  });
