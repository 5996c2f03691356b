import { categoryContract } from '@servicebook/shared/category';
import { deviceContract } from '@servicebook/shared/device';
import { type MachineName, machineName } from '@servicebook/shared/machine-name';
import { planningContract } from '@servicebook/shared/planning';
import { parseServiceActions } from '@servicebook/shared/service-action';
import { type Visit, type VisitExport, type VisitIds, visitContract } from '@servicebook/shared/visit';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Option } from '../../components/use-options.ts';
import type { Sending } from '../../components/use-upload-queue.ts';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';
import { listQueryOf, recordQueryOf } from '../../lib/queries.ts';

const visitApi = apiOf(visitContract);
const planningApi = apiOf(planningContract);
const deviceApi = apiOf(deviceContract);
const categoryApi = apiOf(categoryContract);

export const visitSearchQuery = listQueryOf(['visit', 'search'], visitApi.search);
export const visitQuery = recordQueryOf('visit', visitApi.findById);

/** The ids of all results. */
export const findVisitIds = (request: z.input<typeof VisitIds>): Promise<number[]> =>
  visitApi.findIds({ body: request });

/** All results of a search, as a file. */
export const exportVisits = (request: z.input<typeof VisitExport>): Promise<File> =>
  visitApi.export({ body: request });

/** The visits of a month by day. */
export const visitCalendarQuery = (month: string) =>
  queryOptions({
    queryKey: ['visit', 'calendar', month],
    queryFn: ({ signal }) => visitApi.calendar({ query: { month }, signal }),
  });

export const visitNotesQuery = (id: number) =>
  queryOptions({
    queryKey: ['visit', 'notes', id],
    queryFn: ({ signal }) => visitApi.notes({ params: { id }, signal }),
  });

/** One's own visits of today and tomorrow, and those still open. */
export const myDaysQuery = queryOptions({
  queryKey: ['planning', 'mine'],
  queryFn: ({ signal }) => planningApi.myDays({ signal }),
});

/** The answer is the stored visit. */
const saved = { refreshes: 'visit', stores: ({ id }: Visit) => visitQuery(id) } as const;

export const useSaveVisit = mutationOf(visitApi.save, saved);
export const useStepVisit = mutationOf(visitApi.step, saved);
export const useCheckVisit = mutationOf(visitApi.check, { stores: ({ id }) => visitQuery(id) });
export const useAddVisitNote = mutationOf(visitApi.addNote, { refreshes: 'visit' });
// Not `deletionOf`: the ids of notes and files must not be taken for those of visits.
export const useDeleteVisitNote = mutationOf((id: number) => visitApi.deleteNote({ params: { id } }), {
  refreshes: 'visit',
});

/** Who goes where on one day, to see what a new time overlaps with. */
export const visitsOnDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['planning', 'day', day],
    queryFn: ({ signal }) => planningApi.board({ query: { from: day, to: day }, signal }),
  });

const { maxBytes = 0 } = visitContract.addFile.upload ?? {};
/** In bytes; the server refuses more. */
export const maxFileBytes: number = maxBytes;

export const visitFilesQuery = (id: number) =>
  queryOptions({
    queryKey: ['visit', 'files', id],
    queryFn: ({ signal }) => visitApi.files({ params: { id }, signal }),
  });
export const useAddVisitFile = mutationOf(
  ({ visitId, ...upload }: Omit<Sending, 'marked'> & { visitId: number }) =>
    visitApi.addFile({ params: { id: visitId }, ...upload, fileName: upload.file.name }),
  // The file leaves the queue when it is in the list.
  { refreshes: 'visit', waits: true },
);
export const useDeleteVisitFile = mutationOf((id: number) => visitApi.deleteFile({ params: { id } }), {
  refreshes: 'visit',
});
export const useDeleteVisit = deletionOf((id) => visitApi.delete({ params: { id } }), { of: 'visit' });

const offered = 50;

/** A machine to choose, with its category for the checklist. */
export interface MachineOption extends Option {
  categoryId: number;
}

/** A machine as an option. A customer may have several of one name. */
export const machineOption = ({
  id,
  city,
  category,
  ...machine
}: MachineName & { city?: string; category: { id: number } }): MachineOption => ({
  id,
  label: machineName(machine),
  hint: city || undefined,
  categoryId: category.id,
});

/** Machines of a customer, as options. */
export async function loadMachineOptions(customerId: number, text: string, signal: AbortSignal) {
  const { content, totalElements } = await deviceApi.search({
    body: { text, customerId, size: offered },
    signal,
  });
  return {
    content: content.map(machineOption),
    totalElements,
  };
}

/** The names of the service actions of these categories, each once, in their order. */
export async function fetchChecklist(client: QueryClient, categoryIds: readonly number[]): Promise<string[]> {
  const categories = await Promise.all(
    [...new Set(categoryIds)].map((id) =>
      client.fetchQuery({
        queryKey: ['category', 'one', id],
        queryFn: ({ signal }) => categoryApi.findById({ params: { id }, signal }),
        staleTime: 60_000,
      }),
    ),
  );
  return [
    ...new Set(
      categories.flatMap(({ serviceReviewOperationsList }) =>
        parseServiceActions(serviceReviewOperationsList).map(({ name }) => name),
      ),
    ),
  ];
}
