import { z } from 'zod';

/** The months between two inspections, as forms ask for them. */
export const Frequency = z.object({
  months: z
    .number('WHOLE_NUMBER')
    .int('WHOLE_NUMBER')
    .nullable()
    .refine((months) => months !== null && months >= 1, 'FREQUENCY_NOT_POSITIVE')
    .refine((months) => months === null || months <= 600, 'TOO_LARGE'),
});
