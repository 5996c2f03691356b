/** What the check has announced binds the run: what somebody has entered since is not overwritten. */
import type { ImportProblem, ImportRowRecord } from '@servicebook/shared/import';
import { type ImportField, importFields } from '@servicebook/shared/import-fields';
import { nameKey } from './import-keys.ts';
import type { RowPlan } from './import-plan.ts';
import type { StoredRow } from './import-rows.ts';
import type { PlanState } from './import-state.ts';

/**
 * Why a row is held back: it would change a record in another way than the check said, or create again what somebody has
 * deleted. To change less, because somebody has entered the same, is no reason.
 */
export function differenceOf(
  state: PlanState,
  { isDone, records: announced, at, sheet }: StoredRow,
  { records }: RowPlan,
): ImportProblem | null {
  if (isDone) return null;
  for (const { entity, plan, ref, changes } of records) {
    const { isOld, id } = state.get(ref);
    if (plan !== 'UPDATE' || !isOld) continue;
    const known = announced.find((each) => each.entity === entity && each.id === id);
    const isAnnounced = ({ field, before, after }: ImportRowRecord['changes'][number]) =>
      known
        ? known.changes.some((each) => each.field === field && each.before === before && each.after === after)
        : // It was not there yet: what nobody has entered is filled in.
          before === '' || nameKey(before) === nameKey(after);
    const other = changes.find((change) => !isAnnounced(change));
    if (!other) continue;
    const name = `${entity}.${other.field}` as ImportField;
    const field = importFields.includes(name) ? name : null;
    const column = field === null ? null : (sheet.columns[field] ?? null);
    return {
      ...{ column, field: column === null ? null : field, code: 'CHANGED_SINCE_CHECK' },
      other: { sheet: at.sheet, row: at.row, value: other.before },
    };
  }
  const isGone = announced.some(
    ({ entity, id }) =>
      id !== null &&
      created(records, entity) > created(announced, entity) &&
      !records.some(({ ref }) => state.get(ref).id === id),
  );
  return isGone ? { column: null, field: null, code: 'CHANGED_MEANWHILE' } : null;
}

const created = (
  records: readonly Pick<ImportRowRecord, 'entity' | 'plan'>[],
  entity: ImportRowRecord['entity'],
): number => records.filter((each) => each.entity === entity && each.plan === 'CREATE').length;
