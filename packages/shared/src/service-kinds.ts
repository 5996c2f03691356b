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

export const paymentTypes = ['PAID', 'WARRANTY', 'UNDER_WARRANTOR_DECISION'] as const;
export const PaymentType = z.enum(paymentTypes, 'INVALID');
export type PaymentType = z.infer<typeof PaymentType>;

export const serviceStates = ['NEW', 'SIGNED'] as const;
export type ServiceState = (typeof serviceStates)[number];
