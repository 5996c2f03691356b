import { ActionIcon, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { type SavedView, SavedViewInsert, type ViewList } from '@servicebook/shared/saved-view';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/error-text.ts';
import { useDeleteView, useOrderViews, useUpdateView } from '../lib/saved-views.ts';
import { showToast } from '../lib/toast.ts';
import { useSaveForm } from '../lib/use-save-form.ts';
import { DeletionDialog, useDeletion } from './deletion.tsx';
import { EditDeleteButtons } from './edit-delete-buttons.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useNarrowScreen } from './use-narrow-screen.ts';
import { sameView } from './view-state.ts';

interface Props {
  list: ViewList;
  /** Those that the user may change. */
  views: readonly SavedView[];
  onClose: () => void;
}

/** Renames, sorts and deletes views. */
export function ManageViewsDialog({ list, views, onClose }: Props) {
  const { t } = useTranslation(['components', 'common']);
  const narrow = useNarrowScreen();
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const deletion = useDeletion<SavedView>(useDeleteView(), {
    texts: ({ name, company }) => ({
      title: t('views.deleteTitle'),
      message: t(company ? 'views.deleteCompany' : 'views.deleteOwn', { name }),
    }),
  });
  const groups = [
    { company: false, title: t('views.own') },
    { company: true, title: t('views.company') },
  ].map((group) => ({ ...group, members: views.filter(({ company }) => company === group.company) }));
  const nested = renamed !== null || deletion.dialog.opened;
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t('views.manageTitle')}
        size="36rem"
        fullScreen={narrow}
        closeOnEscape={!nested}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Stack>
          {views.length === 0 && <Text c="dimmed">{t('views.none')}</Text>}
          {groups
            .filter(({ members }) => members.length > 0)
            .map(({ company, title, members }) => (
              <section key={title} aria-label={title}>
                <Title order={3} size="h4" mb="xs">
                  {title}
                </Title>
                <ViewOrder
                  list={list}
                  company={company}
                  views={members}
                  onRename={setRenamed}
                  onDelete={deletion.ask}
                />
              </section>
            ))}
        </Stack>
      </Modal>
      {renamed && (
        <RenameDialog
          view={renamed}
          others={views.filter(({ id, company }) => id !== renamed.id && company === renamed.company)}
          onClose={() => setRenamed(null)}
        />
      )}
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}

interface OrderProps {
  list: ViewList;
  company: boolean;
  views: readonly SavedView[];
  onRename: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
}

const look = { variant: 'subtle', color: 'gray', size: 'lg' } as const;
/** Keeps the focus when a view has arrived at the end. */
const still = { 'aria-disabled': true, opacity: 0.35, style: { cursor: 'default' } } as const;

function swapped(views: readonly SavedView[], from: number, to: number): SavedView[] {
  const next = [...views];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

function ViewOrder({ list, company, views, onRename, onDelete }: OrderProps) {
  const { t } = useTranslation('components');
  const order = useOrderViews();
  // Shown at once; the answer of the server follows.
  const wanted = order.isError ? undefined : order.variables?.body.ids;
  const placeOf = ({ id }: SavedView) => {
    const place = wanted?.indexOf(id) ?? -1;
    return place < 0 ? views.length : place;
  };
  const sorted = views.toSorted((one, other) => placeOf(one) - placeOf(other));
  const move = (from: number, to: number) =>
    order.mutate(
      { body: { list, company, ids: swapped(sorted, from, to).map(({ id }) => id) } },
      { onError: (error) => showToast({ tone: 'error', message: errorText(error) }) },
    );
  return (
    <Stack component="ol" gap={0}>
      {sorted.map((view, index) => (
        <Group key={view.id} component="li" gap="xs" wrap="nowrap">
          {sorted.length > 1 && (
            <Group gap={0} wrap="nowrap">
              <ActionIcon
                {...look}
                aria-label={t('sortable.up', { item: view.name })}
                {...(index === 0 ? still : { onClick: () => move(index, index - 1) })}
              >
                <IconArrowUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                {...look}
                aria-label={t('sortable.down', { item: view.name })}
                {...(index === sorted.length - 1 ? still : { onClick: () => move(index, index + 1) })}
              >
                <IconArrowDown size={18} aria-hidden />
              </ActionIcon>
            </Group>
          )}
          <Text flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {view.name}
          </Text>
          <EditDeleteButtons
            edit={{ label: t('views.rename', { name: view.name }), onClick: () => onRename(view) }}
            remove={{ label: t('views.delete', { name: view.name }), onClick: () => onDelete(view) }}
          />
        </Group>
      ))}
    </Stack>
  );
}

interface RenameProps {
  view: SavedView;
  /** Those that must not have the same name. */
  others: readonly SavedView[];
  onClose: () => void;
}

function RenameDialog({ view, others, onClose }: RenameProps) {
  const { t } = useTranslation('components');
  const update = useUpdateView();
  const { form, field, submit, saving, dirty, failure } = useSaveForm({
    schema: SavedViewInsert.pick({ name: true }),
    defaultValues: { name: view.name },
    save: ({ name }) => update.mutateAsync({ body: { id: view.id, name } }),
    onSaved: onClose,
  });
  const name = useWatch({ control: form.control, name: 'name' });
  const taken = sameView(others, name);
  const input = field('name');
  return (
    <FormDialog
      title={t('views.rename', { name: view.name })}
      saveLabel={t('form.save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('views.name')}
        withAsterisk
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...input}
        error={taken ? t('views.taken') : input.error}
      />
    </FormDialog>
  );
}
