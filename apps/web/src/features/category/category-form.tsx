import { Stack, TextInput } from '@mantine/core';
import { type Category, CategoryInsert } from '@servicebook/shared/category';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { useSaveForm } from '../../lib/use-save-form.ts';
import { useInsertCategory } from './category.queries.ts';

interface Props {
  /** The text typed in the field where the category was missing. */
  initialName?: string;
  onSaved: (category: Category) => void;
  onCancel: () => void;
}

/** Adds a category. It does not depend on the page or popup around it. */
export function CategoryForm({ initialName = '', onSaved, onCancel }: Props) {
  const { t } = useTranslation('category');
  const insert = useInsertCategory();
  const { field, submit, saving, dirty, failure } = useSaveForm({
    schema: CategoryInsert,
    defaultValues: { name: initialName },
    save: (content, idempotencyKey) => insert.mutateAsync({ body: content, idempotencyKey }),
    onSaved,
    refusals: { CATEGORY_EXISTS: 'name' },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...field('name')}
        />
        <ErrorNotice error={failure} />
        <FormActions onCancel={onCancel} saving={saving} dirty={dirty} />
      </Stack>
    </form>
  );
}
