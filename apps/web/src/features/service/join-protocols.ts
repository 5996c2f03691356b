/** Merges a protocol that was changed without a network with what others have stored meanwhile. */
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { Versions } from '../../lib/merge-changes.ts';
import { type Contested, mergeProtocols, takeTheirs } from './merge-protocols.ts';
import { toServiceInput, valuesOf } from './service-form-values.ts';

/** @param isTheirs which of the contested fields get the value of the others */
export function joinProtocols(
  versions: Versions<ServiceProtocol>,
  timezone: string,
  isTheirs: (contested: Contested) => boolean,
) {
  const base = valuesOf(versions.base, timezone);
  const mine = valuesOf(versions.mine, timezone);
  const theirs = valuesOf(versions.theirs, timezone);
  const { values, conflicts } = mergeProtocols({ base, mine, theirs });
  const joined = conflicts
    .filter(isTheirs)
    .reduce((taken, contested) => takeTheirs(taken, theirs, contested), values);
  const { theirs: stored } = versions;
  const content = toServiceInput(joined, {
    base: stored,
    customerId: stored.customer.id,
    timezone,
    mayChangeSigned: false,
    mayPlan: false,
  });
  return { content, conflicts, mine, theirs };
}
