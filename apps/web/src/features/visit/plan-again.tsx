import { Alert, Box, Stack, Text } from '@mantine/core';
import { machineNames } from '@servicebook/shared/machine-name';
import { isOpenVisit, undoneMachines, type Visit } from '@servicebook/shared/visit';
import { durationText } from '@servicebook/shared/work-facts';
import { useTranslation } from 'react-i18next';
import { needOf, PlanVisit } from './plan-visit.tsx';

/** Work that counted as done until its protocol was withdrawn: it can be planned again. */
export function PlanAgain({ visit }: { visit: Visit }) {
  const { t } = useTranslation('visit');
  const { customer, types, text, checklist, priority, minutes, protocols } = visit;
  const [first, ...rest] = undoneMachines(visit);
  if (isOpenVisit(visit) || !first) return null;
  const last = protocols.findLast(({ withdrawn }) => withdrawn);
  const need = needOf([{ ...first, customer }, ...rest.map((machine) => ({ ...machine, customer }))], {
    ...{ types, text, priority, source: 'FOLLOW_UP' },
    checklist: checklist.map(({ name }) => ({ name, done: false })),
    duration: minutes === null ? '' : durationText(minutes),
    ...(last && { sourceService: { id: last.id } }),
  });
  return (
    <Alert color="yellow" variant="light">
      <Stack gap="sm" align="flex-start">
        <Text c="var(--mantine-color-text)">
          {t('withdrawnHint', { names: machineNames([first, ...rest]) })}
        </Text>
        <Box data-not-printed>
          <PlanVisit need={need} />
        </Box>
      </Stack>
    </Alert>
  );
}
