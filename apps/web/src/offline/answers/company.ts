import { branchContract } from '@servicebook/shared/branch';
import { dateIn } from '@servicebook/shared/calendar';
import { categoryContract } from '@servicebook/shared/category';
import { companyContract } from '@servicebook/shared/company';
import { deviceStatuses } from '@servicebook/shared/device';
import { employeeContract } from '@servicebook/shared/employee';
import { dueDays, dueOf } from '@servicebook/shared/inspection-overview';
import { workingSetLimits } from '@servicebook/shared/offline';
import { ownSignatureContract } from '@servicebook/shared/own-signature';
import { type HomeFigures, statisticsContract } from '@servicebook/shared/statistics';
import type { Todo } from '@servicebook/shared/todo';
import { everyWord, pageOf, searchColumn, sorted } from './matching.ts';
import { answered, ownOf, type StoredRecords, todayOf } from './stored-records.ts';

const newestFirst = <Row extends { id: number }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => other.id - one.id);

type Counted = Pick<HomeFigures, 'machines' | 'inspections'> & Partial<Pick<HomeFigures, 'todos'>>;

/** What the home page's lists behind its counts show today. The stored figures are of the day of the last refresh. */
async function countedToday(records: StoredRecords): Promise<Counted> {
  const [all, todos, today] = await Promise.all([
    records.all('machines'),
    records.all('todos'),
    todayOf(records),
  ]);
  const machines = all.filter(({ archived }) => archived === null);
  const statuses = new Map(deviceStatuses.map((status) => [status, 0]));
  for (const { status } of machines) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const days = dueDays(today);
  const due = machines.map(({ nextInspection }) => dueOf(nextInspection, days));
  const dueUntil = dateIn(records.now, records.timezone);
  const isDue = ({ toDoStatus, date }: Todo) => toDoStatus === 'TODO' && date !== null && date <= dueUntil;
  const dueTodos = todos.filter(isDue);
  return {
    machines: [...statuses].flatMap(([status, count]) => (count > 0 ? { status, count } : [])),
    inspections: {
      overdue: due.filter((each) => each === 'OVERDUE').length,
      soon: due.filter((each) => each === 'SOON').length,
    },
    // Of more, only some are stored.
    ...(todos.length < workingSetLimits.todos && {
      todos: {
        dueUntil,
        all: dueTodos.length,
        own: dueTodos.filter(({ assignee }) => assignee?.id === records.userId).length,
      },
    }),
  };
}

export const companyAnswers = [
  answered(companyContract.getAccount, async (_, records) => (await ownOf(records))?.company),
  answered(ownSignatureContract.get, async (_, records) => {
    const own = await ownOf(records);
    return own && { svgPath: own.ownSignature };
  }),
  answered(statisticsContract.home, async (_, records) => {
    const home = (await records.byId('home')).get(records.userId);
    if (!home) return undefined;
    const { id: _id, ...figures } = home;
    return records.whole ? { ...figures, ...(await countedToday(records)) } : figures;
  }),
  answered(employeeContract.findAllFlatRoles, async (_, records) =>
    newestFirst(await records.all('employees')),
  ),
  answered(employeeContract.findById, async ({ params }, records) =>
    (await records.byId('employees')).get(params.id),
  ),
  answered(branchContract.getAll, async (_, records) => newestFirst(await records.all('branches'))),
  answered(categoryContract.findAll, async (_, records) => newestFirst(await records.all('categories'))),
  answered(categoryContract.findById, async ({ params }, records) =>
    (await records.byId('categories')).get(params.id),
  ),
  answered(categoryContract.search, async ({ body }, records) => {
    const { text } = body;
    const { by, direction } = body.sort ?? ({ by: 'id', direction: 'desc' } as const);
    const found = (await records.all('categories')).filter(({ id, name }) => {
      const column = searchColumn([id], [name]);
      return everyWord(text, (word) => column.includes(word));
    });
    const key = { of: (row: (typeof found)[number]) => row[by], named: by === 'name' };
    return pageOf(sorted(found, key, direction, records.language), body);
  }),
];
