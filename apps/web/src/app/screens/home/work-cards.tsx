import { IconCalendarCheck, IconChecklist, IconFileText, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { everybody, paths, withQuery } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Figure, type Known } from './figure.tsx';
import classes from './home-page.module.css';

interface WorkCard {
  to: string;
  Icon: TablerIcon;
  name: string;
  counts: { to: string; label: string; value: number | undefined; urgent?: boolean }[];
}

/** What waits: the to-dos of today and unsigned protocols, one's own first, and inspections. */
export function WorkCards({ figures, failed }: Known) {
  const { t } = useTranslation('home');
  const { user } = useSession();
  const own = user?.id;
  const { todos, services, inspections } = figures ?? {};
  // Until the figures are here, the lists show all that is open: nothing is missing there.
  const due = { dueUntil: todos?.dueUntil };
  const cards: WorkCard[] = [
    {
      to: paths.machineTodo,
      Icon: IconChecklist,
      name: t('todos'),
      counts: [
        {
          to: withQuery(paths.machineTodo, { ...due, assigneeId: own }),
          label: t('ownTodos'),
          value: todos?.own,
        },
        {
          to: withQuery(paths.machineTodo, { ...due, assigneeId: everybody }),
          label: t('allTodos'),
          value: todos?.all,
        },
      ],
    },
    {
      to: paths.servicesList,
      Icon: IconFileText,
      name: t('services'),
      counts: [
        {
          to: withQuery(paths.servicesList, { state: 'NEW', userId: own }),
          label: t('ownUnsigned'),
          value: services?.ownUnsigned,
        },
        {
          to: withQuery(paths.servicesList, { state: 'NEW' }),
          label: t('allUnsigned'),
          value: services?.unsigned,
        },
      ],
    },
    {
      to: paths.machinePeriodicInspection,
      Icon: IconCalendarCheck,
      name: t('inspections'),
      counts: [
        {
          to: withQuery(paths.machinePeriodicInspection, { due: 'OVERDUE' }),
          label: t('overdue'),
          value: inspections?.overdue,
          urgent: true,
        },
        {
          to: withQuery(paths.machinePeriodicInspection, { due: 'SOON' }),
          label: t('soon'),
          value: inspections?.soon,
        },
      ],
    },
  ];
  return (
    <ul className={classes.work}>
      {cards.map(({ to, Icon, name, counts }) => (
        <li key={to} className={classes.workCard}>
          <h2 className={classes.workName}>
            <Link to={to}>
              <Icon size={22} stroke={1.6} aria-hidden />
              {name}
            </Link>
          </h2>
          <div className={classes.counts}>
            {counts.map(({ to, label, value, urgent }) => (
              <Link key={to} to={to} className={classes.count} data-urgent={(urgent && value) || undefined}>
                <span className={classes.number}>
                  <Figure value={value} failed={failed} />
                </span>
                <span className={classes.label}>{label}</span>
              </Link>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
