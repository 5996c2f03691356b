import { Alert, Select, Text, Textarea } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import { type Absence, AbsenceInput, absenceKinds } from '@servicebook/shared/absence';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DateField } from '../../components/date-field.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormGrid } from '../../components/form-grid.tsx';
import { optionFilter } from '../../components/option-filter.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { linkTo } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { useDeleteAbsence, useSaveAbsence, visitsThenQuery } from './absence.queries.ts';
import { daysText } from './days-text.ts';

/** What is known of a new absence. */
interface NewAbsence {
  userId?: number;
  from?: string;
  to?: string;
}

interface Props {
  /** The absence to change, or what is known of a new one. */
  absence: Absence | NewAbsence;
  /** The employee is known from the screen and not asked for. */
  ofOne?: boolean;
  onClose: () => void;
}

const isStored = (absence: Absence | NewAbsence): absence is Absence => 'id' in absence;

/** Adds, changes or deletes an absence. Only admins can choose the employee. Its texts: `absence`. */
export function AbsenceDialog({ absence, ofOne = false, onClose }: Props) {
  const { t } = useTranslation(['absence', 'common']);
  const { user, may } = useSession();
  const navigate = useNavigate();
  const stored = isStored(absence) ? absence : null;
  const given: NewAbsence = isStored(absence) ? { ...absence, userId: absence.user.id } : absence;
  const { data: employees } = useQuery(employeesQuery);
  const save = useSaveAbsence();
  const deletion = useDeletion<Absence>(useDeleteAbsence(), {
    bin: 'absence',
    texts: ({ user: { firstName, lastName }, ...days }) => ({
      title: t('deleteTitle'),
      message: t('deleteMessage', {
        name: `${firstName} ${lastName}`.trim(),
        kind: t(`kind.${days.kind}`),
        days: daysText(days),
      }),
    }),
    onDone: onClose,
  });
  const { form, field, errorOf, submit, saving, dirty, failure } = useSaveForm({
    schema: AbsenceInput,
    defaultValues: {
      id: stored?.id ?? null,
      user: { id: given.userId ?? user?.id ?? 0 },
      kind: stored?.kind ?? 'VACATION',
      from: given.from ?? '',
      to: given.to ?? given.from ?? '',
      note: stored?.note ?? '',
    },
    save: (content, idempotencyKey) => save.mutateAsync({ body: content, idempotencyKey }),
    onSaved: (saved) => {
      const message = stored ? t('common:saved') : t(`entered.${saved.kind}`);
      showToast(
        visits > 0
          ? {
              tone: 'success',
              message: `${message}. ${t('visits', { count: visits })}`,
              action: {
                label: t('showVisits'),
                run: () =>
                  navigate(linkTo.visitsOf({ userId: saved.user.id, from: saved.from, to: saved.to })),
              },
            }
          : { tone: 'success', message },
      );
      onClose();
    },
  });
  const { control } = form;
  const person = useController({ control, name: 'user' }).field;
  const kind = useController({ control, name: 'kind' }).field;
  const from = useController({ control, name: 'from' }).field;
  const to = useController({ control, name: 'to' }).field;
  const { data: visits = 0 } = useQuery(visitsThenQuery(person.value.id, from.value, to.value));
  const choosesEmployee = !ofOne && may('absence.edit', false);
  return (
    <>
      <FormDialog
        title={t(stored ? 'editTitle' : 'addTitle')}
        saveLabel={t(stored ? 'common:save' : 'add')}
        saving={saving}
        dirty={dirty}
        failure={failure}
        extra={stored && <DeleteButton onClick={() => deletion.ask(stored)} />}
        onSubmit={submit}
        onClose={onClose}
      >
        {choosesEmployee && (
          <Select
            label={t('employee')}
            searchable
            filter={optionFilter}
            allowDeselect={false}
            data={(employees ?? [])
              .filter(({ id, active }) => active || id === person.value.id)
              .map((employee) => ({ value: String(employee.id), label: nameOrEmail(employee) }))}
            name={person.name}
            ref={person.ref}
            onBlur={person.onBlur}
            value={String(person.value.id)}
            onChange={(id) => person.onChange({ id: Number(id) })}
            error={errorOf('user') ?? errorOf('user.id')}
          />
        )}
        <Select
          label={t('kindLabel')}
          allowDeselect={false}
          data={absenceKinds.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
          {...kind}
          error={errorOf('kind')}
        />
        <FormGrid>
          <DateField
            label={t('from')}
            required
            {...from}
            onChange={(day) => {
              from.onChange(day ?? '');
              // Most absences are entered from the first day on; the last day is never before it.
              if (day && (!to.value || to.value < day)) to.onChange(day);
            }}
            error={errorOf('from')}
          />
          <DateField
            label={t('to')}
            required
            {...to}
            onChange={(day) => to.onChange(day ?? '')}
            error={errorOf('to')}
          />
        </FormGrid>
        {visits > 0 && (
          <Alert color="yellow" variant="light" role="status">
            <Text size="sm">{t('visits', { count: visits })}</Text>
          </Alert>
        )}
        <Textarea label={t('note')} autosize minRows={2} maxRows={6} maxLength={255} {...field('note')} />
      </FormDialog>
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
