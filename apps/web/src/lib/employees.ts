/** The people of the company, whom many screens name and offer. */
import { type Employee, employeeContract } from '@servicebook/shared/employee';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';
import { formatDay } from './day-text.ts';
import { currentLanguage } from './i18n.ts';

const employeeApi = apiOf(employeeContract);

/** All of the account; there are as many as a company has people. */
export const employeesQuery = queryOptions({
  queryKey: ['employee', 'all'],
  queryFn: ({ signal }) => employeeApi.findAllFlatRoles({ signal }),
});

/** Swedish writes dates as ISO 8601 does. */
const dayIn = (moment: string, timezone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date(moment));

/** The last day of paid access, as people write it; null on the free plan and where nothing was ever paid. */
export function planEnd({ accountPlan, planExpired }: Employee, timezone: string): string | null {
  if (accountPlan.type === 'FREE' || planExpired === null) return null;
  return formatDay(dayIn(planExpired, timezone), currentLanguage());
}

export const isAdmin = ({ roles }: Employee): boolean => roles.some(({ role }) => role === 'ROLE_ADMIN');
