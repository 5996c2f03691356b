import { Checkbox, Text, TextInput } from '@mantine/core';
import { type SavedView, SavedViewInsert, type ViewList } from '@servicebook/shared/saved-view';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useInsertView, useUpdateView } from '../lib/saved-views.ts';
import { showToast } from '../lib/toast.ts';
import { useSaveForm } from '../lib/use-save-form.ts';
import { useSession } from '../lib/use-session.ts';
import { FormDialog } from './form-dialog.tsx';
import { sameView } from './view-state.ts';

const Form = SavedViewInsert.pick({ name: true, company: true });

interface Props {
  list: ViewList;
  query: string;
  /** Those that the list has. */
  views: readonly SavedView[];
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** Saves the state of a list under a name. The name of a view that exists overwrites that view. */
export function SaveViewDialog({ list, query, views, onSaved, onClose }: Props) {
  const { t } = useTranslation('components');
  const { may } = useSession();
  const insert = useInsertView();
  const update = useUpdateView();
  const sameAs = (name: string, company: boolean) =>
    sameView(
      views.filter((view) => view.company === company),
      name,
    );
  const { form, field, submit, saving, dirty, failure } = useSaveForm({
    schema: Form,
    defaultValues: { name: '', company: false },
    save: ({ name, company }, idempotencyKey) => {
      const existing = sameAs(name, company);
      return existing
        ? update.mutateAsync({ body: { id: existing.id, name, query } })
        : insert.mutateAsync({ body: { list, name, company, query }, idempotencyKey });
    },
    onSaved(view) {
      onSaved(view);
      showToast({ tone: 'success', message: t('views.saved', { name: view.name }) });
      onClose();
    },
  });
  const [name, company] = useWatch({ control: form.control, name: ['name', 'company'] });
  const existing = sameAs(name, company);
  return (
    <FormDialog
      title={t('views.saveTitle')}
      saveLabel={t(existing ? 'views.replace' : 'form.save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('views.saveHint')}
      </Text>
      <TextInput
        label={t('views.name')}
        withAsterisk
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...field('name')}
      />
      {existing && (
        <Text size="sm" role="status">
          {t('views.exists', { name: existing.name })}
        </Text>
      )}
      {may('account.manage') && (
        <Checkbox
          label={t('views.forCompany')}
          description={t('views.forCompanyHint')}
          {...field('company')}
        />
      )}
    </FormDialog>
  );
}
