/** The company's employees, which many screens show and offer for selection. */
import { type Employee, employeeContract } from '@servicebook/shared/employee';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';
import { dayIn } from './moment-text.ts';

const employeeApi = apiOf(employeeContract);

/** All employees of the account; there are few enough to load at once. */
export const employeesQuery = queryOptions({
  queryKey: ['employee', 'all'],
  queryFn: ({ signal }) => employeeApi.findAllFlatRoles({ signal }),
});

/** The last day of paid access, formatted; null on the free plan and if nothing was ever paid. */
export function planEnd({ accountPlan, planExpired }: Employee, timezone: string): string | null {
  if (accountPlan.type === 'FREE' || planExpired === null) return null;
  return dayIn(planExpired, timezone);
}

export const isAdmin = ({ roles }: Employee): boolean => roles.some(({ role }) => role === 'ROLE_ADMIN');
