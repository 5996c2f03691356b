import { Checkbox, PasswordInput, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CountrySelect } from '../../components/country-select.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { FieldGroup, FormGrid } from '../../components/form-grid.tsx';
import type { SaveForm } from '../../lib/use-save-form.ts';
import type { EmployeeContent } from './employee-content.ts';

export type EmployeeSaveForm = SaveForm<z.input<typeof EmployeeContent>, EmployeeContent>;

interface Props {
  form: EmployeeSaveForm;
  /** An existing employee: the e-mail is read-only, and a password can be set. */
  isNew?: boolean;
  /** Users who have not signed in yet choose their own password. */
  isInvited?: boolean;
  /** Users who edit their own record get a warning next to the field. */
  isOwn?: boolean;
  /** The visits still to be done, which stay when the employee becomes inactive. */
  openVisits?: number | undefined;
  /** The error of the whole save, if it is shown in the form. */
  failure: unknown;
  onCancel: () => void;
  /** Shown next to save and cancel: the delete button of the edit screen. */
  extra?: ReactNode;
}

/** Empty means null; text that is not a number is left to the schema. */
const asCount = (typed: unknown) =>
  typeof typed === 'string' ? (typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'))) : typed;

/** The fields of an employee. They do not depend on how they are saved. */
export function EmployeeForm({
  form,
  isNew = false,
  isInvited = false,
  isOwn = false,
  openVisits = 0,
  failure,
  onCancel,
  extra,
}: Props) {
  const { t } = useTranslation('employee');
  const { field, errorOf, submit, saving, dirty } = form;
  const [active, admin, password] = form.form.watch(['active', 'admin', 'password']);
  const warning = (text: 'own.inactive' | 'own.notAdmin' | 'own.password') => (
    <Text span inherit c="var(--mantine-color-error)" fw={600}>
      {t(text)}
    </Text>
  );
  return (
    <form onSubmit={submit} noValidate data-form-actions>
      <FormGrid>
        <TextInput
          mod="whole"
          label={t('email')}
          description={t(isNew ? 'passwordMailed' : 'emailHint')}
          withAsterisk={isNew}
          readOnly={!isNew}
          variant={isNew ? 'default' : 'filled'}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <TextInput label={t('firstName')} withAsterisk autoComplete="off" {...field('firstName')} />
        <TextInput label={t('lastName')} withAsterisk autoComplete="off" {...field('lastName')} />
        <TextInput mod="whole" label={t('position')} autoComplete="off" {...field('position')} />
        <CountrySelect label={t('country')} {...field('country')} />
        <TextInput
          label={t('vacationDays')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          {...form.form.register('vacationDays', { setValueAs: asCount })}
          error={errorOf('vacationDays')}
        />
        <FieldGroup title={t('access')}>
          <Checkbox
            label={t('active')}
            description={
              isOwn && !active
                ? warning('own.inactive')
                : !active && openVisits > 0
                  ? t('visitsStay', { count: openVisits })
                  : t(isNew ? 'activeHintNew' : 'activeHint')
            }
            {...field('active')}
          />
          <Checkbox
            label={t('admin')}
            description={isOwn && !admin ? warning('own.notAdmin') : t('adminHint')}
            {...field('admin')}
          />
          {!isNew && !isInvited && (
            <PasswordInput
              label={t('newPassword')}
              description={isOwn && password ? warning('own.password') : t('newPasswordHint')}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
              {...field('password')}
            />
          )}
        </FieldGroup>
      </FormGrid>
      <ErrorNotice error={failure} mt="lg" />
      <FormActions onCancel={onCancel} saving={saving} dirty={dirty} extra={extra} />
    </form>
  );
}
