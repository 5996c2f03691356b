import { Badge } from '@mantine/core';
import {
  isOpenVisit,
  undoneMachines,
  type Visit,
  type VisitPriority,
  type VisitState,
} from '@servicebook/shared/visit';
import { useTranslation } from 'react-i18next';

/** The kit's coloured text on its own light colour has too little contrast. */
const readable = 'var(--mantine-color-text)';

const stateColours = {
  TO_PLAN: 'gray',
  PLANNED: 'blue',
  STARTED: 'yellow',
  DONE: 'green',
  CANCELLED: 'gray',
} as const satisfies Record<VisitState, string>;

export function VisitStateBadge({ state }: { state: VisitState }) {
  const { t } = useTranslation('visit');
  return (
    <Badge component="span" variant="light" c={readable} color={stateColours[state]}>
      {t(`states.${state}`)}
    </Badge>
  );
}

/** A visit that counted as done until its protocol was withdrawn. */
export function UndoneBadge({ visit }: { visit: Visit }) {
  const { t } = useTranslation('visit');
  if (isOpenVisit(visit) || undoneMachines(visit).length === 0) return null;
  return (
    <Badge component="span" variant="light" c={readable} color="red">
      {t('protocolWithdrawn')}
    </Badge>
  );
}

/** Only priorities that differ from the usual one. */
export function PriorityBadge({ priority }: { priority: VisitPriority }) {
  const { t } = useTranslation('visit');
  if (priority === 'NORMAL') return null;
  const colour = { LOW: 'gray', HIGH: 'orange', URGENT: 'red' }[priority];
  return (
    <Badge component="span" variant="light" c={readable} color={colour}>
      {t(`priorities.${priority}`)}
    </Badge>
  );
}
