/** The rule of each action. */
import type { BulkChange, BulkKind } from '@servicebook/shared/bulk';
import type { BulkRule } from './bulk-rule.ts';
import { machineRules } from './machine-rules.ts';

const rules: { [Kind in BulkKind]: BulkRule<Extract<BulkChange, { action: Kind }>> } = {
  ...machineRules,
};

export const ruleOf = (action: BulkKind): BulkRule<BulkChange> => rules[action] as BulkRule<BulkChange>;
