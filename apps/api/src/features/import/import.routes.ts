import { importContract } from '@servicebook/shared/import';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  cancelImport,
  deleteImport,
  findImport,
  fixAlike,
  fixCell,
  listImports,
  searchChanges,
  searchRows,
  setMapping,
  skipRows,
  startCheck,
  startRun,
  startUndo,
} from './import.service.ts';
import { importTable } from './import-table.ts';
import { importTemplate } from './import-template.ts';
import { uploadImport } from './import-upload.ts';

export const importRoutes = (deps: Deps) =>
  handlers(importContract, {
    findAll: ({ ctx }) => listImports(deps, ctx),
    findById: ({ ctx, params }) => findImport(deps, ctx, params.id),
    template: ({ ctx, params }) => importTemplate(deps, ctx, params.kind),
    upload: ({ ctx, file }) => uploadImport(deps, ctx, file),
    setMapping: ({ ctx, body }) => setMapping(deps, ctx, body),
    check: ({ ctx, params }) => startCheck(deps, ctx, params.id),
    rows: ({ ctx, body }) => searchRows(deps, ctx, body),
    table: ({ ctx, params }) => importTable(deps, ctx, params),
    fixCell: ({ ctx, body }) => fixCell(deps, ctx, body),
    fixAlike: ({ ctx, body }) => fixAlike(deps, ctx, body),
    skip: ({ ctx, body }) => skipRows(deps, ctx, body),
    run: ({ ctx, params }) => startRun(deps, ctx, params.id),
    cancel: ({ ctx, params }) => cancelImport(deps, ctx, params.id),
    undo: ({ ctx, params }) => startUndo(deps, ctx, params.id),
    changes: ({ ctx, body }) => searchChanges(deps, ctx, body),
    delete: ({ ctx, params }) => deleteImport(deps, ctx, params.id),
  });
