import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { employeesQuery } from '../../lib/employees.ts';
import { useSession } from '../../lib/use-session.ts';
import { OtherPerformers } from './other-performers.tsx';
import type { ServiceFormState } from './use-service-form.ts';

/** Who did the work, as named on the document. One tap takes over a colleague's planned work. */
export function PerformerField({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const { base } = state;
  const { control } = state.form;
  const { field } = useController({ control, name: 'performerId' });
  const { field: others } = useController({ control, name: 'alsoPerformedBy' });
  const { data: employees = [] } = useQuery(employeesQuery);
  if (!user) return null;
  const chosen = field.value ?? base?.user?.id ?? user.id;
  const stored = [base?.user ?? [], base?.alsoPerformedBy ?? []].flat();
  const named = [chosen, ...others.value, ...stored.map(({ id }) => id)];
  // Without a connection, the known users can be chosen.
  const candidates =
    employees.length > 0 ? employees.filter(({ id, active }) => active || named.includes(id)) : [user];
  const names = new Map([...candidates, ...stored].map((person) => [person.id, nameOf(person)]));
  const data = [...names].map(([id, label]) => ({ value: String(id), label }));
  const choose = (id: number) => {
    field.onChange(id);
    if (others.value.includes(id)) others.onChange(others.value.filter((other) => other !== id));
  };
  const mayTakeOver = base !== null && base.version === 0 && chosen !== user.id;
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          flex="1 1 14rem"
          label={t('performer.label')}
          description={t('performer.hint')}
          data={data}
          value={String(chosen)}
          error={state.errorOf('performerId')}
          onChange={(event) => choose(Number(event.currentTarget.value))}
          onBlur={field.onBlur}
          ref={field.ref}
        />
        {mayTakeOver && (
          <Button variant="light" onClick={() => choose(user.id)}>
            {t('performer.me')}
          </Button>
        )}
      </Group>
      {data.length > 1 && (
        <OtherPerformers
          label={t('performer.also')}
          people={[...names].filter(([id]) => id !== chosen).map(([id, label]) => ({ id, label }))}
          value={others.value}
          error={state.errorOf('alsoPerformedBy')}
          onChange={others.onChange}
          onBlur={others.onBlur}
          onUnchosen={(unchosen) => {
            state.unchosen.current = unchosen;
          }}
          ref={others.ref}
        />
      )}
    </Stack>
  );
}
