import { Checkbox, Textarea, TextInput } from '@mantine/core';
import {
  type CustomerContact,
  CustomerContactInsert,
  CustomerContactUpdate,
} from '@servicebook/shared/customer-contact';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { EntityConflict } from '../../components/entity-conflict.tsx';
import type { EntityField } from '../../components/entity-fields.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { fetchNewest } from '../../lib/queries.ts';
import { showToast } from '../../lib/toast.ts';
import { useRecordForm } from '../../lib/use-record-form.ts';
import { type SaveForm, useSaveForm } from '../../lib/use-save-form.ts';
import { contactQuery, useInsertContact, useUpdateContact } from './contact.queries.ts';

interface Props {
  customerId: number;
  /** The contact to change; without it, the dialog adds one. */
  contact: CustomerContact | null;
  /** The customer has no contact yet, so this one becomes the main one. */
  isFirst: boolean;
  onClose: () => void;
}

type Values = z.input<typeof CustomerContactInsert>;
type Changed = z.input<typeof CustomerContactUpdate>;

const valuesOf = ({ id, revision, name, role, phone, email, note, isMain }: CustomerContact): Changed => ({
  ...{ id, revision, name, role, phone, email, note, isMain },
});

export function ContactDialog({ contact, ...props }: Props) {
  return contact ? <EditDialog contact={contact} {...props} /> : <AddDialog {...props} />;
}

function AddDialog({ customerId, isFirst, onClose }: Omit<Props, 'contact'>) {
  const insert = useInsertContact();
  const saveForm = useSaveForm({
    schema: CustomerContactInsert,
    defaultValues: {
      ...{ name: '', role: '', phone: '', email: '', note: '', isMain: isFirst },
      customer: { id: customerId },
    },
    save: (content, idempotencyKey) => insert.mutateAsync({ body: content, idempotencyKey }),
    onSaved: useSaved(onClose),
  });
  return <Fields saveForm={saveForm} isMain={isFirst} adds onClose={onClose} />;
}

function EditDialog({ contact, onClose }: Pick<Props, 'onClose'> & { contact: CustomerContact }) {
  const update = useUpdateContact();
  const queryClient = useQueryClient();
  const recordForm = useRecordForm({
    schema: CustomerContactUpdate,
    stored: contact,
    valuesOf,
    fetchNewest: () => fetchNewest(queryClient, contactQuery(contact.id)),
    save: (content, idempotencyKey) => update.mutateAsync({ body: content, idempotencyKey }),
    onSaved: useSaved(onClose),
  });
  return (
    <Fields
      // Both forms have the same fields; a change also sends the contact's id and revision.
      saveForm={recordForm as unknown as SaveForm<Values, CustomerContactInsert>}
      isMain={contact.isMain}
      notice={<EntityConflict fields={useContactFields()} form={recordForm} />}
      onClose={onClose}
    />
  );
}

function useSaved(onClose: () => void) {
  const { t } = useTranslation();
  return () => {
    showToast({ tone: 'success', message: t('saved') });
    onClose();
  };
}

function useContactFields() {
  const { t } = useTranslation('customer');
  const names = ['name', 'role', 'phone', 'email', 'note'] as const;
  return [
    ...names.map((key): EntityField<CustomerContact> => ({ key, label: t(`contacts.${key}`) })),
    { key: 'isMain', label: t('contacts.isMain'), text: ({ isMain }) => (isMain ? '✓' : '') },
  ] satisfies EntityField<CustomerContact>[];
}

interface FieldsProps {
  saveForm: SaveForm<Values, CustomerContactInsert>;
  /** It is the main contact already; only another one can take its place. */
  isMain: boolean;
  adds?: boolean;
  notice?: React.ReactNode;
  onClose: () => void;
}

function Fields({ saveForm, isMain, adds = false, notice, onClose }: FieldsProps) {
  const { t } = useTranslation(['customer', 'common']);
  const { form, field, submit, saving, dirty, failure } = saveForm;
  return (
    <FormDialog
      title={t(adds ? 'contacts.addTitle' : 'contacts.editTitle')}
      saveLabel={t(adds ? 'contacts.add' : 'common:save')}
      saving={saving}
      dirty={dirty}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('contacts.name')}
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...field('name')}
      />
      <TextInput
        label={t('contacts.role')}
        description={t('contacts.roleHint')}
        autoComplete="off"
        {...field('role')}
      />
      <TextInput
        label={t('contacts.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...field('phone')}
      />
      <TextInput
        label={t('contacts.email')}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        {...field('email')}
      />
      <Textarea label={t('contacts.note')} autosize minRows={2} maxRows={8} {...field('note')} />
      <Checkbox
        label={t('contacts.isMain')}
        description={t('contacts.isMainHint')}
        disabled={isMain}
        {...form.register('isMain', { disabled: false })}
      />
      {notice}
    </FormDialog>
  );
}
