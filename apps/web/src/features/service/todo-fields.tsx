import { Checkbox, Stack, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { useSession } from '../../lib/use-session.ts';
import type { ServiceFormState } from './use-service-form.ts';

/** "Plan as to-do": a due date and a description. */
export function TodoFields({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { control } = state.form;
  const planned = useController({ control, name: 'todo.planned' });
  const date = useController({ control, name: 'todo.date' });
  const description = useController({ control, name: 'todo.description' });
  const { user } = useSession();
  const performerId = useWatch({ control, name: 'performerId' }) ?? state.base?.user?.id ?? user?.id;
  const fields = useRef<HTMLDivElement>(null);
  const plan = (planning: boolean) => {
    planned.field.onChange(planning);
    // Scrolls to the fields, because they open at the bottom of the popup.
    requestAnimationFrame(() => fields.current?.scrollIntoView({ block: 'nearest' }));
  };
  // An existing to-do is removed in the to-do list, not here.
  const exists = Boolean(state.base?.todo);
  return (
    <Stack>
      <Checkbox
        label={t('todo.plan')}
        description={exists ? t('todo.exists') : performerId !== user?.id && t('todo.forPerformer')}
        checked={planned.field.value}
        disabled={exists}
        onChange={(event) => plan(event.currentTarget.checked)}
      />
      {planned.field.value && (
        <Stack ref={fields}>
          <DateField
            label={t('todo.date')}
            required
            value={date.field.value}
            error={state.errorOf('todo.date')}
            onChange={date.field.onChange}
            onBlur={date.field.onBlur}
            ref={date.field.ref}
          />
          <Textarea
            label={t('todo.description')}
            required
            autosize
            minRows={2}
            maxRows={8}
            {...description.field}
            error={state.errorOf('todo.description')}
          />
        </Stack>
      )}
    </Stack>
  );
}
