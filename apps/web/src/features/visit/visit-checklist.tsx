import { Checkbox, Stack } from '@mantine/core';
import type { Visit } from '@servicebook/shared/visit';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { showToast } from '../../lib/toast.ts';
import { useCheckVisit } from './visit.queries.ts';

/** The lines to tick, each at once. */
export function VisitChecklist({ visit: { id, checklist, state } }: { visit: Visit }) {
  const { t } = useTranslation('visit');
  const check = useCheckVisit();
  if (checklist.length === 0) return null;
  return (
    <Stack gap="xs" mt="sm" role="group" aria-label={t('checklist')}>
      {checklist.map(({ name, done }, position) => (
        <Checkbox
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is where it stands; names may repeat
          key={position}
          label={name}
          checked={done}
          disabled={state === 'CANCELLED' || check.isPending}
          onChange={(event) =>
            check.mutate(
              { body: { id, position, name, done: event.currentTarget.checked } },
              { onError: (refusal) => showToast({ tone: 'error', message: errorText(refusal) }) },
            )
          }
        />
      ))}
    </Stack>
  );
}
