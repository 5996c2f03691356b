import { addDays } from '@servicebook/shared/calendar';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DueDay } from '../../../features/todo/due-day.tsx';
import { todoSearchQuery } from '../../../features/todo/todo.queries.ts';
import { everybody, paths, withQuery } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/use-session.ts';
import { useToday } from '../../../lib/use-today.ts';
import type { Known } from './figure.tsx';
import { shownRows, WorkCard } from './work-card.tsx';

const daysAhead = 7;

/** For the office, all to-dos due by today; for a technician, their own, including those of the next days. */
export function TodoWork({ figures, failed }: Known) {
  const { t } = useTranslation(['home', 'todo']);
  const { user, isAdmin } = useSession();
  const today = useToday();
  const query = useQuery(
    todoSearchQuery({
      ...(isAdmin ? { dueUntil: today } : { dueUntil: addDays(today, daysAhead), assigneeId: user?.id }),
      sort: { by: 'date', direction: 'asc' },
      size: shownRows,
    }),
  );
  const { todos } = figures ?? {};
  // Until the figures have loaded, the lists show all open to-dos, so that nothing is missing.
  const listOf = (assigneeId: number | string | undefined) =>
    withQuery(paths.machineTodo, { dueUntil: todos?.dueUntil, assigneeId });
  return (
    <WorkCard
      to={paths.machineTodo}
      Icon={IconChecklist}
      title={t('todos')}
      counts={[
        { to: listOf(user?.id), label: t('ownTodos'), value: todos?.own },
        { to: listOf(everybody), label: t('allTodos'), value: todos?.all },
      ]}
      failed={failed}
      query={query}
      rowOf={({ id, description, date, service, assignee }) => ({
        key: id,
        to: withQuery(paths.machineTodo, { todo: id }),
        title: description,
        hint: [
          service?.customer.shortName,
          isAdmin && assignee && `${assignee.firstName} ${assignee.lastName}`.trim(),
        ]
          .filter(Boolean)
          .join(', '),
        end: date && <DueDay date={date} done={false} />,
      })}
      empty={t(isAdmin ? 'noTodos' : 'noOwnTodos')}
    />
  );
}
