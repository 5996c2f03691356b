import { formatDay } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { sortKeysOf } from '@servicebook/shared/primitives';
import '@mantine/core/styles/Switch.layer.css';
import { ActionIcon, Box, Button, Checkbox, Group, NativeSelect, Switch } from '@mantine/core';
import { shownDescriptionLength, type Todo, TodoSearch } from '@servicebook/shared/todo';
import { IconChecklist, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkActions } from '../../components/bulk-actions.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { ExportMenu, useExportActions } from '../../components/export-menu.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { QueryTable } from '../../components/query-table.tsx';
import { RecentBulk } from '../../components/recent-bulk.tsx';
import { useRowSelection } from '../../components/use-row-selection.ts';
import { useTableState } from '../../components/use-table-state.ts';
import { employeesQuery } from '../../lib/employees.ts';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { everybody } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useSession } from '../../lib/use-session.ts';
import { useToday } from '../../lib/use-today.ts';
import { DueDay } from './due-day.tsx';
import { exportTodos, findTodoIds, todoSearchQuery, useDeleteTodo, useMarkTodo } from './todo.queries.ts';
import { idOfAssignee, me, TodoTarget, todayWord, todoFilter } from './todo-address.ts';
import { todoEntries } from './todo-entries.ts';
import { ProtocolIcon, WayToWork } from './todo-service.tsx';

// Loaded on demand, because the list is viewed more often than changed.
const TodoDialog = lazy(async () => ({ default: (await import('./todo-dialog.tsx')).TodoDialog }));
const StoredTodoDialog = lazy(async () => ({
  default: (await import('./todo-dialog.tsx')).StoredTodoDialog,
}));

const pageSizes = [20, 50, 100];

/** The name of a to-do in the list and on its buttons. */
const shortened = ({ description }: Todo) =>
  description.length > shownDescriptionLength
    ? `${description.slice(0, shownDescriptionLength).trimEnd()}…`
    : description;

export function TodoListPage() {
  const { t } = useTranslation(['todo', 'common', 'components']);
  const { user, may } = useSession();
  const today = useToday();
  const { values, change: show } = useAddress(TodoTarget);
  const target = values.todo;
  const open = (todo: 'new' | number) => show({ todo }, { replace: false });
  const close = () => show({ todo: null });
  const canManage = may('todo.manage');
  const own = user?.id ?? null;
  // Technicians see their own to-dos by default, planners everybody's.
  const standard = canManage ? null : own;
  const filter = useAddress(
    useMemo(() => todoFilter(canManage ? everybody : me), [canManage]),
    { resets: 'page' },
  );
  const { change } = filter;
  const { completed } = filter.values;
  const dueUntil = filter.values.dueUntil === todayWord ? today : filter.values.dueUntil;
  const assigneeId = idOfAssignee(filter.values.assigneeId, own);
  const showEverybody = () => change({ assigneeId: everybody });
  const table = useTableState({
    name: 'todos',
    sizes: pageSizes,
    defaultSize: 20,
    // Overdue first; to-dos without a due date last.
    defaultSort: { by: 'date', direction: 'asc' },
    sortKeys: sortKeysOf(TodoSearch),
  });
  const { text, sort } = table.request;
  const narrowed = { text, toDoStatus: completed ? 'ALL' : 'TODO', assigneeId, dueUntil } as const;
  const answer = useQuery(todoSearchQuery({ ...table.request, ...narrowed }));
  const selection = useRowSelection(narrowed);
  const exports = useExportActions(selection.ids, (format, ids) =>
    exportTodos({ ids, toDoStatus: 'ALL', sort, format }),
  );
  // While loading, the filter shows at least the current choice.
  const { data: employees = user ? [user] : [] } = useQuery(employeesQuery);
  const assignee = employees.find(({ id }) => id === assigneeId);
  const save = useMarkTodo();
  const deletion = useDeletion<Todo>(useDeleteTodo(), {
    bin: 'todo',
    nameOf: shortened,
    texts: (todo) => ({ title: t('deleteTitle'), message: t('deleteMessage', { name: shortened(todo) }) }),
  });

  const mark = (todo: Todo, done: boolean) =>
    // Several may be under way.
    void save.mutateAsync({ body: { id: todo.id, toDoStatus: done ? 'DONE' : 'TODO' } }).then(
      () => done && offerUndo(todo),
      (refusal) => showToast({ tone: 'error', message: errorText(refusal) }),
    );
  /** What is done leaves the list, also by a mistake. */
  const offerUndo = (todo: Todo) =>
    showToast({
      tone: 'success',
      id: `done ${todo.id}`,
      message: t('markDone', { name: shortened(todo) }),
      action: { label: t('components:deletion.undo'), run: () => mark(todo, false), undoes: true },
    });
  const mayMark = ({ assignee }: Todo) => may('todo.complete', assignee?.id === user?.id);

  const addButton = canManage && (
    <HeaderAction label={t('add')} icon={<IconPlus size={20} aria-hidden />} onClick={() => open('new')} />
  );
  const columns: Column<Todo>[] = [
    {
      key: 'id',
      header: t('columns.id'),
      render: ({ id }) => id,
      sortable: true,
      width: '5rem',
      card: false,
    },
    {
      key: 'description',
      header: t('columns.description'),
      render: shortened,
      sortable: true,
      hideable: false,
      card: 'title',
    },
    {
      key: 'date',
      header: t('columns.date'),
      render: ({ date, toDoStatus }) => date && <DueDay date={date} done={toDoStatus === 'DONE'} />,
      sortable: true,
    },
    {
      key: 'customer',
      header: t('columns.customer'),
      render: ({ service }) =>
        service && (
          <Box component="span" display="grid" fw={400}>
            {service.customer.shortName}
            <WayToWork service={service} />
          </Box>
        ),
    },
    {
      key: 'devices',
      header: t('columns.devices'),
      render: ({ service }) => service?.devices.map(machineName).join(', '),
    },
    {
      key: 'assignee',
      header: t('columns.assignee'),
      render: ({ assignee }) => assignee && nameOf(assignee),
    },
    {
      key: 'toDoStatus',
      header: t('columns.state'),
      render: ({ toDoStatus }) => <span data-nowrap>{t(`states.${toDoStatus}`)}</span>,
      sortable: true,
      defaultHidden: !completed,
    },
  ];
  columns.push({
    key: 'actions',
    header: t('columns.actions'),
    align: 'right',
    card: 'action',
    render: (todo) => (
      <Group justify="flex-end" gap="sm" wrap="nowrap">
        {mayMark(todo) && (
          <Checkbox
            label={t('form.done')}
            aria-label={t('markDone', { name: shortened(todo) })}
            checked={todo.toDoStatus === 'DONE'}
            disabled={save.isPending}
            onChange={(event) => mark(todo, event.currentTarget.checked)}
          />
        )}
        {todo.service ? (
          <ProtocolIcon service={todo.service} />
        ) : (
          canManage && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('delete', { name: shortened(todo) })}
              onClick={() => deletion.ask(todo)}
            >
              <IconTrash size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          )
        )}
      </Group>
    ),
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ExportMenu
              printing={table.printing}
              chosen={selection.ids}
              fetchFile={(format, ids) =>
                exportTodos({ ...(ids ? { ids, toDoStatus: 'ALL' } : narrowed), sort, format })
              }
            />
            {addButton}
          </>
        }
      />
      <RecentBulk subject="todo" />
      <QueryTable
        query={answer}
        table={table}
        columnChoice
        // Its default depends on the user, and a view of the company is for all.
        views={{ list: 'todos', named: { assigneeId: String(filter.values.assigneeId) } }}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={({ id }) => open(id)}
        selection={{
          ...selection,
          all: { total: answer.data?.totalElements, load: () => findTodoIds(narrowed) },
          idOf: ({ id }) => id,
          nameOf: shortened,
          actions: (
            <BulkActions
              entries={todoEntries}
              others={exports}
              ids={selection.ids}
              onDone={selection.clear}
            />
          ),
        }}
        searchPlaceholder={t('search')}
        toolbar={
          <Group gap="0.5rem 1rem">
            <NativeSelect
              aria-label={t('assigneeFilter')}
              value={String(assigneeId ?? '')}
              onChange={(event) => change({ assigneeId: Number(event.currentTarget.value) || everybody })}
              data={[
                { value: '', label: t('everybody') },
                ...employees.map((person) => ({
                  value: String(person.id),
                  label: nameOf(person),
                })),
              ]}
            />
            <Switch
              label={t('onlyMine')}
              checked={assigneeId === own}
              onChange={(event) => change({ assigneeId: event.currentTarget.checked ? me : everybody })}
            />
            <Switch
              label={t('dueUntil', { day: formatDay(dueUntil ?? today, currentLanguage()) })}
              checked={dueUntil !== null}
              onChange={(event) => change({ dueUntil: event.currentTarget.checked ? todayWord : null })}
            />
            <Switch
              label={t('showCompleted')}
              checked={completed}
              onChange={(event) => change({ completed: event.currentTarget.checked })}
            />
          </Group>
        }
        filterWords={[
          assignee ? nameOf(assignee) : t('everybody'),
          dueUntil && t('dueUntil', { day: formatDay(dueUntil, currentLanguage()) }),
          !completed && t('states.TODO'),
        ]}
        filtered={assigneeId !== standard || dueUntil !== null}
        onClearFilters={() => change({ assigneeId: canManage ? everybody : me, dueUntil: null })}
        empty={{
          title: t('emptyTitle'),
          hint: t(standard === null ? 'emptyHint' : 'emptyOwnHint'),
          icon: <IconChecklist size={32} stroke={1.5} />,
          action:
            standard === null ? (
              addButton || undefined
            ) : (
              <Button variant="default" onClick={showEverybody}>
                {t('showEverybody')}
              </Button>
            ),
        }}
      />
      <Suspense>
        {target === 'new' && canManage && <TodoDialog todo={null} onClose={close} />}
        {typeof target === 'number' && <StoredTodoDialog id={target} onClose={close} />}
      </Suspense>
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
