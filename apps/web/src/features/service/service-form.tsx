import { Alert, Checkbox, Flex, SimpleGrid, Stack } from '@mantine/core';
import type { Device } from '@servicebook/shared/device';
import { type ReactNode, useDeferredValue, useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { Attachments } from './attachments.tsx';
import { InvoicingSection } from './invoicing-section.tsx';
import { MachineSection } from './machine-section.tsx';
import { PerformerField } from './performer-field.tsx';
import { ProtocolChanges } from './protocol-changes.tsx';
import { ProtocolConflict } from './protocol-conflict.tsx';
import { ProtocolSection } from './protocol-section.tsx';
import { DocumentFields, FaultField, TypeFields } from './service-basics.tsx';
import { TodoFields } from './todo-fields.tsx';
import type { ServiceFormState } from './use-service-form.ts';
import type { Uploads } from './use-uploads.ts';
import { VersionList } from './version-list.tsx';
import { WorkFactsFields } from './work-facts-fields.tsx';

interface ServiceFormProps {
  state: ServiceFormState;
  device: Device;
  uploads: Uploads;
  /** The id of the form element, for buttons outside of it. */
  id: string;
  onPreview: (file: PreviewedFile) => void;
}

/** The complete form of a protocol. */
export function ServiceForm({ state, device, uploads, id, onPreview }: ServiceFormProps) {
  const { t } = useTranslation('service');
  const { base, context } = state;
  const narrow = useNarrowScreen();
  const headings = useId();
  const machines = (
    <Flex component="section" direction="column" gap="sm" aria-labelledby={`${headings}-machines`}>
      <MachineSection state={state} device={device} headingId={`${headings}-machines`} />
    </Flex>
  );
  const files = (
    <ProtocolSection title={t('files.title')}>
      <Attachments
        files={base?.fileDtos ?? []}
        uploads={uploads}
        signed={base?.state === 'SIGNED'}
        afterSave={base === null}
      />
    </ProtocolSection>
  );
  const extras = (
    <>
      <PerformerField state={state} />
      <SignField state={state} />
      {context.mayPlan && <TodoFields state={state} />}
      {base !== null && base.version > 0 && (
        <ProtocolSection title={t('versions.title')}>
          <VersionList protocol={base} timezone={context.timezone} onPreview={onPreview} />
        </ProtocolSection>
      )}
      {base !== null && <InvoicingSection serviceId={base.id} />}
      {base !== null && <ProtocolChanges id={base.id} />}
    </>
  );
  return (
    <Flex
      component="form"
      direction="column"
      gap="md"
      id={id}
      noValidate
      onSubmit={(event) => {
        // Enter in a field does not submit the form; only the buttons do.
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <ProtocolConflict state={state} />
      {base?.state === 'SIGNED' && !state.locked && (
        <Alert color="yellow" radius="md" role="note">
          {t('sign.changeWarning', { current: base.version, next: base.version + 1 })}
        </Alert>
      )}
      {narrow ? (
        // In the order of the work at the machine; fields with good defaults come last.
        <Stack>
          <TypeFields state={state} device={device} />
          {machines}
          <Following>
            <FaultField state={state} />
            <WorkFactsFields state={state} />
            {files}
            <DocumentFields state={state} />
            {extras}
          </Following>
        </Stack>
      ) : (
        <SimpleGrid cols={2} spacing="xl">
          <Stack>
            <TypeFields state={state} device={device} />
            <DocumentFields state={state} />
            <FaultField state={state} />
            <WorkFactsFields state={state} />
            {extras}
          </Stack>
          <Stack>
            {machines}
            {files}
          </Stack>
        </SimpleGrid>
      )}
    </Flex>
  );
}

/** What is below a phone's first screen follows its first picture. */
function Following({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

/** "Signed on paper": an alternative to signing on the screen. */
function SignField({ state }: { state: ServiceFormState }) {
  const { t } = useTranslation('service');
  const { base, form } = state;
  const { field } = useController({ control: form.control, name: 'isToSign' });
  const wasSigned = base?.state === 'SIGNED';
  return (
    <>
      <Checkbox
        label={t('sign.paper')}
        description={wasSigned ? t('sign.changedHint', { next: base.version + 1 }) : t('sign.paperHint')}
        checked={field.value}
        ref={field.ref}
        onBlur={field.onBlur}
        onChange={(event) => {
          field.onChange(event.currentTarget.checked);
          // Shows or hides the number of a new protocol; either way it starts empty.
          if (!base) form.setValue('number', '', { shouldDirty: true });
        }}
      />
      <ErrorNotice error={state.errorOf('isToSign')} />
    </>
  );
}
