import { Checkbox, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { nameOf } from '@servicebook/i18n/names.ts';
import { type Todo, TodoInput } from '@servicebook/shared/todo';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/date-field.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { showToast } from '../../lib/toast.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useSession } from '../../lib/use-session.ts';
import { DueDay } from './due-day.tsx';
import { todoQuery, useMarkTodo, useSaveTodo } from './todo.queries.ts';
import { TodoService } from './todo-service.tsx';

interface Props {
  onClose: () => void;
}

/** Shows one to-do by its id, opened from the list, a calendar or a mail. */
export function StoredTodoDialog({ id, onClose }: Props & { id: number }) {
  const { t } = useTranslation(['todo', 'common']);
  const { may } = useSession();
  const { data, error, refetch } = useQuery(todoQuery(id));
  if (data) {
    return may('todo.manage') ? (
      <TodoDialog todo={data} onClose={onClose} />
    ) : (
      <Reading todo={data} onClose={onClose} />
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />}
    </Modal>
  );
}

/** Adds or changes a to-do. A protocol's to-do is changed through the protocol. */
export function TodoDialog({ todo, onClose }: Props & { todo: Todo | null }) {
  const { t } = useTranslation(['todo', 'common']);
  const save = useSaveTodo();
  const { data: employees = [] } = useQuery(employeesQuery);
  const { form, field, errorOf, submit, saving, dirty, failure } = useSaveForm({
    schema: TodoInput,
    defaultValues: {
      id: todo?.service ? null : (todo?.id ?? null),
      toDoStatus: todo?.toDoStatus ?? 'TODO',
      description: todo?.description ?? '',
      date: todo?.date ?? '',
      assigneeId: todo?.assignee?.id ?? null,
    },
    save: (content, idempotencyKey) =>
      save.mutateAsync({ content, serviceId: todo?.service?.id ?? null, idempotencyKey }),
    onSaved: () => {
      showToast({ tone: 'success', message: t('common:saved') });
      onClose();
    },
  });
  const people = employees.filter(({ id, active }) => active || id === todo?.assignee?.id);
  return (
    <FormDialog
      title={t(todo ? 'editTitle' : 'addTitle')}
      saveLabel={t(todo ? 'common:save' : 'add')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {todo?.service && <TodoService service={todo.service} />}
      <Textarea
        label={t('form.description')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={14}
        data-autofocus
        {...field('description')}
      />
      <Controller
        control={form.control}
        name="date"
        render={({ field: { value, onChange, onBlur, ref, name } }) => (
          <DateField
            label={t('form.date')}
            description={todo?.service ? undefined : t('form.dateHint')}
            clearable={!todo?.service}
            {...{ onBlur, ref, name }}
            value={value || null}
            onChange={(date) => onChange(date ?? '')}
            error={errorOf('date')}
          />
        )}
      />
      <NativeSelect
        label={t('form.assignee')}
        data={[
          { value: '', label: t('form.nobody') },
          ...people.map((person) => ({
            value: String(person.id),
            label: nameOf(person),
          })),
        ]}
        {...form.register('assigneeId', { setValueAs: (value) => Number(value) || null })}
        error={errorOf('assigneeId')}
      />
      {todo && (
        <Controller
          control={form.control}
          name="toDoStatus"
          render={({ field: { value, onChange, ref } }) => (
            <Checkbox
              ref={ref}
              label={t('form.done')}
              checked={value === 'DONE'}
              onChange={(event) => onChange(event.currentTarget.checked ? 'DONE' : 'TODO')}
            />
          )}
        />
      )}
    </FormDialog>
  );
}

/** Read-only, for users who may not change it; the assignee can mark it done. */
function Reading({ todo, onClose }: Props & { todo: Todo }) {
  const { t } = useTranslation(['todo', 'common']);
  const narrow = useNarrowScreen();
  const { may, user } = useSession();
  const mark = useMarkTodo();
  const { service, description, date, assignee, toDoStatus } = todo;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editTitle')}
      size="36rem"
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        {service && <TodoService service={service} />}
        <Text mod="prose">{description}</Text>
        <FactList
          cols={1}
          verticalSpacing="sm"
          facts={[
            ...(date
              ? [[t('form.date'), <DueDay key="date" date={date} done={toDoStatus === 'DONE'} />] as const]
              : []),
            [t('form.assignee'), assignee ? nameOf(assignee) : t('form.nobody')],
            [t('columns.state'), t(`states.${toDoStatus}`)],
          ]}
        />
        {may('todo.complete', assignee?.id === user?.id) && (
          <>
            <Checkbox
              label={t('form.done')}
              checked={toDoStatus === 'DONE'}
              disabled={mark.isPending}
              onChange={(event) =>
                mark.mutate({
                  body: { id: todo.id, toDoStatus: event.currentTarget.checked ? 'DONE' : 'TODO' },
                })
              }
            />
            <ErrorNotice error={mark.error} />
          </>
        )}
      </Stack>
    </Modal>
  );
}
