import { Checkbox } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { type ReactNode, useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Attachments } from './attachments.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { MachineSection } from './machine-section.tsx';
import { DocumentFields, FaultField, TypeFields } from './service-basics.tsx';
import classes from './service-form.module.css';
import { TodoFields } from './todo-fields.tsx';
import type { ServiceFormState } from './use-service-form.ts';
import type { Uploads } from './use-uploads.ts';

interface ServiceFormProps {
  state: ServiceFormState;
  device: Device;
  uploads: Uploads;
  /** The id of the form element, for the buttons outside of it. */
  id: string;
  onDialog: (open: boolean) => void;
}

/** All of a protocol, as it is filled in beside the machine: types and actions first, what is right already last. */
export function ServiceForm({ state, device, uploads, id, onDialog }: ServiceFormProps) {
  const { t } = useTranslation('service');
  const { base, context } = state;
  return (
    <form
      id={id}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        // Enter in a field saves nothing by accident; the buttons do.
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <ConflictNotice state={state} />
      {base?.state === 'SIGNED' && (
        <p className={classes.warning} role="note">
          {t('sign.changeWarning', { current: base.version, next: base.version + 1 })}
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <TypeFields state={state} />
          <DocumentFields state={state} />
          <FaultField state={state} />
          <SignField state={state} />
          {context.mayPlan && <TodoFields state={state} />}
        </div>
        <div className={classes.column}>
          <Section title={t('machines.title')}>
            <MachineSection state={state} device={device} />
          </Section>
          <Section title={t('files.title')}>
            <Attachments
              files={base?.fileDtos ?? []}
              uploads={uploads}
              afterSave={base === null}
              onDialog={onDialog}
            />
          </Section>
        </div>
      </div>
    </form>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** "Signed on paper": the other way to sign, without drawing on the screen. */
function SignField({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { base, form } = state;
  const { field } = useController({ control: form.control, name: 'isToSign' });
  const wasSigned = base?.state === 'SIGNED';
  const hint = !wasSigned
    ? t('sign.paperHint')
    : field.value
      ? t('sign.staysHint', { next: base.version + 1 })
      : t('sign.reopenHint', { current: base.version });
  return (
    <>
      <Checkbox
        label={t(wasSigned ? 'sign.signed' : 'sign.paper')}
        description={hint}
        checked={field.value}
        ref={field.ref}
        onBlur={field.onBlur}
        onChange={(event) => {
          field.onChange(event.currentTarget.checked);
          // The number of a new protocol opens, or closes again: either way it starts empty.
          if (!base) form.setValue('number', '', { shouldDirty: true });
        }}
      />
      <ErrorNotice error={state.errorOf('isToSign')} />
    </>
  );
}
