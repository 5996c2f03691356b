import { todoContract } from '@servicebook/shared/todo';
import { contains, pageOf, sorted } from './matching.ts';
import { answered } from './stored-records.ts';

/** Only to-dos that are still to be done are on the phone, and those that were marked done on it a moment ago. */
export const todoAnswers = [
  answered(todoContract.search, async ({ body }, records) => {
    const { text, toDoStatus, assigneeId, dueUntil, ids } = body;
    if (toDoStatus !== 'TODO') return undefined;
    const { by, direction } = body.sort ?? ({ by: 'id', direction: 'desc' } as const);
    const found = (await records.all('todos')).filter(
      ({ id, toDoStatus: status, description, date, assignee, service }) => {
        const { shortName, fullName, city } = service?.customer ?? {};
        const words = [description, shortName, fullName, city, assignee?.firstName, assignee?.lastName];
        return (
          status === toDoStatus &&
          (!ids || ids.includes(id)) &&
          (!assigneeId || assignee?.id === assigneeId) &&
          (!dueUntil || (date !== null && date <= dueUntil)) &&
          contains(words.filter((word) => word !== undefined).join(' '), text)
        );
      },
    );
    const key = { of: (row: (typeof found)[number]) => row[by], named: by === 'description' };
    return pageOf(sorted(found, key, direction, records.language), body);
  }),
  answered(todoContract.findById, async ({ params }, records) =>
    (await records.byId('todos')).get(params.id),
  ),
];
