import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CountrySelect } from '../../components/country-select.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import grid from '../../components/form-grid.module.css';
import type { SaveForm } from '../../lib/use-save-form.ts';
import type { EmployeeContent } from './employee-content.ts';
import classes from './employee-form.module.css';

export type EmployeeSaveForm = SaveForm<z.input<typeof EmployeeContent>, EmployeeContent>;

interface Props {
  form: EmployeeSaveForm;
  /** An existing employee: the e-mail is read-only, and a password can be set. */
  isNew?: boolean;
  /** Users who have not signed in yet choose their own password. */
  isInvited?: boolean;
  /** Users who edit their own record get a warning next to the field. */
  isOwn?: boolean;
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
  failure,
  onCancel,
  extra,
}: Props) {
  const { t } = useTranslation('employee');
  const { field, errorOf, submit, saving, dirty } = form;
  const [active, admin, password] = form.form.watch(['active', 'admin', 'password']);
  const warning = (text: 'own.inactive' | 'own.notAdmin' | 'own.password') => (
    <span className={classes.warning}>{t(text)}</span>
  );
  return (
    <form onSubmit={submit} noValidate data-form-actions>
      <div className={grid.fields}>
        <TextInput
          className={grid.whole}
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
        <TextInput className={grid.whole} label={t('position')} autoComplete="off" {...field('position')} />
        <CountrySelect label={t('country')} {...field('country')} />
        <TextInput
          label={t('vacationDays')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          {...form.form.register('vacationDays', { setValueAs: asCount })}
          error={errorOf('vacationDays')}
        />
        <fieldset className={`${grid.fields} ${classes.access}`}>
          <legend className={classes.legend}>{t('access')}</legend>
          <Checkbox
            label={t('active')}
            description={
              isOwn && !active ? warning('own.inactive') : t(isNew ? 'activeHintNew' : 'activeHint')
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
        </fieldset>
      </div>
      <ErrorNotice error={failure} className={grid.failure} />
      <FormActions onCancel={onCancel} saving={saving} dirty={dirty} extra={extra} />
    </form>
  );
}
