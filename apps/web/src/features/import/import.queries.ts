import type { ExportFormat } from '@servicebook/shared/export-format';
import {
  type Import,
  type ImportFixedRow,
  type ImportMapping,
  type ImportRow,
  type ImportTemplate,
  importContract,
  isAtWork,
} from '@servicebook/shared/import';
import type { Page } from '@servicebook/shared/primitives';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { refresh } from '../../lib/freshness.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { listQueryOf } from '../../lib/queries.ts';

const importApi = apiOf(importContract);
const askAgainAfter = 1000;

/** All imports. Polled while a job is working on one. */
export const importsQuery = queryOptions({
  queryKey: ['import', 'all'],
  queryFn: ({ signal }) => importApi.findAll({ signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? askAgainAfter : false),
});

/** One import. Polled while a job is working on it. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['import', 'one', id],
    queryFn: ({ signal }) => importApi.findById({ params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? askAgainAfter : false),
  });

const rowsKey = ['import', 'rows'] as const;
export const importRowsQuery = listQueryOf(rowsKey, importApi.rows, { staleTime: 0 });
export const importChangesQuery = listQueryOf(['import', 'changes'], importApi.changes, { staleTime: 0 });

/** Fetches the rows again, after a job or a change that may concern many. */
export const refetchRows = (client: QueryClient) => client.invalidateQueries({ queryKey: rowsKey });

/** An import or its undo has written: customers, machines and all that shows them is fetched again. */
export async function refreshRecords(client: QueryClient): Promise<void> {
  const written = ['customer', 'category', 'device', 'part', 'note', 'past-service', 'todo'] as const;
  await Promise.all([
    refetchRows(client),
    client.invalidateQueries({ queryKey: ['import', 'changes'] }),
    ...written.map((entity) => refresh(client, entity)),
  ]);
}

const ofImport = {
  stores: ({ id }: Import) => importQuery(id),
  // It may be in another state, because somebody else has gone on with it.
  onError: (client: QueryClient) => client.invalidateQueries({ queryKey: ['import'] }),
};

interface Upload {
  file: File;
  idempotencyKey: string;
  onProgress: (share: number) => void;
}

export const useUpload = mutationOf((upload: Upload) => importApi.upload(upload), {
  stores: ({ id }) => importQuery(id),
});

export const useMapping = mutationOf(
  (mapping: ImportMapping) => importApi.setMapping({ body: mapping }),
  ofImport,
);

/** Saves what the columns hold, and has the rows checked. */
export const useCheck = mutationOf(async (mapping: ImportMapping) => {
  const { id } = await importApi.setMapping({ body: mapping });
  return importApi.check({ params: { id } });
}, ofImport);

export const useRun = mutationOf((id: number) => importApi.run({ params: { id } }), ofImport);
export const useCancel = mutationOf((id: number) => importApi.cancel({ params: { id } }), ofImport);
export const useUndo = mutationOf((id: number) => importApi.undo({ params: { id } }), {
  ...ofImport,
  onSuccess: (client) => void client.invalidateQueries(importsQuery),
});
export const useDeleteImport = mutationOf((id: number) => importApi.delete({ params: { id } }), {
  onSuccess: (client) => void client.invalidateQueries(importsQuery),
});

/** A corrected row stays where it is, so that its new state is seen; the counts are fetched again. */
export const useFixCell = mutationOf(importApi.fixCell, {
  onSuccess: (client, fixed: ImportFixedRow, { body: { id } }) => {
    client.setQueriesData<Page<ImportRow>>(
      { queryKey: rowsKey },
      (page) =>
        page && {
          ...page,
          content: page.content.map((row) => (row.position === fixed.position ? fixed : row)),
        },
    );
    void client.invalidateQueries(importQuery(id));
  },
  onError: ofImport.onError,
});

/** Corrects equal cells of many rows at once, or takes that back. */
export const useFixAlike = mutationOf(importApi.fixAlike, {
  onSuccess: (client, { import: changed }) => {
    client.setQueryData(importQuery(changed.id).queryKey, changed);
    void refetchRows(client);
  },
  onError: ofImport.onError,
});

export const useSkip = mutationOf(importApi.skip, {
  ...ofImport,
  onSuccess: (client) => void refetchRows(client),
});

/** A workbook to fill in. */
export const fetchTemplate = (kind: ImportTemplate) => importApi.template({ params: { kind } });

/** The rows that were not imported, or all with what became of them. */
export const fetchTable = (id: number, which: 'problems' | 'all') => (format: ExportFormat) =>
  importApi.table({ params: { id, which, format } });
