import type { Employee } from '@servicebook/shared/employee';
import { useState } from 'react';
import { useSession } from '../../lib/use-session.ts';

export interface AccessChoice {
  /** The selected users, in the order of the list. */
  ids: readonly number[];
  /** The only user of a free account, who is always selected. */
  locked: boolean;
  toggle: (id: number) => void;
  chooseAll: () => void;
  chooseNone: () => void;
}

/**
 * The users whose access is to be extended. The only user of a free account is always selected; users with expired
 * access are selected initially.
 */
export function useAccessChoice(employees: readonly Employee[] = []): AccessChoice {
  const { user } = useSession();
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [only, ...others] = employees;
  const locked = only !== undefined && others.length === 0 && only.accountPlan.type === 'FREE';
  const suggested = user?.expired ? [user.id] : [];
  const selected = locked ? [only.id] : (chosen ?? suggested);
  const ids = employees.flatMap(({ id }) => (selected.includes(id) ? id : []));
  return {
    ids,
    locked,
    toggle: (id) => setChosen(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    chooseAll: () => setChosen(employees.map(({ id }) => id)),
    chooseNone: () => setChosen([]),
  };
}
