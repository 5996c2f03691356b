import {
  type ArchiveSituation,
  archiveContract,
  archivePartBytes,
  isArchiveAtWork,
} from '@servicebook/shared/archive';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const archiveApi = apiOf(archiveContract);
const askAgainAfter = 1000;

/** The newest archive, and whether the account is empty. Polled while a job is working on it. */
export const archiveQuery = queryOptions({
  queryKey: ['archive'],
  queryFn: ({ signal }) => archiveApi.situation({ signal }),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.archive && isArchiveAtWork(state.data.archive) ? askAgainAfter : false,
});

interface Upload {
  file: File;
  /** Is told how much of the file is here, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends an archive in parts, because it may have gigabytes, and has it checked. */
async function uploadArchive({ file, onProgress, signal }: Upload): Promise<void> {
  const { id } = await archiveApi.begin({ body: { filename: file.name, size: file.size } });
  try {
    await sendParts(id, { file, onProgress, signal });
    await archiveApi.check({ params: { id } });
  } catch (error) {
    if (!signal.aborted) throw error;
    await archiveApi.cancel({ params: { id } });
  }
}

async function sendParts(id: number, { file, onProgress, signal }: Upload): Promise<void> {
  for (let position = 0; position * archivePartBytes < file.size; position++) {
    const start = position * archivePartBytes;
    const part = file.slice(start, start + archivePartBytes);
    await archiveApi.part({
      body: { id, position },
      file: part,
      fileName: 'part',
      signal,
      onProgress: (share) => onProgress((start + share * part.size) / file.size),
    });
  }
}

const refetch = (client: QueryClient) => client.invalidateQueries(archiveQuery);

export const useArchiveUpload = mutationOf(uploadArchive, { onSuccess: refetch, onError: refetch });

const ofArchive = {
  onSuccess: (client: QueryClient, archive: ArchiveSituation['archive']) => {
    client.setQueryData(archiveQuery.queryKey, (known) => known && { ...known, archive });
    void refetch(client);
  },
  onError: refetch,
};
export const useArchiveRun = mutationOf((id: number) => archiveApi.run({ params: { id } }), ofArchive);
export const useArchiveCancel = mutationOf((id: number) => archiveApi.cancel({ params: { id } }), ofArchive);

/** All of the company's data is new. */
export const refetchEverything = (client: QueryClient) => client.invalidateQueries();
