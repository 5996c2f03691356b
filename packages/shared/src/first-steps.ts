/** The first steps of a new company. Facts in the database tick them. */
import { z } from 'zod';
import { endpoint } from './contract.ts';

export const FirstSteps = z.object({
  /** The company has put the list away. */
  hidden: z.boolean(),
  /** The steps besides the first machines and protocols, which the home page counts. */
  done: z.object({
    /** There is a second user. */
    employees: z.boolean(),
    /** A category or a machine has an inspection interval. */
    intervals: z.boolean(),
    /** The company's name, address and tax number are complete. */
    company: z.boolean(),
    logo: z.boolean(),
    /** The caller receives the weekly mail about inspections. */
    reminders: z.boolean(),
  }),
  /** A category without an interval, to set one; null: there is none. */
  categoryId: z.number().nullable(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const firstStepsContract = {
  get: endpoint({
    method: 'get',
    path: '/api/account/firstSteps',
    summary: 'Which first steps the company has done',
    access: 'account.manage',
    response: FirstSteps,
  }),
  set: endpoint({
    method: 'patch',
    path: '/api/account/firstSteps',
    summary: 'Puts the list of first steps away, or shows it again, for the company',
    access: 'account.manage',
    body: z.strictObject({ hidden: z.boolean('INVALID') }),
    response: FirstSteps,
  }),
};
