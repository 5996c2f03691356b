/** A protocol that two people changed: what of it is compared, and how. */
import { type Merge, mergeChanges, type Versions } from '../../lib/merge-changes.ts';
import { machineKey, type ServiceFormValues } from './service-form-values.ts';

export const mergedFields = [
  'date',
  'number',
  'type',
  'paymentType',
  'faultDescription',
  'period',
  'devices',
  'actions',
  'isToSign',
] as const satisfies readonly (keyof ServiceFormValues)[];
export type MergedField = (typeof mergedFields)[number];

/** How a line came to be does not count. */
function essence(field: MergedField, values: ServiceFormValues): unknown {
  if (field === 'devices') return values.devices.map(({ id }) => id);
  if (field === 'actions')
    return values.devices.map(({ id }) =>
      (values.actions[machineKey(id)] ?? [])
        .filter((line) => line.done)
        .map(({ name, quantity, fields }) => [
          name,
          quantity,
          fields.filter(({ value }) => value !== '').map((each) => [each.name, each.value]),
        ]),
    );
  return values[field];
}

export const mergeProtocols = (
  versions: Versions<ServiceFormValues>,
): Merge<ServiceFormValues, MergedField> => mergeChanges(versions, mergedFields, essence);
