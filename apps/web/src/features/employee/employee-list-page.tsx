import { Text } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import type { Employee } from '@servicebook/shared/employee';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../components/data-table.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { useTableState } from '../../components/use-table-state.ts';
import { employeesQuery, planEnd } from '../../lib/employees.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { useSession } from '../../lib/use-session.ts';
import { AccessBanners } from './access-banners.tsx';
import { AccessBar } from './access-bar.tsx';
import { AccessCheckbox } from './access-checkbox.tsx';
import { badgesOf, EmployeeBadges } from './employee-badges.tsx';
import { useAccessChoice } from './use-access-choice.ts';

const FreeAccountDialog = lazy(async () => ({
  default: (await import('./free-account-dialog.tsx')).FreeAccountDialog,
}));

const pageSizes = [10, 20, 50, 100];
const sortKeys = ['id', 'name', 'email', 'position', 'roles', 'plan', 'status'] as const;

/** Open to everybody, because users with an expired plan are redirected here; only admins can change anything. */
export function EmployeeListPage() {
  const { t } = useTranslation(['employee', 'order']);
  const { user, may } = useSession();
  const answer = useQuery(employeesQuery);
  const { data } = answer;
  const { data: config } = useQuery(appConfigQuery);
  const [showsFreeDialog, setShowsFreeDialog] = useState(false);
  const choice = useAccessChoice(data);
  const table = useTableState({
    name: 'employees',
    sizes: pageSizes,
    defaultSize: 10,
    defaultSort: { by: 'id', direction: 'desc' },
    sortKeys,
  });

  const rolesText = ({ roles }: Employee) => roles.map(({ role }) => t(`role.${role}`)).join(', ');
  const statusText = (employee: Employee) =>
    badgesOf(employee)
      .map((badge) => t(`badge.${badge}`))
      .join(' ');
  const planUntil = (employee: Employee) => {
    const date = planEnd(employee, user?.timezone ?? 'UTC');
    return date && t('planUntil', { date });
  };
  const sortValues: Record<(typeof sortKeys)[number], (employee: Employee) => string | number> = {
    id: ({ id }) => id,
    name: nameOrEmail,
    email: ({ email }) => email,
    position: ({ position }) => position,
    roles: rolesText,
    plan: ({ accountPlan, planExpired }) => `${accountPlan.name} ${planExpired ?? ''}`,
    status: statusText,
  };
  const local = {
    textOf: (employee: Employee) =>
      [
        nameOrEmail(employee),
        employee.email,
        employee.position,
        rolesText(employee),
        employee.accountPlan.name,
        statusText(employee),
      ].join('\n'),
    sortValue: (employee: Employee, key: string) => sortValues[key as (typeof sortKeys)[number]](employee),
  };

  const buys = may('order.manage') && config?.paymentsEnabled === true;
  // While access has expired, the pages behind the links are closed.
  const manages = may('user.manage') && !user?.expired;
  const isFree = data?.find(({ id }) => id === user?.id)?.accountPlan.type === 'FREE';
  const addButton = manages && (
    <HeaderAction
      label={t('add')}
      icon={<IconPlus size={20} aria-hidden />}
      {...(isFree ? { onClick: () => setShowsFreeDialog(true) } : { to: paths.userAdd })}
    />
  );
  const accessColumn: Column<Employee> = {
    key: 'access',
    header: t('order:access.column'),
    render: (employee) => <AccessCheckbox choice={choice} id={employee.id} name={nameOrEmail(employee)} />,
    width: '3rem',
    hideable: false,
    card: 'action',
  };
  const columns: Column<Employee>[] = [
    ...(buys ? [accessColumn] : []),
    { key: 'name', header: t('name'), render: nameOrEmail, sortable: true, hideable: false, card: 'title' },
    { key: 'email', header: t('email'), render: ({ email }) => email, sortable: true, card: 'subtitle' },
    { key: 'position', header: t('position'), render: ({ position }) => position, sortable: true },
    { key: 'roles', header: t('roles'), render: rolesText, sortable: true },
    {
      key: 'plan',
      header: t('plan'),
      render: (employee) => {
        const until = planUntil(employee);
        return (
          <>
            {employee.accountPlan.name}
            {until && (
              <Text span size="xs" c="dimmed" display="block" data-nowrap>
                {until}
              </Text>
            )}
          </>
        );
      },
      sortable: true,
    },
    {
      key: 'status',
      header: t('status'),
      render: (employee) => <EmployeeBadges employee={employee} />,
      sortable: true,
      card: 'badge',
    },
  ];
  return (
    <>
      <PageHeader title={t('listTitle')} actions={addButton} />
      <AccessBanners />
      <QueryTable
        query={answer}
        table={table}
        local={local}
        columnChoice
        label={t('listTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={manages ? ({ id }) => linkTo.userEdit({ id }) : undefined}
        searchPlaceholder={t('searchPlaceholder')}
        empty={{ title: t('emptyTitle'), hint: t('emptyHint') }}
      />
      {buys && data && <AccessBar choice={choice} total={data.length} />}
      {showsFreeDialog && (
        <Suspense>
          <FreeAccountDialog onClose={() => setShowsFreeDialog(false)} />
        </Suspense>
      )}
    </>
  );
}
