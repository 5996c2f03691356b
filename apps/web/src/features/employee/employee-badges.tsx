import { Group } from '@mantine/core';
import type { Employee } from '@servicebook/shared/employee';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge.tsx';

const colours = {
  active: { background: '#267a37', text: '#ffffff' },
  invited: { background: '#146a87', text: '#ffffff' },
  inactive: { background: '#596775', text: '#ffffff' },
  expired: { background: '#ffd43b', text: '#212529' },
  unpaid: { background: '#ffd43b', text: '#212529' },
};

export const badgesOf = ({ active, invited, expired, planExpired }: Employee): (keyof typeof colours)[] => [
  active ? (invited ? 'invited' : 'active') : 'inactive',
  ...(expired ? [planExpired ? ('expired' as const) : ('unpaid' as const)] : []),
];

/** Shows whether an employee is active or only invited, and whether their access has expired or was never paid for. */
export function EmployeeBadges({ employee }: { employee: Employee }) {
  const { t } = useTranslation('employee');
  return (
    <Group component="span" display="inline-flex" gap={6} justify="flex-end">
      {badgesOf(employee).map((badge) => (
        <StatusBadge key={badge} label={t(`badge.${badge}`)} {...colours[badge]} />
      ))}
    </Group>
  );
}
