/** Brings together what one user typed and what another has saved meanwhile. */
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

/** What counts when two values are compared; how a line came to be does not. */
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

const same = (field: MergedField, one: ServiceFormValues, other: ServiceFormValues) =>
  JSON.stringify(essence(field, one)) === JSON.stringify(essence(field, other));

export interface Merge {
  /** Mine where I changed something, theirs everywhere else. */
  values: ServiceFormValues;
  /** Fields both changed, each to something else: mine stands, theirs is worth a look. */
  conflicts: MergedField[];
}

/** @param base what both started from */
export function mergeChanges(
  base: ServiceFormValues,
  mine: ServiceFormValues,
  theirs: ServiceFormValues,
): Merge {
  const kept = mergedFields.filter((field) => !same(field, base, mine));
  const values = { ...mine };
  for (const field of mergedFields)
    if (!kept.includes(field)) Object.assign(values, { [field]: theirs[field] });
  return {
    values,
    conflicts: kept.filter((field) => !same(field, base, theirs) && !same(field, mine, theirs)),
  };
}
