import { Anchor } from '@mantine/core';
import { joinPresent } from '@servicebook/i18n/names.ts';
import type { Employee } from '@servicebook/shared/employee';
import { useTranslation } from 'react-i18next';
import { RecordSummary } from '../../../components/record-summary.tsx';
import { EmployeeBadges } from '../../../features/employee/employee-badges.tsx';
import { LastProtocols } from '../../../features/service/last-protocols.tsx';
import { planEnd } from '../../../lib/employees.ts';
import { useSession } from '../../../lib/use-session.ts';

/** The summary of an employee: roles, paid access and recent work. */
export function EmployeeSummary({ employee }: { employee: Employee }) {
  const { t } = useTranslation('employee');
  const { user } = useSession();
  const { id, position, email, roles, accountPlan } = employee;
  const until = planEnd(employee, user?.timezone ?? 'UTC');
  return (
    <RecordSummary
      label={t('summary.label')}
      head={<EmployeeBadges employee={employee} />}
      facts={[
        [t('position'), position],
        [t('roles'), roles.map(({ role }) => t(`role.${role}`)).join(', ')],
        [t('plan'), joinPresent([accountPlan.name, until && t('planUntil', { date: until })])],
        [
          t('email'),
          <Anchor inherit key="email" href={`mailto:${email}`}>
            {email}
          </Anchor>,
          'wide',
        ],
        [t('summary.lastProtocols'), <LastProtocols key="protocols" of={{ userId: id }} />, 'wide'],
      ]}
    />
  );
}
