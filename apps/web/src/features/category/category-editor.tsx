import { Card, TextInput } from '@mantine/core';
import { type Category, CategoryUpdate } from '@servicebook/shared/category';
import { parseServiceActions, ServiceAction } from '@servicebook/shared/service-action';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { ConflictNotice } from '../../components/conflict-notice.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { useWayBack } from '../../components/page-header.tsx';
import { lastSeen } from '../../lib/last-seen.ts';
import { paths } from '../../lib/paths.ts';
import { fetchNewest } from '../../lib/queries.ts';
import { showToast } from '../../lib/toast.ts';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { categoryQuery, useDeleteCategory, useUpdateCategory } from './category.queries.ts';
import { CategoryTabs } from './category-tabs.tsx';
import { ServiceActionsEditor } from './service-actions-editor.tsx';

const CategoryContent = z.object({
  id: CategoryUpdate.shape.id,
  revision: CategoryUpdate.shape.revision,
  name: CategoryUpdate.shape.name,
  actions: z.array(ServiceAction),
  inspectionPeriodInMonths: CategoryUpdate.shape.inspectionPeriodInMonths,
});

type Values = z.input<typeof CategoryContent>;

const contentOf = ({
  id,
  revision,
  name,
  serviceReviewOperationsList,
  inspectionPeriodInMonths,
}: Category): Values => ({
  id,
  revision,
  name,
  actions: parseServiceActions(serviceReviewOperationsList),
  inspectionPeriodInMonths,
});

interface CategoryEditorProps {
  category: Category;
  /** The content of the tab next to the service actions. */
  machines: ReactNode;
}

/** Changes name and service actions of a category, and saves them together. */
export function CategoryEditor({ category, machines }: CategoryEditorProps) {
  const { t } = useTranslation(['category', 'common']);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const update = useUpdateCategory();
  const toSteps = useWayBack(null);
  const toList = () => navigate(toSteps ?? lastSeen(paths.categoryList));
  const { form, field, errorOf, submit, saving, dirty, failure, conflict, theirs } = useRecordForm({
    schema: CategoryContent,
    stored: category,
    valuesOf: contentOf,
    fetchNewest: () => fetchNewest(queryClient, categoryQuery(category.id)),
    save: (content, idempotencyKey) => update.mutateAsync({ body: content, idempotencyKey }),
    onSaved: () => {
      showToast({ tone: 'success', message: t('common:saved') });
      if (toSteps) navigate(toSteps);
    },
    refusals: { CATEGORY_EXISTS: 'name' },
  });
  const actions = useFieldArray({ control: form.control, name: 'actions' });
  const actionRows = actions.fields.map(({ id, name, fields = [] }) => ({
    id,
    name,
    fields: fields.map((extra) => ({ unit: '', ...extra })),
  }));

  const describe = (name: keyof Values) => ({
    label: t(
      name === 'actions' ? 'actionsTab' : name === 'inspectionPeriodInMonths' ? 'inspectionInterval' : 'name',
    ),
    theirs:
      name === 'actions'
        ? (theirs?.actions ?? []).map((action) => action.name).join(', ')
        : name === 'inspectionPeriodInMonths'
          ? String(theirs?.inspectionPeriodInMonths ?? '')
          : (theirs?.name ?? ''),
  });

  return (
    <form onSubmit={submit} noValidate>
      <Card>
        <TextInput maw="32rem" label={t('name')} withAsterisk autoComplete="off" {...field('name')} />
        <Controller
          control={form.control}
          name="inspectionPeriodInMonths"
          render={({ field: { value, ...rest } }) => (
            <NumberField
              mt="md"
              maw="32rem"
              label={t('inspectionInterval')}
              description={t('inspectionIntervalHint')}
              {...rest}
              value={value ?? null}
              error={errorOf('inspectionPeriodInMonths')}
              negative="empty"
            />
          )}
        />
      </Card>
      <CategoryTabs
        machines={machines}
        actions={
          <ServiceActionsEditor
            categoryId={category.id}
            actions={actionRows}
            onAdd={(added) => actions.append(added, { shouldFocus: false })}
            onInsert={(index, action) => actions.insert(index, action, { shouldFocus: false })}
            onChange={actions.update}
            onMove={actions.move}
            onRemove={actions.remove}
          />
        }
      />
      <ConflictNotice mt="md" conflict={conflict} describe={describe} />
      <ErrorNotice error={failure} mt="md" />
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
  const { t } = useTranslation(['category', 'errors']);
  const deletion = useDeletion<Category>(useDeleteCategory(), {
    bin: 'category',
    nameOf: ({ name }) => name,
    texts: ({ name, count }) => ({
      title: t('deleteTitle'),
      impossible: count > 0,
      message: count
        ? `${t('deleteMachines', { name, count })} ${t('errors:CATEGORY_IN_USE')}`
        : t('deleteMessage', { name }),
    }),
    onDone: () => {
      forgetUnsavedChanges();
      onDeleted();
    },
  });
  return (
    <>
      <DeleteButton onClick={() => deletion.ask(category)} />
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
