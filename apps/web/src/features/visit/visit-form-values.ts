/** The values of the visit form, and their conversion to and from the wire. */
import type { ServiceType } from '@servicebook/shared/service-kinds';
import { type Visit, VisitInput, type VisitPriority, type VisitSource } from '@servicebook/shared/visit';
import { durationText, parseDuration } from '@servicebook/shared/work-facts';
import { z } from 'zod';
import type { Option } from '../../components/use-options.ts';
import { type MachineOption, machineOption } from './visit.queries.ts';

export interface VisitFormValues {
  customer: Option | null;
  devices: MachineOption[];
  types: ServiceType[];
  text: string;
  /** One line each. */
  checklist: { name: string; done: boolean }[];
  priority: VisitPriority;
  day: string | null;
  /** `HH:MM`, or empty. */
  from: string;
  to: string;
  /** Hours as typed: `1:30`. */
  duration: string;
  technicians: number[];
}

/** What a visit is planned for, where the need shows. */
export interface VisitNeed extends Partial<VisitFormValues> {
  source?: VisitSource;
  /** The protocol it follows up. */
  sourceService?: { id: number };
}

export const newVisit: VisitFormValues = {
  customer: null,
  devices: [],
  types: [],
  text: '',
  checklist: [],
  priority: 'NORMAL',
  day: null,
  from: '',
  to: '',
  duration: '',
  technicians: [],
};

export const valuesOfVisit = (visit: Visit): VisitFormValues => ({
  customer: { id: visit.customer.id, label: visit.customer.shortName },
  devices: visit.devices.map(machineOption),
  types: visit.types,
  text: visit.text,
  checklist: visit.checklist,
  priority: visit.priority,
  day: visit.day,
  from: visit.from ?? '',
  to: visit.to ?? '',
  duration: visit.minutes === null ? '' : durationText(visit.minutes),
  technicians: visit.technicians.map(({ id }) => id),
});

type Fixed = Pick<z.input<typeof VisitInput>, 'id' | 'revision' | 'source' | 'sourceService'>;

const contentOf = (
  { customer, devices, technicians, checklist, duration, ...own }: VisitFormValues,
  fixed: Fixed,
) => ({
  ...own,
  ...fixed,
  customer: customer && { id: customer.id },
  devices: devices.map(({ id }) => ({ id })),
  technicians: technicians.map((id) => ({ id })),
  // NaN fails the shared schema with the right message.
  minutes: duration.trim() === '' ? null : (parseDuration(duration) ?? Number.NaN),
  checklist: checklist.filter(({ name }) => name.trim() !== ''),
});

/** Turns the form's values into the content of the call. The shared schema decides what is valid. */
export const visitSchema = (fixed: Fixed) =>
  z.custom<VisitFormValues>().transform((values, context) => {
    const result = VisitInput.safeParse(contentOf(values, fixed));
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      const [field, ...rest] = path;
      context.addIssue({
        code: 'custom',
        message,
        path: field === 'minutes' ? ['duration'] : [field ?? '', ...rest],
      });
    }
    return z.NEVER;
  });
