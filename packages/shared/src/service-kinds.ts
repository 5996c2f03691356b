/** Types, payment and state of a service protocol. Separate from its contract, because many screens need only these. */
import { z } from 'zod';

export const serviceTypes = [
  'PERIODIC_INSPECTION',
  'REPAIR',
  'OPERATOR_TRAINING',
  'INSTALLATION',
  'PRE_ASSEMBLMENT_PROTOCOL',
] as const;
export const ServiceType = z.enum(serviceTypes, 'INVALID');
export type ServiceType = z.infer<typeof ServiceType>;

/** The types of a piece of work, at least one, in their order. */
export const chosenServiceTypes = z
  .array(ServiceType, 'SERVICE_TYPE_REQUIRED')
  .min(1, 'SERVICE_TYPE_REQUIRED')
  .max(5, 'TOO_MANY')
  .transform((types) => serviceTypes.filter((known) => types.includes(known)));

export const paymentTypes = ['PAID', 'WARRANTY', 'UNDER_WARRANTOR_DECISION'] as const;
export const PaymentType = z.enum(paymentTypes, 'INVALID');
export type PaymentType = z.infer<typeof PaymentType>;

export const serviceStates = ['NEW', 'SIGNED'] as const;
export type ServiceState = (typeof serviceStates)[number];
