import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type Category, CategoryUpdate } from '@servicebook/shared/category';
import { parseServiceActions, ServiceAction } from '@servicebook/shared/service-action';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { lastSeen } from '../../components/use-table-state.ts';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useDeleteCategory, useUpdateCategory } from './category.queries.ts';
import classes from './category-edit-page.module.css';
import { CategoryTabs } from './category-tabs.tsx';
import { ServiceActionsEditor } from './service-actions-editor.tsx';

const CategoryContent = z.object({
  id: CategoryUpdate.shape.id,
  name: CategoryUpdate.shape.name,
  actions: z.array(ServiceAction),
});

const contentOf = ({ id, name, serviceReviewOperationsList }: Category) => ({
  id,
  name,
  actions: parseServiceActions(serviceReviewOperationsList),
});

/** Name and service actions of a category, changed together and saved together. */
export function CategoryEditor({ category }: { category: Category }) {
  const { t } = useTranslation(['category', 'common']);
  const navigate = useNavigate();
  const update = useUpdateCategory();
  const toList = () => navigate(lastSeen(paths.categoryList));
  const { form, field, submit, saving, dirty, failure } = useSaveForm({
    schema: CategoryContent,
    defaultValues: contentOf(category),
    save: (content) => update.mutateAsync(content),
    onSaved: () => showToast({ tone: 'success', message: t('common:saved') }),
    refusals: { CATEGORY_EXISTS: 'name' },
  });
  const actions = useFieldArray({ control: form.control, name: 'actions' });
  const listed = actions.fields.map(({ id, name, fields = [] }) => ({
    id,
    name,
    fields: fields.map((extra) => ({ unit: '', ...extra })),
  }));

  // What the server has in the meantime replaces what nobody has touched.
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(contentOf(category));
  }, [category, form]);

  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.card}>
        <TextInput
          className={classes.name}
          label={t('name')}
          withAsterisk
          autoComplete="off"
          {...field('name')}
        />
      </div>
      <CategoryTabs
        categoryId={category.id}
        actions={
          <ServiceActionsEditor
            categoryId={category.id}
            actions={listed}
            onAdd={(added) => actions.append(added, { shouldFocus: false })}
            onInsert={(index, action) => actions.insert(index, action, { shouldFocus: false })}
            onChange={actions.update}
            onMove={actions.move}
            onRemove={actions.remove}
          />
        }
      />
      <ErrorNotice error={failure} className={classes.failure} />
      <FormActions
        onCancel={toList}
        saving={saving}
        dirty={dirty}
        extra={<DeleteCategory category={category} onDeleted={toList} />}
      />
    </form>
  );
}

function DeleteCategory({ category, onDeleted }: { category: Category; onDeleted: () => void }) {
  const { t } = useTranslation(['category', 'common']);
  const [asking, setAsking] = useState(false);
  const narrow = useNarrowScreen();
  const remove = useDeleteCategory();
  const look = {
    variant: 'subtle',
    color: 'var(--mantine-color-error)',
    onClick: () => setAsking(true),
  } as const;
  const deleteCategory = () =>
    remove.mutate(category.id, {
      onSuccess: () => {
        forgetUnsavedChanges();
        showToast({ tone: 'success', message: t('common:deleted') });
        onDeleted();
      },
    });
  return (
    <>
      {narrow ? (
        <ActionIcon size="lg" aria-label={t('common:delete')} {...look}>
          <IconTrash size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : (
        <Button leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />} {...look}>
          {t('common:delete')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        danger
        title={t('deleteTitle')}
        message={t('deleteMessage', { name: category.name })}
        confirmLabel={t('common:delete')}
        loading={remove.isPending}
        error={remove.error}
        onConfirm={deleteCategory}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
      />
    </>
  );
}
