import { type Employee, EmployeeInsert, EmployeeUpdate } from '@servicebook/shared/employee';
import { z } from 'zod';
import { isAdmin } from '../../lib/employees.ts';

/** Converts the forms' content: "admin" is a checkbox on the screen and a list of roles on the wire. */
export const EmployeeContent = EmployeeInsert.omit({ id: true, roles: true }).extend({
  password: EmployeeUpdate.shape.password,
  admin: z.boolean(),
});
export type EmployeeContent = z.output<typeof EmployeeContent>;

/** The specified defaults: active, not an admin, no vacation days. */
export const newEmployee = {
  email: '',
  firstName: '',
  lastName: '',
  position: '',
  country: '' as const,
  active: true,
  admin: false,
  vacationDays: 0,
  password: '',
};

export const contentOf = (employee: Employee) => {
  const { email, firstName, lastName, position, country, active, vacationDays } = employee;
  return {
    email,
    firstName,
    lastName,
    position,
    // A country that is no longer offered counts as empty.
    country: EmployeeInsert.shape.country.catch('').parse(country),
    active,
    vacationDays,
    admin: isAdmin(employee),
    password: '',
  };
};
