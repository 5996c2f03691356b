/** The rule of each action. */
import type { BulkChange, BulkKind } from '@servicebook/shared/bulk';
import type { BulkRule } from './bulk-rule.ts';
import { customerRules } from './customer-rules.ts';
import { machineRules } from './machine-rules.ts';
import { protocolRules } from './protocol-rules.ts';
import { todoRules } from './todo-rules.ts';
import { visitRules } from './visit-rules.ts';

const rules: { [Kind in BulkKind]: BulkRule<Extract<BulkChange, { action: Kind }>> } = {
  ...machineRules,
  ...customerRules,
  ...protocolRules,
  ...visitRules,
  ...todoRules,
};

export const ruleOf = (action: BulkKind): BulkRule<BulkChange> => rules[action] as BulkRule<BulkChange>;
