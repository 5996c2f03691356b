import { Button, Group, NativeSelect } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { employeesQuery } from '../../lib/employees.ts';
import { useSession } from '../../lib/use-session.ts';
import type { ServiceFormState } from './use-service-form.ts';

/** The performer named on the document. One tap takes over a colleague's planned work. */
export function PerformerField({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { user } = useSession();
  const { base } = state;
  const { field } = useController({ control: state.form.control, name: 'performerId' });
  const { data: employees = [] } = useQuery(employeesQuery);
  if (!user) return null;
  const chosen = field.value ?? base?.user?.id ?? user.id;
  // Without a connection, the two known users can be chosen.
  const candidates =
    employees.length > 0 ? employees.filter(({ id, active }) => active || id === chosen) : [user];
  const people = [...candidates, ...(base?.user ? [base.user] : [])];
  const names = new Map(people.map((person) => [person.id, nameOf(person)]));
  const mayTakeOver = base !== null && base.version === 0 && chosen !== user.id;
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        flex="1 1 14rem"
        label={t('performer.label')}
        description={t('performer.hint')}
        data={[...names].map(([id, label]) => ({ value: String(id), label }))}
        value={String(chosen)}
        error={state.errorOf('performerId')}
        onChange={(event) => field.onChange(Number(event.currentTarget.value))}
        onBlur={field.onBlur}
        ref={field.ref}
      />
      {mayTakeOver && (
        <Button variant="light" onClick={() => field.onChange(user.id)}>
          {t('performer.me')}
        </Button>
      )}
    </Group>
  );
}
