import { nameOrEmail } from '@servicebook/i18n/names.ts';
import type { Employee } from '@servicebook/shared/employee';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { employeeSessionsQuery, useEndEmployeeSession } from './employee.queries.ts';

/** Lists where an employee is signed in, for example to sign out a lost phone. */
export function EmployeeSessions({ employee }: { employee: Employee }) {
  const { t } = useTranslation('employee');
  const { id } = employee;
  return (
    <SectionCard title={t('sessions.title')} hint={t('sessions.hint')}>
      <SessionList
        query={useQuery(employeeSessionsQuery(id))}
        end={useEndEmployeeSession(id)}
        endAll={{
          label: t('sessions.endAll'),
          ended: t('sessions.allEnded', { name: nameOrEmail(employee) }),
        }}
        none={t('sessions.none')}
      />
    </SectionCard>
  );
}
